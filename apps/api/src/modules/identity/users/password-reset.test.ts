import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApi, type Api } from '../../../../test/harness.ts';
import { linkOf, mailsTo } from '../../../../test/mails.ts';
import { collection } from '../../../platform/database.ts';
import { passwordQueue } from '../../../platform/password.ts';
import { createUser } from './user.service.ts';
import { TEST_AUTHOR } from '../../../../test/factories.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const HOUR = 3_600_000;
let count = 0;

async function makeUser(isEmailConfirmed = true) {
  const email = `forgetful${(count += 1)}@demo.test`;
  return createUser({ email, password: 'Demo1234', isEmailConfirmed, now: api.deps.now() }, TEST_AUTHOR);
}
const signIn = (username: string, password: string) =>
  api.request.post('/v2/token').type('form').send({ username, password });
const forgot = (email: unknown) => api.request.post('/forgot-password').send({ email });
const change = (code: unknown, password: unknown = 'Better5678') =>
  api.request.post('/change-password').send({ code, password });
const codeOf = async (email: string) => linkOf((await mailsTo(api, email))[0]).searchParams.get('code') ?? '';

describe('a forgotten password', () => {
  it('is mailed a link for', async () => {
    const { email } = await makeUser();
    await forgot(email.toUpperCase()).expect(202);
    const [mail] = await mailsTo(api, email);
    const link = linkOf(mail);
    expect(`${link.origin}${link.pathname}`).toBe('http://localhost:8080/reset-password');
    expect(link.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
    expect(mail?.subject).toBe('Set a new password');
  });

  it('answers 404 Not Found to an email that is unknown or not confirmed', async () => {
    const { email } = await makeUser(false);
    for (const wrong of [email, 'nobody@demo.test'])
      expect((await forgot(wrong).expect(404)).body).toMatchObject({ detail: 'Not Found' });
    expect(await mailsTo(api, email)).toHaveLength(0);
  });

  it('takes as long for an email that is unknown or not confirmed', async () => {
    const known = await makeUser();
    const waiting = await makeUser(false);
    for (const email of [known.email, waiting.email, 'nobody@demo.test'])
      for (const path of ['/forgot-password', '/confirm-email/resend']) {
        const begin = performance.now();
        await api.request.post(path).send({ email });
        expect(performance.now() - begin).toBeGreaterThan(145);
      }
  });

  it('mails at most 3 links an hour, answers 202 all the same, and the newest stays good', async () => {
    const { email } = await makeUser();
    for (let ask = 0; ask < 12; ask += 1) await forgot(email).expect(202);
    expect(await mailsTo(api, email)).toHaveLength(3);
    await change(await codeOf(email)).expect(200);
    // It was the owner who used it: the next link is theirs too.
    await forgot(email).expect(202);
    await change(await codeOf(email), 'Third1234').expect(200);
  });

  it('has a good link in the mailbox at every moment, while a stranger asks without end', async () => {
    const { email } = await makeUser();
    for (let minute = 0; minute < 130; minute += 13) {
      await forgot(email).expect(202);
      api.advance(13 * 60_000);
    }
    expect((await mailsTo(api, email)).length).toBeLessThanOrEqual(9);
    await change(await codeOf(email)).expect(200);
  });

  it('answers 422 to what is no email', async () => {
    for (const wrong of [undefined, 'x', { $ne: '' }, ['a@demo.test']]) await forgot(wrong).expect(422);
  });
});

describe('changing the password', () => {
  it('takes the new one, ends every session and says so in a mail', async () => {
    const { email } = await makeUser();
    const { user_token } = (await signIn(email, 'Demo1234').expect(200)).body as { user_token: string };
    await forgot(email).expect(202);
    const answer = await change(await codeOf(email)).expect(200);
    expect(answer.body).toEqual({ email });
    await signIn(email, 'Demo1234').expect(401);
    await signIn(email, 'Better5678').expect(200);
    await api.request.post('/token/refresh').send({ userToken: user_token }).expect(401);
    const [mail] = await mailsTo(api, email);
    expect(mail?.subject).toBe('Your password was changed');
    expect(linkOf(mail).href).toBe('http://localhost:8080/forgot-password');
  });

  it('lets someone in who was stopped for too many failures', async () => {
    const { email } = await makeUser();
    for (let failure = 0; failure < 11; failure += 1) await signIn(email, 'Wrong123');
    await forgot(email).expect(202);
    await change(await codeOf(email)).expect(200);
    await signIn(email, 'Better5678').expect(200);
  });

  it('takes a code once, even of many at the same time, and no older code after it', async () => {
    const { email } = await makeUser();
    await forgot(email).expect(202);
    const older = await codeOf(email);
    await forgot(email).expect(202);
    const code = await codeOf(email);
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, place) => change(code, `Better567${place}`)),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 404, 404, 404, 404]);
    await change(older).expect(404);
    expect((await mailsTo(api, email)).filter(({ subject }) => subject.includes('changed'))).toHaveLength(1);
  });

  it('leaves the code good when it ends before the password is set', async () => {
    const { email } = await makeUser();
    await forgot(email).expect(202);
    const code = await codeOf(email);
    vi.spyOn(passwordQueue, 'push').mockReturnValueOnce(false);
    await change(code).expect(503);
    await change(code).expect(200);
  });

  it('answers 404 Not Found to a wrong code, one older than an hour, and a confirmation code', async () => {
    const { email } = await makeUser();
    await forgot(email).expect(202);
    const code = await codeOf(email);
    api.advance(HOUR);
    for (const wrong of [code, 'wrong', 'EVABCDEFGH'])
      expect((await change(wrong).expect(404)).body).toMatchObject({ detail: 'Not Found' });
  });

  it('checks the code before it hashes anything', async () => {
    const queued = vi.spyOn(passwordQueue, 'push');
    for (let junk = 0; junk < 20; junk += 1) await change(`junk${junk}`).expect(404);
    expect(queued).not.toHaveBeenCalled();
  });

  it('takes the right code however many wrong ones came from the same address', async () => {
    const { email } = await makeUser();
    await forgot(email).expect(202);
    let refused = 0;
    for (let junk = 0; junk < 110; junk += 1) refused += (await change(`junk${junk}`)).status === 429 ? 1 : 0;
    expect(refused).toBeGreaterThan(0);
    await change(await codeOf(email)).expect(200);
    api.advance(16 * 60_000);
  });

  it('leaves the code good when the process ends before the password is written, and dead after', async () => {
    const { email, _id } = await makeUser();
    await forgot(email).expect(202);
    const code = await codeOf(email);
    const before = await collection<{ _id: unknown; passwordHash: string }>('users').findOne({ email });
    // Ended right after the write: the code is still stored, for a password that is no more.
    const stored = await collection('user_codes').find({ userId: _id }).toArray();
    await change(code).expect(200);
    await collection('user_codes').insertMany(stored);
    await change(code, 'Third1234').expect(404);
    // Ended right before it: both are as they were.
    await collection('users').updateOne({ email }, { $set: { passwordHash: before?.passwordHash } });
    await change(code, 'Third1234').expect(200);
  });

  it.each([
    [undefined, 'Better5678'],
    [{ $ne: '' }, 'Better5678'],
    ['code', 'weak'],
    ['code', undefined],
    ['code', { $ne: '' }],
  ])('answers 422 to code %j and password %j', async (code, password) => {
    await api.request.post('/change-password').send({ code, password }).expect(422);
  });
});

