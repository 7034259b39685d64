import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type Api } from '../../../test/harness.ts';
import { linkOf, mailsTo } from '../../../test/mails.ts';
import { createMember } from '../members/member.service.ts';
import { createOrganization } from '../organizations/organization.service.ts';
import { createUser, findUser } from './user.service.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
  await createOrganization({ organizationNumber: '1001', organizationName: 'Grace' }, 'test', api.deps.now());
});
afterAll(() => api.stop());

let count = 0;
/** A member whose last name, birth date and phone are like no other's, unless given. */
async function aMember(given: { lastNm?: string; birthDt?: string; phones?: string[] } = {}) {
  count += 1;
  const last4 = String(count).padStart(4, '0');
  const member = await createMember(
    {
      firstNm: 'Ana',
      lastNm: given.lastNm ?? 'Rivera',
      birthDt: given.birthDt ?? '1985-03-14',
      phones: (given.phones ?? [`301555${last4}`]).map((phoneNbr) => ({ phoneNbr })),
      organizationNumber: '1001',
    },
    'test',
    api.deps.now(),
  );
  return { member, last4 };
}
async function aNewcomer(memberId: string | null = null) {
  const email = `newcomer${(count += 1)}@demo.test`;
  const user = await createUser({
    ...{ email, password: 'Demo1234', isEmailConfirmed: true, memberId },
    now: api.deps.now(),
  });
  return { userId: user._id, memberId, email };
}
type Account = Awaited<ReturnType<typeof aNewcomer>>;
const link = (account: Account, body: object) =>
  api.request.post('/v2/identity/account-link').set(api.as(account)).send(body);
const linkTo = (account: Account, phone: unknown, rest: object = {}) =>
  link(account, { lastNm: 'Rivera', birthDt: '03/14/1985', phone, ...rest });

describe('linking an account', () => {
  it('links the one member that matches, gives tokens that name it, and says so in a mail', async () => {
    const { member, last4 } = await aMember();
    const account = await aNewcomer();
    const signedIn = await api.request
      .post('/v2/token')
      .type('form')
      .send({ username: account.email, password: 'Demo1234' });
    const { body } = await linkTo(account, last4).expect(200);
    const tokens = body as { access_token: string; user_token: string };
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 900 });
    expect(api.deps.accessTokens.verify(tokens.access_token, api.deps.now())).toEqual({
      userId: account.userId,
      memberId: member._id,
      organizationNumber: '1001',
      email: account.email,
    });
    for (const userToken of [tokens.user_token, (signedIn.body as typeof tokens).user_token]) {
      const refreshed = await api.request.post('/token/refresh').send({ userToken }).expect(200);
      const { access_token } = refreshed.body as typeof tokens;
      expect(api.deps.accessTokens.verify(access_token, api.deps.now())).toMatchObject({
        memberId: member._id,
      });
    }
    const [mail] = await mailsTo(api, account.email);
    expect(mail?.subject).toBe('Your account is linked');
    expect(linkOf(mail).href).toBe('http://localhost:8080/sign-in');
  });

  it('ignores case, accents and spaces of the name, and looks at every phone', async () => {
    await aMember({ lastNm: 'De La Peña', phones: ['3015550000', '(240) 555-7781'] });
    await linkTo(await aNewcomer(), '240-555-7781', { lastNm: ' delapena ', birthDt: '1985-03-14' }).expect(
      200,
    );
  });

  it.each([{ lastNm: 'Riveras' }, { birthDt: '03/15/1985' }, { phone: '9999' }])(
    'answers 404 with the one failure text when %j does not match',
    async (wrong) => {
      const { last4 } = await aMember();
      const account = await aNewcomer();
      const { body } = await linkTo(account, last4, wrong).expect(404);
      expect(body).toMatchObject({
        code: 'link_failed',
        detail: 'Cannot link your account. Please verify your information and try again.',
      });
      expect(await findUser(account.userId)).toMatchObject({ memberId: null, organizationNumber: null });
    },
  );

  it('answers 404 when several members match, and links the last one without a user', async () => {
    const phones = ['3015559001'];
    const { member } = await aMember({ phones });
    await aMember({ phones });
    await linkTo(await aNewcomer(), '9001').expect(404);
    await aNewcomer(member._id);
    await linkTo(await aNewcomer(), '9001').expect(200);
    await linkTo(await aNewcomer(), '9001').expect(404);
  });

  it('gives a member to one of several users who ask at once', async () => {
    const { member, last4 } = await aMember();
    const accounts = await Promise.all(Array.from({ length: 8 }, () => aNewcomer()));
    const answers = await Promise.all(accounts.map((account) => linkTo(account, last4)));
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([
      200,
      ...Array<number>(7).fill(404),
    ]);
    const users = await Promise.all(accounts.map(({ userId }) => findUser(userId)));
    expect(users.filter((user) => user?.memberId === member._id)).toHaveLength(1);
  });

  it('answers 409 to who is linked already', async () => {
    const { member } = await aMember();
    const { last4 } = await aMember();
    const account = await aNewcomer(member._id);
    const { body } = await linkTo({ ...account, memberId: null }, last4).expect(409);
    expect(body).toMatchObject({ code: 'already_linked' });
  });

  it('stops after 10 tries of a user', async () => {
    const { last4 } = await aMember();
    const account = await aNewcomer();
    for (let attempt = 0; attempt < 10; attempt += 1) await linkTo(account, '0000').expect(404);
    await linkTo(account, last4).expect(429);
  });

  it('wants someone signed in', async () => {
    await api.request.post('/v2/identity/account-link').send({}).expect(401);
  });

  it.each<[object, string, string]>([
    [{ lastNm: 'Li' }, 'lastNm', 'Invalid Last Name'],
    [{ lastNm: { $gt: '' } }, 'lastNm', 'Invalid Last Name'],
    [{ birthDt: '02/30/1985' }, 'birthDt', 'Invalid Date of Birth'],
    [{ birthDt: 19850314 }, 'birthDt', 'Invalid Date of Birth'],
    [{ phone: '123' }, 'phone', 'Invalid Phone Number'],
    [{ phone: ['0142'] }, 'phone', 'Invalid Phone Number'],
  ])('answers 422 to %j', async (wrong, path, message) => {
    const { body } = await linkTo(await aNewcomer(), '0142', wrong).expect(422);
    expect(body).toMatchObject({ errors: [{ path, message }] });
  });
});
