/** Payouts of claims over HTTP (docs/decisions/053): never more than was approved, whatever races or dies. */
import { randomBytes, randomUUID } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { beforeEach, expect, it } from 'vitest';
import { SESSION_HOURS } from '@kinfold/domain/constants';
import { addDays, calendarDateOf } from '@kinfold/domain/dates';
import { DOCUMENTS_MAX } from '@kinfold/domain/document-file';
import { anApprovedClaim, PAYEE } from '../../../../test/claiming.ts';
import { aCampaign, aMember, anAccount, anOrganization } from '../../../../test/factories.ts';
import type { Account } from '../../../../test/harness.ts';
import { interruptedAfter } from '../../../../test/interrupted-writes.ts';
import { expectTheBooksToAgree } from '../../../../test/paying.ts';
import { pdfTextOf } from '../../../../test/pdf-text.ts';
import { apiOfFile } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';
import { ledgerEntries } from '../../money/ledger/ledger.model.ts';
import { payouts } from './verify-payouts.service.ts';

const api = await apiOfFile();
const APPROVED = 1_000_000;
let organizationNumber: string;
let treasurer: Account;
let administrator: Account;
let claimId: string;
let campaignId: string;
const today = () => calendarDateOf(api.deps.now(), api.deps.config.TIME_ZONE);

beforeEach(async () => {
  await api.forget();
  ({ organizationNumber } = await anOrganization());
  treasurer = await anAccount({ role: 'treasurer', organizationNumber });
  administrator = await anAccount({ role: 'administrator', organizationNumber });
  campaignId = (await aCampaign({ organizationNumber }))._id;
  claimId = await aClaim();
});

async function aClaim() {
  const { _id: memberId } = await aMember({ organizationNumber });
  return anApprovedClaim(api, { memberId, campaignId, approved: APPROVED, deceasedDt: addDays(today(), -3) });
}

const form = (amount: number, more: object = {}) => ({
  payoutId: randomUUID(),
  payee: PAYEE.payeeId,
  amount,
  method: 'check',
  reference: '1001',
  paidDt: today(),
  ...more,
});
const post = (path: string, body: object, by = treasurer) =>
  api.request.post(`/v2/claims/${claimId}/payouts${path}`).set(api.as(by)).send(body);
const confirm = (payoutId: string, by: Account) => post(`/${payoutId}/confirm`, {}, by);
const correct = (payoutId: string, by = treasurer) =>
  post(`/${payoutId}/correct`, { reason: 'Wrong check' }, by);
const claim = async () => (await api.get(`/v2/claims/${claimId}`, treasurer)).body;
const entriesOf = () => ledgerEntries().find({ kind: 'payout' }).sort({ entryDt: 1, _id: 1 }).toArray();
const fund = async () => (await api.get(`/v2/campaigns/${campaignId}/fund`, treasurer)).body;