describe('a new password by the old one', () => {
  type Tokens = { access_token: string; user_token: string };
  const tokensOf = async (email: string) => (await signIn(email, 'Demo1234').expect(200)).body as Tokens;
  const changeOwn = ({ access_token }: Tokens, body: object) =>
    api.request.post('/v2/identity/password').set('Authorization', `Bearer ${access_token}`).send(body);
  const scopeOf = ({ access_token }: Tokens) =>
    api.request.get('/v2/my/donations').set('Authorization', `Bearer ${access_token}`);
  const refresh = ({ user_token }: Tokens) =>
    api.request.post('/token/refresh').send({ userToken: user_token });
  const both = { oldPassword: 'Demo1234', password: 'Better5678' };
  const eventsOf = async (userId: string) =>
    (await collection('security_events').find({ userId }).sort({ _id: 1 }).toArray()).map(({ kind }) => kind);

  it('is taken, ends every other session, and goes on with this one', async () => {
    const { email, _id } = await makeUser();
    const [here, there] = [await tokensOf(email), await tokensOf(email)];
    const answer = await changeOwn(here, both).expect(200);
    const now = answer.body as Tokens;
    await scopeOf(now).expect(200);
    await refresh(now).expect(200);
    for (const ended of [here, there]) {
      await scopeOf(ended).expect(401);
      await refresh(ended).expect(401);
    }
    await signIn(email, 'Demo1234').expect(401);
    await signIn(email, 'Better5678').expect(200);
    expect(await eventsOf(_id)).toContain('password_changed');
    const [mail] = await mailsTo(api, email);
    expect(mail?.subject).toBe('Your password was changed');
    expect(mail?.text).toContain('signed out on every other device');
    expect(linkOf(mail).href).toBe('http://localhost:8080/forgot-password');
  });

  it('kills a link that was mailed for the old one', async () => {
    const { email } = await makeUser();
    await forgot(email).expect(202);
    const code = await codeOf(email);
    await changeOwn(await tokensOf(email), both).expect(200);
    await change(code, 'Third1234').expect(404);
  });

  it('is refused beside the old one when that is wrong, and changes nothing', async () => {
    const { email, _id } = await makeUser();
    const here = await tokensOf(email);
    const { body } = await changeOwn(here, { ...both, oldPassword: 'Wrong1234' }).expect(422);
    expect(body).toMatchObject({
      errors: [{ path: 'oldPassword', message: 'This is not your old password' }],
    });
    await scopeOf(here).expect(200);
    await signIn(email, 'Demo1234').expect(200);
    expect(await eventsOf(_id)).toContain('password_change_refused');
    expect(await mailsTo(api, email)).toHaveLength(0);
  });

  it('is refused after ten wrong ones, which keep nobody from signing in', async () => {
    const { email } = await makeUser();
    const here = await tokensOf(email);
    for (let failure = 0; failure < 10; failure += 1)
      await changeOwn(here, { ...both, oldPassword: 'Wrong1234' }).expect(422);
    await changeOwn(here, both).expect(429);
    await signIn(email, 'Demo1234').expect(200);
    api.advance(16 * 60_000);
    await changeOwn(await tokensOf(email), both).expect(200);
  });

  it('is taken once of several at the same time', async () => {
    const { email } = await makeUser();
    const here = await tokensOf(email);
    const answers = await Promise.all(
      [0, 1, 2].map((place) => changeOwn(here, { ...both, password: `Better567${place}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it.each([
    [{ oldPassword: 'Demo1234', password: 'weak' }, 'password'],
    [{ oldPassword: '', password: 'Better5678' }, 'oldPassword'],
    [{ oldPassword: { $ne: '' }, password: 'Better5678' }, 'oldPassword'],
  ])('answers 422 to %j', async (body, path) => {
    const { email } = await makeUser();
    const answer = await changeOwn(await tokensOf(email), body).expect(422);
    expect((answer.body as { errors: { path: string }[] }).errors[0]?.path).toBe(path);
  });
});
