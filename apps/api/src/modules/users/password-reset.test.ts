import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApi, type Api } from '../../../test/harness.ts';
import { linkOf, mailsTo } from '../../../test/mails.ts';
import { collection } from '../../platform/database.ts';
import { passwordQueue } from '../../platform/password.ts';
import { createUser } from './user.service.ts';
import { TEST_AUTHOR } from '../../../test/factories.ts';

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

  it('answers 404 Not Found to an e-mail that is unknown or not confirmed', async () => {
    const { email } = await makeUser(false);
    for (const wrong of [email, 'nobody@demo.test'])
      expect((await forgot(wrong).expect(404)).body).toMatchObject({ detail: 'Not Found' });
    expect(await mailsTo(api, email)).toHaveLength(0);
  });

  it('takes as long for an e-mail that is unknown or not confirmed', async () => {
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

  it('answers 422 to what is no e-mail', async () => {
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
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([
      200, 404, 404, 404, 404,
    ]);
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

  it('looks at the code before it hashes anything', async () => {
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
