/** Documents of a claim, and what the family reads of it, over HTTP (docs/decisions/054). */
import { expect, it } from 'vitest';
import { FamilyClaims } from '@kinfold/domain/family-claim';
import { calendarDateOf, DAY_MS } from '@kinfold/domain/dates';
import {
  aCampaign,
  aClaim,
  aHousehold,
  aMembership,
  anAccount,
  anOrganization,
} from '../../../../test/factories.ts';
import type { Account } from '../../../../test/harness.ts';
import { apiWithManager } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { documentKeys, openFile } from '../../../platform/sealed-file.ts';
import type { MemberRecord } from '../../people/members/member.service.ts';
import { forgetOldDocuments, missingDocumentKeys } from './claim-document.service.ts';

const { api, organizationNumber, manager } = await apiWithManager();
const treasurer = await anAccount({ role: 'treasurer', organizationNumber });
const viewer = await anAccount({ role: 'viewer', organizationNumber });
const campaign = await aCampaign({ organizationNumber });
const today = () => calendarDateOf(api.deps.now(), api.deps.config.TIME_ZONE);

const PDF = Buffer.concat([
  Buffer.from('%PDF-1.7\nCertificate of death of Hans\n'),
  Buffer.alloc(2_500_000, 'x'),
  Buffer.from('\n%%EOF\n'),
]);
const post = (path: string, body: object, as: Account = manager) =>
  api.request.post(path).set(api.as(as)).send(body);
const upload = (claimId: string, file: Buffer, { query = '', as = manager, type = 'application/pdf' } = {}) =>
  api.request
    .post(`/v2/claims/${claimId}/documents${query}`)
    .set(api.as(as))
    .set('Content-Type', type)
    .send(file);
const download = (claimId: string, documentId: string, as: Account) =>
  api
    .get(`/v2/claims/${claimId}/documents/${documentId}`, as)
    .buffer(true)
    .parse((answer, done) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => done(null, Buffer.concat(chunks)));
    });
const entries = (claimId: string) =>
  collection('audit_entries')
    .find({ 'subject.id': claimId, action: /document/ })
    .sort({ _id: 1 })
    .toArray();

it('are kept encrypted, read by users who decide alone, each reading in the history, and deleted after their term', async () => {
  const claimId = await aClaim({ organizationNumber, campaignId: campaign._id }, api.deps.now());
  const name = encodeURIComponent('../Death\r\nof Hans.exe');
  const added = await upload(claimId, PDF, { query: `?kind=certificate&file_name=${name}` });
  expect([added.status, added.body.documents]).toMatchObject([
    201,
    [{ kind: 'certificate', name: 'Death of Hans.exe', type: 'application/pdf', size: PDF.length }],
  ]);
  const [{ documentId }] = added.body.documents;
  const ticked = ({ checklist }: { checklist: { code: string; isDone: boolean }[] }) =>
    checklist.filter(({ isDone }) => isDone).map(({ code }) => code);
  expect(ticked(added.body)).toEqual(['certificate']);
  expect((await entries(claimId)).map(({ changes }) => changes)).toEqual([
    [
      { field: 'document', from: null, to: 'certificate' },
      { field: 'checked', from: [], to: ['certificate'] },
    ],
  ]);

  // Nothing of it can be read where it is stored, and by nobody without the key.
  const pieces = await collection<{ _id: string; data: { buffer: Buffer }; part: number }>('claim_files')
    .find({ documentId })
    .sort({ part: 1 })
    .toArray();
  expect(pieces.map(({ part }) => part)).toEqual([0, 1, 2]);
  const sealed = Buffer.concat(pieces.map(({ data }) => data.buffer));
  expect(sealed.includes('Certificate')).toBe(false);
  expect(openFile(sealed, `${claimId}/${documentId}`, documentKeys(api.deps.config)).equals(PDF)).toBe(true);

  for (const as of [manager, treasurer]) {
    const read = await download(claimId, documentId, as);
    expect(read.status).toBe(200);
    expect(PDF.equals(read.body as Buffer)).toBe(true);
    expect(read.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename="C-\d{6}-certificate-\w{4}\.pdf"$/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'no-store',
    });
  }
  expect((await download(claimId, documentId, viewer)).status).toBe(403);
  const elsewhere = await anAccount({ role: 'manager', ...(await anOrganization()) });
  expect((await download(claimId, documentId, elsewhere)).status).toBe(404);
  expect((await api.get(`/v2/claims/${claimId}`, viewer)).body.documents).toEqual([]);
  expect((await upload(claimId, PDF, { as: treasurer })).status).toBe(403);
  // A file of another claim is not found under this one.
  const other = await aClaim({ organizationNumber, campaignId: campaign._id }, api.deps.now());
  expect((await download(other, documentId, manager)).status).toBe(404);

  // Told by its bytes: not by its name or content type. What is refused leaves nothing.
  const page = Buffer.from('<!doctype html><script>alert(1)</script>');
  const refused = await upload(claimId, page, { query: '?file_name=scan.pdf' });
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    [{ path: 'file', message: 'Choose a photo (JPEG or PNG) or a PDF.' }],
  ]);
  expect((await upload(claimId, Buffer.alloc(10_500_000, 'x'))).status).toBe(413);
  expect((await upload(claimId, PDF, { type: 'text/html', query: '?kind=invoice' })).status).toBe(201);
  expect(await collection('claim_files').countDocuments({ part: 0 })).toBe(2);

  const removed = await api.request
    .delete(`/v2/claims/${claimId}/documents/${documentId}`)
    .set(api.as(manager));
  expect(removed.body.documents).toMatchObject([{ kind: 'invoice' }]);
  expect(ticked(removed.body)).toEqual(['invoices']);
  expect((await download(claimId, documentId, manager)).status).toBe(404);
  expect((await entries(claimId)).map(({ action, actor }) => [action, actor.email])).toEqual([
    ['claim.document_added', manager.email],
    ['claim.document_read', manager.email],
    ['claim.document_read', treasurer.email],
    ['claim.document_added', manager.email],
    ['claim.document_removed', manager.email],
  ]);

  // One whose key is lost says so, and doctor names it.
  const [{ documentId: kept }] = (await api.get(`/v2/claims/${claimId}`, manager)).body.documents;
  const { DOCUMENTS_KEY } = api.deps.config;
  expect(await missingDocumentKeys(api.deps.config)).toEqual([]);
  api.deps.config.DOCUMENTS_KEY = Buffer.alloc(32, 7).toString('base64');
  const [keyId] = await missingDocumentKeys(api.deps.config);
  const unread = await api.get(`/v2/claims/${claimId}/documents/${kept}`, manager);
  api.deps.config.DOCUMENTS_KEY = DOCUMENTS_KEY;
  expect([unread.status, unread.body.code]).toEqual([409, 'no_documents_key']);
  expect(unread.body.detail).toContain(keyId);

  // What a claim is proposed by stays.
  const proposed = { amount: 100, reason: 'A gift' };
  expect((await post(`/v2/claims/${claimId}/propose`, proposed)).status).toBe(200);
  const late = await api.request.delete(`/v2/claims/${claimId}/documents/${kept}`).set(api.as(manager));
  expect([late.status, late.body.code]).toEqual([409, 'claim_state']);

  // Their term begins when the claim ends; one that is open keeps them.
  api.advance(800 * DAY_MS);
  expect(await forgetOldDocuments(api.deps.now(), 365)).toBe(0);
  expect(
    (await post(`/v2/claims/${claimId}/refuse`, { reason: 'Nobody was covered' }, treasurer)).status,
  ).toBe(200);
  api.advance(364 * DAY_MS);
  expect(await forgetOldDocuments(api.deps.now(), 365)).toBe(0);
  api.advance(2 * DAY_MS);
  expect(await forgetOldDocuments(api.deps.now(), 365)).toBe(1);
  expect(await forgetOldDocuments(api.deps.now(), 365)).toBe(0);
  expect(await collection('claim_files').countDocuments()).toBe(0);
  const { body } = await api.get(`/v2/claims/${claimId}`, manager);
  expect(body.documents).toEqual([]);
  expect((await entries(claimId)).at(-1)).toMatchObject({ action: 'claim.documents_deleted' });
});