it('is recorded by one and confirmed by another, in the ledger, the fund, the month and its journal', async () => {
  const first = form(600_000);
  const made = await post('', first);
  expect([made.status, made.body.paidOut, made.body.version]).toEqual([201, 600_000, 2]);
  expect(made.body.payouts).toEqual([
    {
      ...first,
      payeeId: PAYEE.payeeId,
      payee: PAYEE.name,
      state: 'recorded',
      recordedBy: expect.any(String),
      recordedDt: expect.any(String),
      confirmedBy: null,
      confirmedDt: null,
      correctedBy: null,
      correctedReason: null,
      secondPerson: expect.any(String),
    },
  ]);
  // The same again, and under the same id something else.
  expect([(await post('', first)).status, (await post('', { ...first, amount: 1 })).body.code]).toEqual([
    200,
    'idempotency_mismatch',
  ]);
  const over = await post('', form(400_001));
  expect([over.status, over.body.errors]).toEqual([
    422,
    [
      {
        path: 'amount',
        message:
          '$10,000.00 was approved and $6,000.00 is paid out, so $4,000.00 is left. Nothing was recorded.',
      },
    ],
  ]);
  for (const [wrong, at] of [
    [{ payee: 'nobody' }, 'payee'],
    [{ paidDt: addDays(today(), 1) }, 'paidDt'],
    [{ paidDt: '1950-01-01' }, 'paidDt'],
    [{ paidDt: addDays(today(), -4) }, 'paidDt'],
    [{ method: 'card' }, 'method'],
    [{ amount: 0 }, 'amount'],
  ] as const)
    expect((await post('', form(1, wrong))).body.errors[0].path).toBe(at);

  const seen = async (by: Account) =>
    (await api.get(`/v2/claims/${claimId}`, by)).body.payouts[0].secondPerson;
  const why = 'You recorded this payout: another person confirms it.';
  expect([await seen(treasurer), await seen(administrator)]).toEqual([why, null]);
  const own = await confirm(first.payoutId, treasurer);
  expect([own.status, own.body.code]).toEqual([403, 'second_person']);
  const confirmed = await confirm(first.payoutId, administrator);
  expect([confirmed.status, confirmed.body.payouts[0].state]).toEqual([200, 'confirmed']);
  expect((await confirm(first.payoutId, administrator)).body.version).toBe(confirmed.body.version);
  // Who recorded it takes it back before the confirmation, not after.
  const undone = await correct(first.payoutId);
  expect([undone.status, undone.body.code, undone.body.detail]).toEqual([
    403,
    'second_person',
    await seen(treasurer),
  ]);
  expect(await seen(administrator)).toBeNull();

  const second = form(400_000, { method: 'cash', reference: null, payee: PAYEE.name });
  expect((await post('', second)).status).toBe(201);
  expect(await fund()).toMatchObject({ paidOut: 10_000, holds: -10_000 });
  expect((await correct(second.payoutId)).body).toMatchObject({ paidOut: 600_000 });
  expect((await correct(second.payoutId)).body).toMatchObject({ paidOut: 600_000 });
  expect((await confirm(second.payoutId, administrator)).body.code).toBe('payout_corrected');
  expect((await post('', form(400_000))).status).toBe(201);
  expect(await fund()).toMatchObject({ paidOut: 10_000, received: 0 });

  const [entry] = await entriesOf();
  expect(entry?.postings).toEqual([
    { account: `paid-out:${campaignId}`, amount: 600_000, organizationNumber },
    { account: 'offline:check', amount: -600_000 },
  ]);
  expect((await entriesOf()).map(({ total }) => total)).toEqual([600_000, 400_000, -400_000, 400_000]);
  const month = `/v2/organizations/${organizationNumber}/months/${today().slice(0, 7)}`;
  expect((await api.get(month, treasurer)).body).toMatchObject({ paidOut: 10_000, receivedTotal: 0 });
  const journal = (await api.get(`${month}/journal.csv`, treasurer)).text;
  expect(journal).toContain('Paid out to families');
  const history = await collection('audit_entries')
    .find({ 'subject.id': claimId })
    .sort({ seq: 1 })
    .toArray();
  expect(history.map(({ action }) => action)).toEqual([
    'claim.opened',
    'claim.paid',
    'claim.payout_confirmed',
    'claim.paid',
    'claim.payout_corrected',
    'claim.paid',
  ]);
  const receipt = `/v2/claims/${claimId}/payouts/${first.payoutId}/receipt.pdf`;
  expect((await api.get(receipt, treasurer)).headers['content-type']).toBe('application/pdf');
  await expectTheBooksToAgree(api);

  // What no claim has is reported, and what the ledger lacks.
  await ledgerEntries().updateOne({ _id: `payout:${first.payoutId}` }, { $set: { total: 1 as never } });
  const site = { now: new Date(), timeZone: 'UTC', doesRepair: false };
  const found = await payouts.problemsOf([campaignId], site as never);
  expect(found.get(campaignId)).toContain(`payout that the ledger lacks: payout:${first.payoutId}`);
});

