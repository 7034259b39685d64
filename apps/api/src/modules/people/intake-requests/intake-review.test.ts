import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLES } from '@kinfold/domain/role';
import { aMember, anAccount, anIntakeRequest, anOrganization } from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { collection } from '../../../platform/database.ts';
import { deliverMails } from '../../../work/outbox.ts';

let api: Api;
let tree: string;
let branch: string;
let manager: Account;
let root: Account;
beforeAll(async () => {
  api = await startApi();
  tree = (await anOrganization()).organizationNumber;
  branch = (await anOrganization({ parentOrganization: tree, organizationName: 'Grace Chapel' }))
    .organizationNumber;
  manager = await anAccount({ role: 'manager', organizationNumber: tree });
  root = await anAccount({ role: 'administrator' });
});
afterAll(() => api.stop());

const list = (number: string, account: Account, query = '') =>
  api.get(`/v2/organizations/${number}/intake-requests${query}`, account);
const read = (id: string, account = manager) => api.get(`/v2/intake-requests/${id}`, account);
const post = (id: string, what: string, body: object, account = manager) =>
  api.request.post(`/v2/intake-requests/${id}/${what}`).set(api.as(account)).send(body);
const ANA = { firstNm: 'Ana', lastNm: 'Lima', birthDt: '03/14/1985', relationship: 'Head of Household' };
const atBranch = (more: object = {}) => anIntakeRequest({ organizationNumber: branch, ...more });
const idsOf = (body: { intakeRequests: { _id: string }[] }) => body.intakeRequests.map(({ _id }) => _id);
const sent = async (to: string) => {
  await deliverMails(api.deps);
  return api.mails.filter((mail) => mail.to === to).map(({ subject, text }) => `${subject} ${text}`);
};
const history = async (id: string) =>
  (await api.get(`/v2/audit?subject_type=intake_request&subject_id=${id}`, root)).body.entries.map(
    ({ action, reason }: { action: string; reason: string | null }) => [action, reason],
  );

describe('requests to become a member', () => {
  it('are listed newest first, page after page, for an organization and all below it', async () => {
    const place = (await anOrganization({ parentOrganization: branch })).organizationNumber;
    const made: { id: string; at: number }[] = [];
    // Three of one millisecond, within which a page ends.
    for (const at of [0, 1, 1, 1, 2].map((ms) => 1_780_000_000_000 + ms))
      made.push({ at, id: await anIntakeRequest({ organizationNumber: place, createdDt: new Date(at) }) });
    const newestFirst = made.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).map(({ id }) => id);
    const seen: string[] = [];
    let next = '';
    for (;;) {
      const { body } = await list(tree, manager, `?status=new&page_size=2&cursor=${next}`);
      seen.push(...idsOf(body));
      next = body.next ?? '';
      if (!next) break;
    }
    expect(seen.filter((id) => newestFirst.includes(id))).toEqual(newestFirst);
    expect(idsOf((await list(place, manager)).body)).toEqual(newestFirst);
  });

  it('say whom they are likely to be, of the reader’s own organizations only', async () => {
    const phones = [{ phoneNbr: '2405550142' }];
    const { _id } = await aMember({
      firstNm: 'Anna',
      lastNm: 'Lima',
      birthDt: '1971-01-02',
      phones,
      organizationNumber: tree,
    });
    const elsewhere = await aMember({ firstNm: 'Ana', lastNm: 'Lima', birthDt: '1971-01-02', phones });
    const id = await atBranch({ lastNm: 'Lima', birthDt: '1971-01-02', phone: '2405550142' });
    const { body } = await read(id);
    expect(body.likelyDuplicates).toMatchObject([{ _id, reasons: ['birth_date_and_name', 'phone'] }]);
    expect(body).not.toHaveProperty('scope');
    const ids = (await read(id, root)).body.likelyDuplicates.map(
      (duplicate: { _id: string }) => duplicate._id,
    );
    expect(ids.toSorted()).toEqual([_id, elsewhere._id].toSorted());
  });
});

