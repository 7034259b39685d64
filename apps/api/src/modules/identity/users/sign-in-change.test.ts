import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aHousehold, aMember, anAccount, anOrganization, TEST_AUTHOR } from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { mailsTo } from '../../../../test/mails.ts';
import type { MemberRecord } from '../../people/members/member.service.ts';
import { createUser } from './user.service.ts';

const PASSWORD = 'Demo1234';
let api: Api;
let ruth: Account;
let samuel: Account;
let organizationNumber: string;
let count = 0;
beforeAll(async () => {
  api = await startApi();
  organizationNumber = (await anOrganization()).organizationNumber;
  ruth = await anAccount({ role: 'manager', organizationNumber });
  samuel = await anAccount({ role: 'administrator', organizationNumber });
});
afterAll(() => api.stop());

let member: MemberRecord;
let account: Account;
let email: string;
/** The sign-in of a member, with a password. */
async function aSignIn(memberId: string): Promise<Account> {
  const address = `sign-in-${(count += 1)}@demo.test`;
  const now = api.deps.now();
  const user = { email: address, password: PASSWORD, isEmailConfirmed: true, memberId, now };
  return { userId: (await createUser(user, TEST_AUTHOR))._id, memberId, email: address };
}
beforeEach(async () => {
  member = await aMember({ organizationNumber, firstNm: 'Ana', lastNm: 'Rivera' });
  account = await aSignIn(member._id);
  email = `new-mailbox-${(count += 1)}@example.org`;
});

const path = (rest = '') => `/v2/members/${member._id}/sign-in${rest}`;
const read = async (by: Account) => (await api.get(path(), by).expect(200)).body;
const ask = (by: Account, body: object) => api.request.post(path('/change')).set(api.as(by)).send(body);
const askAddress = (by = ruth) => ask(by, { type: 'address', email, reason: 'Lost the mailbox' });
const confirm = (by: Account, requestedDt: string, typed: string | null = null) =>
  api.request.post(path('/change/confirm')).set(api.as(by)).send({ requestedDt, email: typed });
const signIn = (username: string) =>
  api.request.post('/v2/token').type('form').send({ username, password: PASSWORD });
const subjects = async (to: string) => (await mailsTo(api, to)).map(({ subject }) => subject);

describe('another sign-in address', () => {
  it('is asked for by one person and confirmed by a second, who types it again', async () => {
    const { body } = await askAddress().expect(201);
    expect(body).toMatchObject({
      email: account.email,
      change: { type: 'address', email, reason: 'Lost the mailbox', isOwn: true },
    });
    const { requestedDt } = body.change;
    expect((await confirm(ruth, requestedDt, email)).body).toMatchObject({
      status: 403,
      code: 'second_person',
    });
    const { change } = await read(samuel);
    expect(change).toMatchObject({ isOwn: false });
    const typo = await confirm(samuel, requestedDt, 'another@example.org');
    expect([typo.status, typo.body.errors]).toEqual([
      422,
      [{ path: 'email', message: 'This is not the address that was asked for' }],
    ]);
    const token = (await signIn(account.email).expect(200)).body as Record<string, string>;

    const done = await confirm(samuel, requestedDt, ` ${email.toUpperCase()} `).expect(200);
    expect(done.body).toMatchObject({ email, change: null });
    await signIn(account.email).expect(401);
    await signIn(email).expect(200);
    await api.request.post('/token/refresh').send({ userToken: token['user_token'] }).expect(401);
    expect(await subjects(email)).toEqual(['You sign in with this address now']);
    expect(await subjects(account.email)).toEqual(['You no longer sign in with this address']);
    expect((await mailsTo(api, account.email))[0]?.text).not.toContain(email);
    const { entries } = (
      await api.get(`/v2/audit?subject_type=member&subject_id=${member._id}`, samuel).expect(200)
    ).body;
    expect(entries.slice(0, 2)).toMatchObject([
      {
        action: 'account.address_changed',
        changes: [{ field: 'user', from: account.email, to: email }],
        reason: 'Lost the mailbox',
        actor: { email: samuel.email },
      },
      { action: 'account.change_requested', actor: { email: ruth.email } },
    ]);
    // The old address is free again.
    const again = { email: account.email, password: 'Demo12345', confirmPassword: 'Demo12345', terms: true };
    await api.request.post('/register').send(again).expect(201);
  });

  it('is changed once by two who confirm at the same time', async () => {
    const { requestedDt } = (await askAddress().expect(201)).body.change;
    const other = await anAccount({ role: 'manager', organizationNumber });
    const answers = await Promise.all(
      [samuel, other, samuel, other].map((by) => confirm(by, requestedDt, email)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    expect(await subjects(email)).toHaveLength(1);
  });

  it('is refused if another account has it, even since the request', async () => {
    const taken = await anAccount();
    const refused = await ask(ruth, { type: 'address', email: taken.email, reason: 'Lost the mailbox' });
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, 'email']);
    const { requestedDt } = (await askAddress().expect(201)).body.change;
    const now = api.deps.now();
    await createUser({ email, password: PASSWORD, isEmailConfirmed: true, memberId: null, now }, TEST_AUTHOR);
    await confirm(samuel, requestedDt, email).expect(422);
    expect((await read(samuel)).email).toBe(account.email);
  });

  it('takes the address of a registration that nobody confirmed, which is gone then', async () => {
    const form = { email, password: 'Demo12345', confirmPassword: 'Demo12345', terms: true };
    await api.request.post('/register').send(form).expect(201);
    const { requestedDt } = (await askAddress().expect(201)).body.change;
    await confirm(samuel, requestedDt, email).expect(200);
    await signIn(email).expect(200);
    const other = { username: email, password: 'Demo12345' };
    await api.request.post('/v2/token').type('form').send(other).expect(401);
  });

  it.each([
    ['without an address', { type: 'address', reason: 'Lost the mailbox' }, 'email'],
    ['that is none', { type: 'address', email: 'x', reason: 'Lost the mailbox' }, 'email'],
    ['without a reason', { type: 'address', email: 'a@example.org' }, 'reason'],
    ['of no known kind', { type: 'password', reason: 'Lost the mailbox' }, 'type'],
  ])('is refused %s', async (_what, body, field) => {
    const refused = await ask(ruth, body).expect(422);
    expect(refused.body.errors[0].path).toBe(field);
  });

  it('is refused for a sign-in with roles, because who gets its mailbox would get them', async () => {
    account = await anAccount({
      role: 'viewer',
      organizationNumber,
      memberId: (await aMember({ organizationNumber }))._id,
    });
    member = { ...member, _id: account.memberId ?? '' };
    expect((await askAddress()).body).toMatchObject({ status: 409, code: 'sign_in_has_roles' });
    expect((await read(ruth)).hasRoles).toBe(true);
  });

  it('waits once for each member, and can be withdrawn', async () => {
    await askAddress().expect(201);
    expect((await askAddress(samuel)).body).toMatchObject({ status: 409, code: 'sign_in_change_waits' });
    const { signInChanges } = (await api.get('/v2/staff/attention', samuel).expect(200)).body;
    expect(signInChanges.first).toContainEqual({ member_id: member._id, name: 'Ana Rivera' });
    await api.request.delete(path('/change')).set(api.as(ruth)).expect(204);
    expect((await read(ruth)).change).toBeNull();
    await askAddress(samuel).expect(201);
  });

  it('is not confirmed as it was read once it is another', async () => {
    const { requestedDt } = (await askAddress().expect(201)).body.change;
    await api.request.delete(path('/change')).set(api.as(ruth)).expect(204);
    await ask(ruth, { type: 'address', email: `x${email}`, reason: 'Lost the mailbox' }).expect(201);
    expect((await confirm(samuel, requestedDt, email)).body).toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
    });
  });
});

