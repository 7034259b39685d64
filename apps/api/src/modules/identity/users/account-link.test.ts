import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApi, type Api } from '../../../../test/harness.ts';
import { linkOf, mailsTo } from '../../../../test/mails.ts';
import { collection } from '../../../platform/database.ts';
import { workOnJobs } from '../../../work/job-worker.ts';
import { CUSTOMER_REMOVAL_JOB, customerRemovalJob } from '../../money/cards/customer-removal.service.ts';
import { createMember, type NewMember } from '../../people/members/new-member.service.ts';
import { addContact } from '../../people/contacts/contact.service.ts';
import { createOrganization } from '../../organizations/organizations/organization.service.ts';
import { findHeldRoles } from '../roles/role.service.ts';
import { createUser, findUser } from './user.service.ts';
import { aSavedCard, TEST_AUTHOR, unlink } from '../../../../test/factories.ts';

let api: Api;
const anOrganization = (organizationNumber: string) =>
  createOrganization({ organizationNumber, organizationName: 'Grace' }, TEST_AUTHOR, api.deps.now());
beforeAll(async () => {
  api = await startApi();
  await anOrganization('1001');
});
afterAll(() => api.stop());

const HOUR = 3_600_000;
let count = 0;
/** A member whose birth date and phone are like no other's, unless given, and what is typed to link to them. */
async function aMember(given: Partial<NewMember> & { phone?: string } = {}) {
  count += 1;
  const { phone = `301555${String(count).padStart(4, '0')}`, ...rest } = given;
  const birthDt = new Date(Date.UTC(1940, 0, count)).toISOString().slice(0, 10);
  const member = await createMember(
    {
      firstNm: 'Ana',
      lastNm: 'Rivera',
      birthDt,
      organizationNumber: '1001',
      phones: [{ phoneNbr: phone }],
      ...rest,
    },
    TEST_AUTHOR,
    api.deps.now(),
  );
  return { member, form: { lastNm: member.lastNm, birthDt: member.birthDt, phone: phone.slice(-4) } };
}
async function aNewcomer(memberId: string | null = null) {
  const email = `newcomer${(count += 1)}@demo.test`;
  const user = await createUser(
    {
      email,
      password: 'Demo1234',
      isEmailConfirmed: true,
      memberId,
      now: api.deps.now(),
    },
    TEST_AUTHOR,
  );
  return { userId: user._id, memberId, email };
}
type Account = Awaited<ReturnType<typeof aNewcomer>>;
const link = (account: Account, body: object) =>
  api.request.post('/v2/identity/account-link').set(api.as(account)).send(body);
const notFound = ({ status }: { status: number }) => expect(status).toBe(404);
const refresh = (userToken: string) => api.request.post('/token/refresh').send({ userToken });