it('is signed for on a phone, with a drawing or without: a document of the claim, on the receipt', async () => {
  const [drawn, typed] = [form(100), form(200)];
  for (const one of [drawn, typed]) await post('', one);
  const sign = (payoutId: string, body: object, by = treasurer) => post(`/${payoutId}/signature`, body, by);
  const png = pngOf(deflateSync(Buffer.alloc((4 * 4 + 1) * 2)));
  const [bomb, filter] = [Buffer.alloc(40_000_000), Buffer.alloc((4 * 4 + 1) * 2, 9)];
  for (const [wrong, path] of [
    [{ name: 'Ruth Miller', received: false }, 'received'],
    [{ name: '', received: true }, 'name'],
    ...[
      Buffer.from('<svg/>'),
      pngOf(Buffer.from('x')),
      pngOf(deflateSync(bomb)),
      pngOf(deflateSync(filter)),
    ].map((file) => [{ name: 'Ruth Miller', received: true, png: file.toString('base64') }, 'png'] as const),
  ] as const) {
    const { status, body } = await sign(drawn.payoutId, wrong);
    expect([status, body.errors[0].path]).toEqual([422, path]);
  }
  const signature = { name: 'Ruth Miller', received: true, png: png.toString('base64') };
  const all = await Promise.all([sign(drawn.payoutId, signature), sign(drawn.payoutId, signature)]);
  expect(all.map(({ status }) => status)).toEqual([200, 200]);
  expect((await sign(drawn.payoutId, signature)).status).toBe(200);
  const other = await sign(drawn.payoutId, { name: 'A Son', received: true });
  expect([other.status, other.body.code]).toEqual([409, 'payout_signed']);
  const { body } = await sign(typed.payoutId, { name: 'Hope Chapel', received: true });
  expect(body.payouts.map(({ signed }: { signed: { name: string } }) => signed.name)).toEqual([
    ...['Ruth Miller', 'Hope Chapel'],
  ]);
  expect(body.documents).toMatchObject([{ kind: 'receipt', type: 'image/png', size: png.length }]);
  const stored = await collection('claim_files').find({ claimId }).toArray();
  expect(stored).toHaveLength(1);

  const receipt = async (payoutId: string) => {
    const path = `/v2/claims/${claimId}/payouts/${payoutId}/receipt.pdf`;
    return pdfTextOf((await api.get(path, treasurer).buffer(true).responseType('blob')).body);
  };
  expect(await receipt(drawn.payoutId)).toContain('Drawn on the screen');
  expect(await receipt(typed.payoutId)).toContain('Ticked on the screen');
  const history = await collection('audit_entries')
    .find({ 'subject.id': claimId })
    .sort({ _id: 1 })
    .toArray();
  expect(history.map(({ action }) => action).slice(-3)).toEqual([
    ...['claim.payout_signed', 'claim.payout_signed', 'claim.document_read'],
  ]);
  const { DOCUMENTS_KEY } = api.deps.config;
  api.deps.config.DOCUMENTS_KEY = randomBytes(32).toString('base64');
  expect(await receipt(drawn.payoutId)).toContain('Signed on the phone of who paid');
  api.deps.config.DOCUMENTS_KEY = DOCUMENTS_KEY;
  const third = form(300);
  await post('', third);
  const claims = collection<{ _id: string; documents: object[] }>('claims');
  const [one] = (await claims.findOne({ _id: claimId }))?.documents ?? [];
  const full = Array.from({ length: DOCUMENTS_MAX }, () => one ?? {});
  await claims.updateOne({ _id: claimId }, { $set: { documents: full } });
  const refused = await sign(third.payoutId, signature);
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    [{ path: 'png', message: expect.stringContaining('room for no drawing') }],
  ]);
  expect((await sign(third.payoutId, { ...signature, png: null })).status).toBe(200);
  // Its term is that of every document: the receipt is printed without the drawing then.
  await collection<{ _id: string }>('claims').updateOne({ _id: claimId }, { $set: { documents: [] } });
  expect(await receipt(drawn.payoutId)).toContain('Signed on the phone of who paid');
  await correct(drawn.payoutId);
  expect((await sign(form(1).payoutId, signature)).status).toBe(404);
});

/** A PNG of 4 x 2 pixels. */
function pngOf(pixels: Buffer): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)]);
  };
  const head = Buffer.from([0, 0, 0, 4, 0, 0, 0, 2, 8, 6, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    ...[chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))],
  ]);
}