describe('unlinking a sign-in', () => {
  it('lets the member link another account, with a mail to both', async () => {
    const { requestedDt } = (await ask(ruth, { type: 'unlink', reason: 'Lost the mailbox' }).expect(201)).body
      .change;
    await confirm(ruth, requestedDt).expect(403);
    const { body } = await confirm(samuel, requestedDt).expect(200);
    expect(body).toMatchObject({ email: null, change: null });
    expect(await subjects(account.email)).toEqual(['Your account is no longer linked']);
    expect((await ask(ruth, { type: 'unlink', reason: 'Lost the mailbox' })).body.code).toBe('no_sign_in');
    const own = { memberId: null };
    const form = { lastNm: 'Rivera', birthDt: member.birthDt, phone: member.phones[0]?.phoneNbr.slice(-4) };
    const newcomer = await anAccount(own);
    await api.request.post('/v2/identity/account-link').set(api.as(newcomer)).send(form).expect(200);
  });

  it('frees the mailbox of a deceased member for the widow who shares it', async () => {
    const { primary, members } = await aHousehold({ organizationNumber, size: 2 });
    const hans = await aSignIn(primary._id);
    member = primary;
    const died = { event: 'death', deceasedDt: '2026-01-02', primaryMemberId: members[1]?._id };
    await api.request.post(`/v2/members/${primary._id}/life-events`).set(api.as(ruth)).send(died).expect(200);
    expect(await read(ruth)).toMatchObject({ email: hans.email, isEnded: true });
    expect((await askAddress()).body.code).toBe('sign_in_ended');
    const { requestedDt } = (await ask(ruth, { type: 'unlink', reason: 'A shared mailbox' }).expect(201)).body
      .change;
    await confirm(samuel, requestedDt).expect(200);
    await signIn(hans.email).expect(200);
  });
});

describe('a couple with one mailbox', () => {
  it('is shown to the office: who signs in with the address of the other’s record', async () => {
    const wife = await aMember({
      organizationNumber,
      emails: [{ email: account.email, email_type: 'primary' }],
    });
    member = wife;
    expect(await read(ruth)).toMatchObject({
      email: null,
      sharedWith: [{ member_id: account.memberId, name: 'Ana Rivera', email: account.email }],
    });
  });

  it('is not shown where the other one is out of scope', async () => {
    const elsewhere = await anAccount({ memberId: (await aMember())._id });
    member = await aMember({
      organizationNumber,
      emails: [{ email: elsewhere.email, email_type: 'primary' }],
    });
    expect((await read(ruth)).sharedWith).toEqual([]);
  });
});