describe('linking an account', () => {
  it('links the one member that matches, returns tokens with it, and sends a mail about it', async () => {
    const { member, form } = await aMember();
    const account = await aNewcomer();
    const signedIn = await api.request
      .post('/v2/token')
      .type('form')
      .send({ username: account.email, password: 'Demo1234' });
    const { body } = await link(account, form).expect(200);
    const tokens = body as { access_token: string; user_token: string };
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 900 });
    expect(api.deps.accessTokens.verify(tokens.access_token, api.deps.now())).toMatchObject({
      userId: account.userId,
      memberId: member._id,
      organizationNumber: '1001',
      email: account.email,
    });
    for (const userToken of [tokens.user_token, (signedIn.body as typeof tokens).user_token]) {
      const { access_token } = (await refresh(userToken).expect(200)).body as typeof tokens;
      expect(api.deps.accessTokens.verify(access_token, api.deps.now())).toMatchObject({
        memberId: member._id,
      });
    }
    const [mail] = await mailsTo(api, account.email);
    expect(mail?.subject).toBe('Your account is linked');
    expect(linkOf(mail).href).toBe('http://localhost:8080/sign-in');
  });

  it('ignores case, accents and spaces of the name, and checks every phone', async () => {
    const { form } = await aMember({
      lastNm: 'De La Peña',
      phones: [{ phoneNbr: '3015550000' }, { phoneNbr: '(240) 555-7781' }],
    });
    await link(await aNewcomer(), { ...form, lastNm: ' delapena ', phone: '240-555-7781' }).expect(200);
  });

  it.each([{ lastNm: 'Riveras' }, { birthDt: '03/15/1985' }, { phone: '9999' }])(
    'answers 404 with the one failure text when %j does not match',
    async (wrong) => {
      const { form } = await aMember();
      const account = await aNewcomer();
      const { body } = await link(account, { ...form, ...wrong }).expect(404);
      expect(body).toMatchObject({
        code: 'link_failed',
        detail: 'Cannot link your account. Please verify your information and try again.',
      });
      expect(await findUser(account.userId)).toMatchObject({ memberId: null, organizationNumber: null });
    },
  );

  it('answers 404 when several members match, and links the last one without a user', async () => {
    const twin = { birthDt: '1985-03-14', phone: '3015559001' };
    const { member, form } = await aMember(twin);
    await aMember(twin);
    await link(await aNewcomer(), form).expect(404);
    await aNewcomer(member._id);
    await link(await aNewcomer(), form).expect(200);
    await link(await aNewcomer(), form).expect(404);
  });

  it('asks for the first name if only that distinguishes twins, and only then', async () => {
    const twin = { birthDt: '1986-03-14', phone: '3015559002' };
    const { member, form } = await aMember({ ...twin, firstNm: 'Eva' });
    await aMember({ ...twin, firstNm: 'Ruth' });
    const account = await aNewcomer();
    const { body } = await link(account, form).expect(409);
    expect(body).toMatchObject({ code: 'first_name_needed', detail: 'Please add your first name.' });
    await link(account, { ...form, firstNm: 'Ana' }).expect(404);
    await link(account, { ...form, firstNm: ' éva ' }).expect(200);
    expect(await findUser(account.userId)).toMatchObject({ memberId: member._id });
    // The other one is still told by her name.
    await link(await aNewcomer(), { ...form, firstNm: 'Eva' }).expect(404);
    await link(await aNewcomer(), form).expect(409);
    await link(await aNewcomer(), { ...form, firstNm: 'Ruth' }).expect(200);
  });

  it.each([
    ['Xu', 'xu', 200],
    ['Xu', 'Xue', 404],
    ['Xue', 'Xu', 404],
    ['O', 'O', 200],
    ['Okafor', 'Okafor Jr.', 200],
    ['Okafor Jr', 'Okafor', 200],
  ])('knows the whole last name of %s: %s is answered with %i', async (lastNm, typed, status) => {
    const { form } = await aMember({ lastNm });
    await link(await aNewcomer(), { ...form, lastNm: typed }).expect(status);
  });

  it('compares the last 4 digits of a number of another country', async () => {
    const { form } = await aMember({ phones: [{ phoneNbr: '+442079460958' }] });
    await link(await aNewcomer(), { ...form, phone: '+44 20 7946 0958' }).expect(200);
  });

  it('gives a member to one of several users who ask at once', async () => {
    const { member, form } = await aMember();
    const accounts = await Promise.all(Array.from({ length: 8 }, () => aNewcomer()));
    const answers = await Promise.all(accounts.map((account) => link(account, form)));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      200,
      ...Array<number>(7).fill(404),
    ]);
    const users = await Promise.all(accounts.map(({ userId }) => findUser(userId)));
    expect(users.filter((user) => user?.memberId === member._id)).toHaveLength(1);
  });

  it('answers 409 to users who are already linked', async () => {
    const { member } = await aMember();
    const { form } = await aMember();
    const { body } = await link(await aNewcomer(member._id), form).expect(409);
    expect(body).toMatchObject({ code: 'already_linked' });
  });

  it('wants someone signed in', async () => {
    await api.request.post('/v2/identity/account-link').send({}).expect(401);
  });

  it.each<[object, string, string]>([
    [{ lastNm: '12' }, 'lastNm', 'Invalid Last Name'],
    [{ lastNm: '' }, 'lastNm', 'Invalid Last Name'],
    [{ lastNm: { $gt: '' } }, 'lastNm', 'Invalid Last Name'],
    [{ birthDt: '02/30/1985' }, 'birthDt', 'Invalid Date of Birth'],
    [{ birthDt: 19850314 }, 'birthDt', 'Invalid Date of Birth'],
    [{ phone: '123' }, 'phone', 'Invalid Phone Number'],
    [{ phone: ['0142'] }, 'phone', 'Invalid Phone Number'],
  ])('answers 422 to %j', async (wrong, path, message) => {
    const form = { lastNm: 'Rivera', birthDt: '03/14/1985', phone: '0142', ...wrong };
    const { body } = await link(await aNewcomer(), form).expect(422);
    expect(body).toMatchObject({ errors: [{ path, message }] });
  });
});

