import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type Api } from '../../../../test/harness.ts';
import { linkOf, mailsTo } from '../../../../test/mails.ts';
import { collection } from '../../../platform/database.ts';
import { createUser } from './user.service.ts';
import { TEST_AUTHOR } from '../../../../test/factories.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let count = 0;

async function makeUser() {
  const email = `owner${(count += 1)}@demo.test`;
  return createUser(
    { email, password: 'Demo1234', isEmailConfirmed: true, now: api.deps.now() },
    TEST_AUTHOR,
  );
}
const signIn = (username: string, password = 'Demo1234', cookie?: string) =>
  api.request
    .post('/v2/token')
    .set(cookie ? { Cookie: cookie } : {})
    .type('form')
    .send({ username, password });
type Answer = Awaited<ReturnType<typeof signIn>>;
/** The cookie that an answer sets, as the browser sends it back. */
const cookieOf = ({ headers }: Answer) => String(headers['set-cookie']).split(';')[0] ?? '';
/** The cookie of a browser that has signed in. */
const markedFor = async (email: string, cookie?: string) =>
  cookieOf(await signIn(email, 'Demo1234', cookie).expect(200));
const forgotWith = (email: string, cookie = '') =>
  api.request.post('/forgot-password').set({ Cookie: cookie }).send({ email });
async function failFor(email: string, times: number) {
  for (let failure = 0; failure < times; failure += 1) await signIn(email, 'Wrong123');
}
/** 100 names that nobody has, from this address. */
async function exhaustAddress() {
  for (let batch = 0; batch < 25; batch += 1)
    await Promise.all(
      Array.from({ length: 4 }, (_, place) => signIn(`nobody${batch}.${place}@demo.test`).expect(401)),
    );
}
describe('a browser that has signed in', () => {
  it('carries a random mark for 90 days that scripts and other sites cannot use, and that is stored hashed', async () => {
    const { email } = await makeUser();
    const answer = await signIn(email).expect(200);
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(
      /^kinfold-device=[\w-]{43}; Max-Age=7776000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
    );
    const mark = cookieOf(answer).split('=')[1] ?? '';
    expect(JSON.stringify(await collection('devices').find().toArray())).not.toContain(mark);
    await signIn(email, 'Wrong123').expect((refused: Answer) => {
      expect(refused.headers['set-cookie']).toBeUndefined();
    });
  });

  it('is not kept out by a stranger’s wrong passwords for its account', async () => {
    api.advance(16 * MINUTE);
    const { email } = await makeUser();
    const cookie = await markedFor(email);
    await failFor(email, 11);
    await signIn(email).expect(429);
    await signIn(email, 'Demo1234', cookie).expect(200);
    // Nor does the owner's sign-in give the stranger ten more.
    await signIn(email, 'Wrong123').expect(429);
  });

  it('is not kept out by 100 wrong names from its address', async () => {
    api.advance(16 * MINUTE);
    const { email } = await makeUser();
    const cookie = await markedFor(email);
    await exhaustAddress();
    await signIn(email).expect(429);
    await signIn(email, 'Demo1234', cookie).expect(200);
    await forgotWith(email, cookie).expect(202);
  });

  it('has a count of its own: 10 wrong passwords stop it, and nobody else', async () => {
    api.advance(16 * MINUTE);
    const { email } = await makeUser();
    const [cookie, elsewhere] = [await markedFor(email), await markedFor(email)];
    for (let failure = 0; failure < 10; failure += 1) await signIn(email, 'Wrong123', cookie).expect(401);
    await signIn(email, 'Demo1234', cookie).expect(429);
    await signIn(email, 'Demo1234', elsewhere).expect(200);
    await signIn(email).expect(200);
    api.advance(16 * MINUTE);
    await signIn(email, 'Demo1234', cookie).expect(200);
  });

  it('is known to the accounts that signed in with it only', async () => {
    api.advance(16 * MINUTE);
    const [mine, theirs] = [await makeUser(), await makeUser()];
    const cookie = await markedFor(mine.email);
    await failFor(theirs.email, 11);
    await signIn(theirs.email, 'Demo1234', cookie).expect(429);
    api.advance(16 * MINUTE);
    // A browser that a family shares.
    expect(await markedFor(theirs.email, cookie)).toBe(cookie);
    for (const { email } of [mine, theirs]) {
      await failFor(email, 11);
      await signIn(email, 'Demo1234', cookie).expect(200);
    }
  });

  it('never carries a mark that another user chose', async () => {
    const { email } = await makeUser();
    const chosen = `kinfold-device=${'x'.repeat(43)}`;
    expect(await markedFor(email, chosen)).not.toBe(chosen);
    for (const cookie of ['kinfold-device=', 'kinfold-device', '=; ;;', 'a=b; kinfold-device=%00'])
      await signIn(email, 'Demo1234', cookie).expect(200);
  });

  it('is forgotten after 90 days without a sign-in', async () => {
    const { email } = await makeUser();
    const cookie = await markedFor(email);
    api.advance(89 * DAY);
    expect(await markedFor(email, cookie)).toBe(cookie);
    api.advance(89 * DAY);
    expect(await markedFor(email, cookie)).toBe(cookie);
    api.advance(91 * DAY);
    expect(await markedFor(email, cookie)).not.toBe(cookie);
  });

  it('is let in by a reset, which gives a mark to the owner’s browser and takes it from every other', async () => {
    api.advance(16 * MINUTE);
    const { email } = await makeUser();
    const cookie = await markedFor(email);
    await failFor(email, 11);
    await forgotWith(email).expect(202);
    const code = linkOf((await mailsTo(api, email))[0]).searchParams.get('code');
    const changed = await api.request.post('/change-password').send({ code, password: 'Better5678' });
    expect(changed.status).toBe(200);
    await failFor(email, 11);
    await signIn(email, 'Better5678', cookie).expect(429);
    await signIn(email, 'Better5678', cookieOf(changed)).expect(200);
  });

  it('gets nothing by the mark alone', async () => {
    const { email } = await makeUser();
    const cookie = await markedFor(email);
    await api.request.get('/v2/my/donations').set('Cookie', cookie).expect(401);
    await api.request.post('/logout').set('Cookie', cookie).expect(401);
    await api.request.post('/token/refresh').set('Cookie', cookie).send({}).expect(422);
  });
});