it('the household reads where its claim is, what was decided and whom to call, and nothing else', async () => {
  const { members } = await aHousehold({ organizationNumber, size: 2 });
  const [hanna, hans] = members as [MemberRecord, MemberRecord];
  const widow = await anAccount({ memberId: hanna._id });
  const stranger = await anAccount({
    memberId: (await aHousehold({ organizationNumber, size: 1 })).members[0]?._id,
  });
  await aMembership({ campaign, primary: hanna, covered: [hans] });
  const read = async (as: Account = widow) => api.get(`/v2/members/${hanna._id}/family-claims`, as);
  const coverage = async () => (await api.get(`/v2/members/${hanna._id}/coverage`, widow)).body;
  expect((await coverage()).mayHaveClaims).toBeUndefined();
  await post(`/v2/members/${hans._id}/life-events`, {
    event: 'death',
    deceasedDt: today(),
    payerMemberId: hanna._id,
  });
  expect((await coverage()).mayHaveClaims).toBe(true);
  expect((await read()).body).toEqual([]);
  const { body: claim } = await post('/v2/claims', { member_id: hans._id, campaignId: campaign._id });
  await api.request
    .patch(`/v2/claims/${claim._id}`)
    .set(api.as(manager))
    .send({
      version: claim.version,
      payees: [{ kind: 'funeral_home', name: 'Secret Funeral Home', phone: '3015550199' }],
      checklist: [{ code: 'certificate', isDone: true, note: 'Secret note' }],
    });
  const first = await read();
  expect(FamilyClaims.parse(first.body)).toMatchObject([
    {
      claimNbr: claim.claimNbr,
      campaignName: campaign.campaignName,
      step: 'checking',
      amount: null,
      paid: [],
    },
  ]);
  expect(first.body[0].office.name).not.toBe('');
  await post(`/v2/claims/${claim._id}/propose`, { amount: 500_00, reason: 'As agreed' });
  expect((await read()).body).toMatchObject([{ step: 'checking', amount: null }]);
  await post(`/v2/claims/${claim._id}/refuse`, { reason: 'Write to the board within 30 days.' }, treasurer);
  const decided = await read();
  expect(decided.body).toMatchObject([
    { step: 'refused', reason: 'Write to the board within 30 days.', amount: null },
  ]);
  expect(JSON.stringify(decided.body)).not.toMatch(/Secret|3015550199|As agreed|50000/);
  // Also once they have left that household.
  const { household_id } = await aHousehold({ organizationNumber, size: 1 });
  await collection('members').updateOne({ _id: objectId(hanna._id) }, { $set: { household_id } });
  expect((await read()).body).toEqual(decided.body);
  expect((await coverage()).mayHaveClaims).toBe(true);
  expect((await read(stranger)).status).toBe(404);
  expect((await read(manager)).status).toBe(404);
});