it('is refused to users who may not record payouts, and before a claim is approved', async () => {
  for (const role of ['manager', 'viewer'] as const)
    expect((await post('', form(1), await anAccount({ role, organizationNumber }))).status).toBe(403);
  const elsewhere = await anAccount({ role: 'treasurer', ...(await anOrganization()) });
  expect((await post('', form(1), elsewhere)).status).toBe(404);
  // The family neither records, confirms nor takes back, nor says who is paid.
  const { payoutId } = (await post('', form(1))).body.payouts[0];
  const dead = await collection<{ _id: string; memberId: string }>('claims').findOne({ _id: claimId });
  const son = await anAccount({
    memberId: dead?.memberId ?? null,
    role: 'administrator',
    organizationNumber,
  });
  const seen = (await api.get(`/v2/claims/${claimId}`, son)).body;
  expect([seen.may, seen.secondPerson]).toEqual([
    expect.not.arrayContaining(['pay', 'edit']),
    expect.stringContaining('You belong to this family'),
  ]);
  expect((await claim()).may).toEqual(expect.arrayContaining(['pay', 'edit']));
  const payees = (version: number, by: Account) =>
    api.request
      .patch(`/v2/claims/${claimId}`)
      .set(api.as(by))
      .send({ version, payees: [PAYEE, { kind: 'family', name: 'A Son' }] });
  for (const answer of [
    ...[await post('', form(1), son), await confirm(payoutId, son), await correct(payoutId, son)],
    await post(`/${payoutId}/signature`, { name: 'A Son', received: true }, son),
    await payees(seen.version, son),
  ])
    expect([answer.status, answer.body.code]).toEqual([403, 'second_person']);
  expect((await payees(seen.version, treasurer)).status).toBe(200);
  // A sign-in of long ago gives the password again.
  const now = api.deps.now();
  const { userId: sub, memberId: mid, email } = administrator;
  const old = { sub, mid, email, oid: null, sid: 'old', epoch: 0 };
  const until = new Date(now.getTime() + (SESSION_HOURS * 60 - 20) * 60_000);
  const token = api.deps.accessTokens.sign(old, now, until);
  for (const [path, body] of [
    ['', form(1)],
    [`/${payoutId}/confirm`, {}],
    [`/${payoutId}/correct`, { reason: 'Wrong check' }],
  ] as const) {
    const late = await api.request
      .post(`/v2/claims/${claimId}/payouts${path}`)
      .set('Authorization', `Bearer ${token}`)
      .send(body);
    expect([late.status, late.body.code], path).toEqual([403, 'step_up']);
  }
  expect((await correct(payoutId)).status).toBe(200);
  await ledgerEntries().deleteMany({ kind: 'payout' });
  await collection<{ _id: string }>('claims').updateOne({ _id: claimId }, { $set: { state: 'proposed' } });
  expect((await post('', form(1))).body.code).toBe('claim_state');
  expect(await entriesOf()).toEqual([]);
});

it('never pays more than was approved, of many at once, with corrections between', async () => {
  const paid = await Promise.all([1, 2, 3, 4, 5].map(() => post('', form(400_000))));
  const made = paid.filter(({ status }) => status === 201);
  expect(made.length).toBeGreaterThan(0);
  expect(paid.every(({ status }) => [201, 409, 422].includes(status))).toBe(true);
  expect((await claim()).paidOut).toBe(made.length * 400_000);
  expect(made.length).toBeLessThanOrEqual(2);

  // The rest, so that for the same again nothing is left.
  const same = form(APPROVED - made.length * 400_000);
  const again = await Promise.all([1, 2, 3, 4].map(() => post('', same)));
  expect(again.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 201]);
  expect(
    (await claim()).payouts.filter(({ amount }: { amount: number }) => amount === same.amount),
  ).toHaveLength(1);

  const [one] = (await claim()).payouts;
  await Promise.all([
    confirm(one.payoutId, administrator),
    correct(one.payoutId),
    correct(one.payoutId, administrator),
    post('', form(500_000)),
    post('', form(500_000), administrator),
  ]);
  const { paidOut, payouts: all } = await claim();
  expect(paidOut).toBeLessThanOrEqual(APPROVED);
  expect(['confirmed', 'corrected']).toContain(all[0].state);
  // The id of a payout of another claim.
  claimId = await aClaim();
  expect((await post('', same)).body.code).toBe('idempotency_mismatch');
  await expectTheBooksToAgree(api);
});

it('is whole or not at all, killed at every write', async () => {
  const given = form(300_000);
  for (let writes = 0; ; writes += 1) {
    const { result, isInterrupted } = await interruptedAfter(writes, () => post('', given));
    const { paidOut } = await claim();
    expect([0, 300_000]).toContain(paidOut);
    expect((await entriesOf()).length).toBe(paidOut ? 1 : 0);
    if (!isInterrupted) {
      expect([200, 201]).toContain(result.status);
      break;
    }
    expect(writes).toBeLessThan(40);
  }
  for (let writes = 0; ; writes += 1) {
    const { isInterrupted } = await interruptedAfter(writes, () => correct(given.payoutId));
    const { paidOut } = await claim();
    expect((await entriesOf()).length).toBe(paidOut ? 1 : 2);
    if (!isInterrupted) break;
    expect(writes).toBeLessThan(40);
  }
  expect((await claim()).paidOut).toBe(0);
  await expectTheBooksToAgree(api);
});