describe('a member made of a request', () => {
  it('is made with the data of the form, a mail to the person and an entry in the history', async () => {
    const id = await atBranch({ email: 'ana@lima.test' });
    const emails = [{ email: 'ana@lima.test', email_type: 'primary' }];
    const { status, body } = await post(id, 'member', { ...ANA, emails, organizationNumber: '' });
    expect([status, body.firstNm, body.organizationNumber, body.emails]).toEqual([
      201,
      'Ana',
      branch,
      emails,
    ]);
    expect((await read(id)).body).toMatchObject({
      status: 'member',
      decision: { by: manager.email, member_id: body._id, reason: null },
      likelyDuplicates: [],
    });
    const [mail = '', ...others] = await sent('ana@lima.test');
    expect(others).toEqual([]);
    expect(mail).toContain('You are a member of Grace Chapel');
    expect(mail).toContain(body.memberId);
    expect(await history(id)).toEqual([['intake.accepted', null]]);
    expect(idsOf((await list(branch, manager)).body)).not.toContain(id);
    expect(idsOf((await list(branch, manager, '?status=member')).body)).toContain(id);
  });

  it('is made once, by the first of two at once; the other reads who did it', async () => {
    const id = await atBranch({ lastNm: 'Twice' });
    const form = { ...ANA, lastNm: 'Twice' };
    const answers = await Promise.all([
      post(id, 'member', form),
      post(id, 'member', form, root),
      post(id, 'dismiss', { reason: 'Not one of ours' }, root),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status < 300)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(2);
    for (const { body } of refused) {
      expect(body.code).toBe('intake_answered');
      expect(body.detail).toMatch(/(made a member of|dismissed) this request already/);
      expect(body.current.status).not.toBe('new');
    }
    const isMade = answers.slice(0, 2).some(({ status }) => status === 201);
    expect(await collection('members').countDocuments({ lastNm: 'Twice' })).toBe(isMade ? 1 : 0);
  });

  it('of a request without an organization is made by the root’s staff, who choose one', async () => {
    const id = await anIntakeRequest();
    expect((await read(id)).status).toBe(404);
    const answer = await post(id, 'member', ANA, root);
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      [{ path: 'organizationNumber', message: 'Choose an organization of yours' }],
    ]);
    expect((await post(id, 'member', { ...ANA, organizationNumber: branch }, root)).status).toBe(201);
  });

  it('is refused with each wrong field, and for an organization of others; the request stays', async () => {
    const id = await atBranch();
    const other = (await anOrganization()).organizationNumber;
    const wrong = await post(id, 'member', {
      firstNm: '',
      lastNm: '',
      birthDt: '02/30/1985',
      relationship: 'x',
    });
    expect(wrong.body.errors.map(({ path }: { path: string }) => path)).toEqual([
      'firstNm',
      'lastNm',
      'birthDt',
      'relationship',
    ]);
    expect((await post(id, 'member', { ...ANA, birthDt: '01/01/2099' })).status).toBe(422);
    expect((await post(id, 'member', { ...ANA, organizationNumber: other })).status).toBe(422);
    expect((await read(id)).body.status).toBe('new');
  });
});

describe('a dismissal', () => {
  it('mails the reason to the person, after the time in which it can be undone', async () => {
    const id = await atBranch({ email: 'gone@lima.test' });
    expect((await post(id, 'dismiss', { reason: 'You are a member already' })).status).toBe(204);
    expect(await sent('gone@lima.test')).toEqual([]);
    api.advance(600_000);
    const [mail = ''] = await sent('gone@lima.test');
    expect(mail).toContain('They write: You are a member already');
    expect(await history(id)).toEqual([['intake.dismissed', 'You are a member already']]);
  });

  it('is undone with its mail, and may be made again', async () => {
    const id = await atBranch({ email: 'back@lima.test' });
    await post(id, 'dismiss', { reason: 'By mistake' });
    expect((await post(id, 'restore', {})).status).toBe(204);
    expect((await post(id, 'restore', {})).status).toBe(409);
    api.advance(600_000);
    expect(await sent('back@lima.test')).toEqual([]);
    expect((await read(id)).body).toMatchObject({ status: 'new', decision: null });
    expect((await post(id, 'dismiss', { reason: 'Now for good' })).status).toBe(204);
    api.advance(600_000);
    expect(await sent('back@lima.test')).toHaveLength(1);
  });

  it('needs a reason', async () => {
    const id = await atBranch();
    const { status, body } = await post(id, 'dismiss', { reason: ' x ' });
    expect([status, body.errors]).toEqual([
      422,
      [{ path: 'reason', message: 'Say why, in 3 to 300 characters' }],
    ]);
  });
});

describe('who may', () => {
  it.each(ROLES)('%s, at the organization and above it', async (role) => {
    const isReviewer = role === 'manager' || role === 'administrator';
    for (const organizationNumber of [branch, tree]) {
      const account = await anAccount({ role, organizationNumber });
      const id = await atBranch();
      expect((await list(branch, account)).status).toBe(isReviewer ? 200 : 403);
      expect((await read(id, account)).status).toBe(isReviewer ? 200 : 404);
      expect((await post(id, 'dismiss', { reason: 'Known' }, account)).status).toBe(isReviewer ? 204 : 404);
      expect((await post(id, 'restore', {}, account)).status).toBe(isReviewer ? 204 : 404);
      expect((await post(id, 'member', ANA, account)).status).toBe(isReviewer ? 201 : 404);
    }
  });

  it('nobody of another tree', async () => {
    const other = (await anOrganization()).organizationNumber;
    const stranger = await anAccount({ role: 'administrator', organizationNumber: other });
    const id = await atBranch();
    for (const account of [stranger, await anAccount()]) {
      expect((await list(branch, account)).status).toBe(403);
      expect((await list('*', account)).status).toBe(403);
      expect((await read(id, account)).status).toBe(404);
      expect((await post(id, 'member', ANA, account)).status).toBe(404);
    }
    expect(idsOf((await list(other, stranger)).body)).toEqual([]);
    expect(idsOf((await list('*', root)).body)).toContain(id);
    expect((await list('nowhere', root)).status).toBe(404);
  });
});