describe('guessing', () => {
  it('stops after 10 tries of a user, at whomever', async () => {
    const account = await aNewcomer();
    const { form } = await aMember();
    for (let attempt = 0; attempt < 10; attempt += 1)
      await link(account, { ...form, birthDt: `1990-01-${attempt + 10}` }).expect(404);
    await link(account, form).expect(429);
  });

  it('at one person stops after 10 tries a day, over all accounts and however the name is spelled', async () => {
    const { form } = await aMember({ lastNm: 'Peña Nieto' });
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const lastNm = ['Peña Nieto', 'pena nieto', 'PENANIETO'][attempt % 3];
      await link(await aNewcomer(), { ...form, lastNm, phone: '9999' }).expect(404);
    }
    await link(await aNewcomer(), form).expect(429);
    api.advance(23 * HOUR);
    await link(await aNewcomer(), form).expect(429);
    api.advance(1.1 * HOUR);
    await link(await aNewcomer(), form).expect(200);
  });

  it('at one person by strangers does not stop the account whose email is in the record', async () => {
    const owner = await aNewcomer();
    const emails = [{ email: ` ${owner.email.toUpperCase()}`, email_type: 'primary' }];
    const { form } = await aMember({ emails });
    const guess = async (account: Account) => link(account, { ...form, phone: '9999' });
    for (let attempt = 0; attempt < 10; attempt += 1) await guess(await aNewcomer()).then(notFound);
    await link(await aNewcomer(), form).expect(429);
    // It has its own limit all the same.
    for (let attempt = 0; attempt < 9; attempt += 1) await guess(owner).then(notFound);
    await link(owner, form).expect(200);
  });

  it('by others at the same address stops nobody in a browser that has signed in to the account', async () => {
    api.advance(HOUR);
    const owner = await aNewcomer();
    const { form } = await aMember();
    const answer = await api.request
      .post('/v2/token')
      .type('form')
      .send({ username: owner.email, password: 'Demo1234' })
      .expect(200);
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    for (let account = 0; account < 10; account += 1) {
      const stranger = await aNewcomer();
      const tries = Array.from({ length: 10 }, (_, day) =>
        link(stranger, { ...form, birthDt: `19${account + 50}-02-${day + 10}` }),
      );
      for (const { status } of await Promise.all(tries)) expect(status).toBe(404);
    }
    await link(owner, form).expect(429);
    await link(owner, form).set('Cookie', cookie).expect(200);
    api.advance(HOUR);
  });

  it('lets no more than 10 of many tries at once through', async () => {
    const { form } = await aMember();
    const accounts = await Promise.all(Array.from({ length: 20 }, () => aNewcomer()));
    const answers = await Promise.all(accounts.map((one) => link(one, { ...form, phone: '9999' })));
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  it('is answered alike for a person whom nobody knows', async () => {
    const { form } = await aMember({ emails: [{ email: 'known@demo.test', email_type: 'primary' }] });
    const answersOf = async (target: object) => {
      const answers = [];
      for (let attempt = 0; attempt < 12; attempt += 1)
        answers.push(await link(await aNewcomer(), { ...form, ...target, phone: '9999' }));
      return answers.map(({ status, body }) => ({ status, body: { ...(body as object), instance: '' } }));
    };
    expect(await answersOf({ lastNm: 'Nobody' })).toEqual(await answersOf({}));
  });

  it('is reported to the member, once a day', async () => {
    const to = 'guessed@demo.test';
    const { form } = await aMember({ emails: [{ email: to, email_type: 'primary' }] });
    const guess = async (times: number) => {
      for (let attempt = 0; attempt < times; attempt += 1)
        await link(await aNewcomer(), { ...form, phone: '9999' });
      return mailsTo(api, to);
    };
    expect(await guess(10)).toHaveLength(0);
    const [mail, ...more] = await guess(4);
    expect(mail?.subject).toBe('Somebody tried to link a sign-in to your membership');
    expect(mail?.text).toContain('Grace');
    expect(more).toHaveLength(0);
    api.advance(25 * HOUR);
    expect(await guess(12)).toHaveLength(2);
  });
});

describe('a link', () => {
  it('is reported to the member at every email of the record, without the full name of the account', async () => {
    const emails = ['ana@demo.test', 'ana.work@demo.test'].map((email) => ({ email, email_type: 'primary' }));
    const { form } = await aMember({ emails });
    const account = await aNewcomer();
    await link(account, form).expect(200);
    for (const { email } of emails) {
      const [mail, ...more] = await mailsTo(api, email);
      expect(mail?.subject).toBe('A sign-in was linked to your membership');
      expect(mail?.text).toContain('n•••@demo.test');
      expect(mail?.text).not.toContain(account.email);
      expect(more).toHaveLength(0);
    }
  });

  it('by the email of the record is reported to it once', async () => {
    const account = await aNewcomer();
    const { form } = await aMember({ emails: [{ email: account.email, email_type: 'primary' }] });
    await link(account, form).expect(200);
    expect(await mailsTo(api, account.email)).toHaveLength(1);
  });

  it('to a member without an email is reported to the contacts of the organization', async () => {
    await anOrganization('1002');
    const emails = [{ email: 'pastor@demo.test', email_type: 'primary' }];
    const pastor = await aMember({ organizationNumber: '1002', emails });
    const contact = { member_id: pastor.member._id, title: 'Church Pastor' as const };
    await addContact(pastor.member, contact, TEST_AUTHOR, api.deps.now());
    const { member, form } = await aMember({ organizationNumber: '1002' });
    await link(await aNewcomer(), form).expect(200);
    const [mail] = await mailsTo(api, 'pastor@demo.test');
    expect(mail?.subject).toBe(`A sign-in was linked to Ana Rivera (${member.memberId})`);
    expect(mail?.text).toContain('your records have no email address for this member');
  });
});

describe('a link to a member without an email', () => {
  it('is reported to the contacts of the nearest organization above that has one with an email', async () => {
    const now = api.deps.now();
    const parts = { '2001': null, '2002': '2001', '2003': '2002', '2004': '2003' };
    for (const [organizationNumber, parentOrganization] of Object.entries(parts))
      await createOrganization(
        { organizationNumber, organizationName: `Part ${organizationNumber}`, parentOrganization },
        TEST_AUTHOR,
        now,
      );
    for (const [organizationNumber, email] of [
      ['2001', 'highest@demo.test'],
      ['2002', 'nearest@demo.test'],
      ['2003', undefined],
    ] as const) {
      const emails = email ? [{ email, email_type: 'primary' }] : [];
      const { member } = await aMember({ organizationNumber, emails });
      await addContact(member, { member_id: member._id, title: 'Church Pastor' }, TEST_AUTHOR, now);
    }
    const { member, form } = await aMember({ organizationNumber: '2004' });
    await link(await aNewcomer(), form).expect(200);
    const [mail, ...more] = await mailsTo(api, 'nearest@demo.test');
    expect(mail?.subject).toBe(`A sign-in was linked to Ana Rivera (${member.memberId})`);
    expect(more).toHaveLength(0);
    expect(await mailsTo(api, 'highest@demo.test')).toHaveLength(0);
  });
});

/** Makes one insert into a collection fail, counted from now; `vi.restoreAllMocks` ends it. */
function failInsert(collectionName: string, failing: number): void {
  const { prototype } = mongoose.mongo.Collection;
  const { insertOne } = prototype;
  let count = 0;
  vi.spyOn(prototype, 'insertOne').mockImplementation(function insert(
    this: mongoose.mongo.Collection,
    ...args
  ) {
    if (this.collectionName === collectionName) count += 1;
    if (this.collectionName === collectionName && count === failing) throw new Error('ended here');
    return insertOne.apply(this, args);
  });
}

describe('a link and its mails', () => {
  it.each([1, 2])('are there both or not at all: the mail no. %j fails', async (failing) => {
    const to = `told${failing}@demo.test`;
    const { member, form } = await aMember({ emails: [{ email: to, email_type: 'primary' }] });
    const account = await aNewcomer();
    failInsert('outbox', failing);
    await link(account, form).expect(500);
    vi.restoreAllMocks();
    expect(await findUser(account.userId)).toMatchObject({ memberId: null, organizationNumber: null });
    expect([...(await mailsTo(api, to)), ...(await mailsTo(api, account.email))]).toHaveLength(0);
    await link(account, form).expect(200);
    expect(await findUser(account.userId)).toMatchObject({ memberId: member._id });
    expect([...(await mailsTo(api, to)), ...(await mailsTo(api, account.email))]).toHaveLength(2);
  });
});

describe('undoing a link', () => {
  it('removes the member, ends every session, notifies both, and lets the right person link', async () => {
    const { member, form } = await aMember({ emails: [{ email: 'owner@demo.test', email_type: 'primary' }] });
    const stranger = await aNewcomer();
    const tokens = (await link(stranger, form).expect(200)).body as Record<string, string>;
    const read = () =>
      api.request.get(`/v2/members/${member._id}`).set('Authorization', `Bearer ${tokens['access_token']}`);
    await read().expect(200);

    expect(await unlink(api, member)).toBe(stranger.email);
    await read().expect(401);
    await refresh(tokens['user_token'] ?? '').expect(401);
    expect(await findUser(stranger.userId)).toMatchObject({ memberId: null, organizationNumber: null });
    expect((await mailsTo(api, stranger.email))[0]?.subject).toBe('Your account is no longer linked');
    const toOwner = await mailsTo(api, 'owner@demo.test');
    expect(toOwner[0]?.subject).toBe('A sign-in is no longer linked to your membership');

    expect(await unlink(api, member)).toBeUndefined();
    expect(await mailsTo(api, 'owner@demo.test')).toHaveLength(toOwner.length);
    await link(await aNewcomer(), form).expect(200);
    expect(await mailsTo(api, 'owner@demo.test')).toHaveLength(toOwner.length + 1);
  });

  it('deletes the cards that the stranger saved: the right person reads and uses none', async () => {
    const { member, form } = await aMember();
    const stranger = await aNewcomer();
    await link(stranger, form).expect(200);
    await aSavedCard(api, { ...stranger, memberId: member._id });
    await unlink(api, member);
    const owner = await aNewcomer();
    await link(owner, form).expect(200);
    const cards = await api.get(`/api/v1/member/${member._id}/cards`, { ...owner, memberId: member._id });
    expect(cards.body).toEqual([]);
    const [job] = await collection<{ _id: string; input: { customerId: string } }>('jobs')
      .find({ type: CUSTOMER_REMOVAL_JOB })
      .toArray();
    await workOnJobs({ [CUSTOMER_REMOVAL_JOB]: customerRemovalJob(api.deps) }, api.deps.logger);
    expect(await api.deps.provider.listCards(job?.input.customerId ?? '').catch(() => [])).toEqual([]);
  });

  it('keeps the organization of a user with a role', async () => {
    const { member, form } = await aMember();
    const roles = [{ organizationNumber: '1001', role: 'viewer' as const }];
    const email = `viewer${(count += 1)}@demo.test`;
    const staff = { email, isEmailConfirmed: true, organizationNumber: '1001', roles, now: api.deps.now() };
    const { _id } = await createUser(staff, TEST_AUTHOR);
    await link({ userId: _id, memberId: null, email }, form).expect(200);
    await unlink(api, member);
    expect(await findUser(_id)).toMatchObject({ memberId: null, organizationNumber: '1001' });
    expect(await findHeldRoles(_id, api.deps.now())).toEqual(roles);
  });

  it('lets the right person link whom a stranger’s tries had stopped', async () => {
    const { member, form } = await aMember();
    for (let attempt = 0; attempt < 11; attempt += 1)
      await link(await aNewcomer(), { ...form, phone: '9999' });
    await link(await aNewcomer(), form).expect(429);
    await unlink(api, member);
    await link(await aNewcomer(), form).expect(200);
  });
});
