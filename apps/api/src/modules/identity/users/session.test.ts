import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApi, type Api } from '../../../../test/harness.ts';
import { passwordQueue } from '../../../platform/password.ts';
import { createUser } from './user.service.ts';
import { TEST_AUTHOR } from '../../../../test/factories.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ environment: { TRUST_PROXY: '1' } });
});
afterAll(() => api.stop());

const MINUTE = 60_000;
let count = 0;

async function makeUser(given: { isEmailConfirmed?: boolean } = {}) {
  const email = `person${(count += 1)}@demo.test`;
  return createUser(
    { email, password: 'Demo1234', isEmailConfirmed: true, ...given, now: api.deps.now() },
    TEST_AUTHOR,
  );
}
const signIn = (username: string, password = 'Demo1234') =>
  api.request.post('/v2/token').type('form').send({ username, password });
const refresh = (userToken: unknown) => api.request.post('/token/refresh').send({ userToken });
const logout = (accessToken: string, userToken?: string) =>
  api.request
    .post('/logout')
    .set('Authorization', `Bearer ${accessToken}`)
    .set(userToken ? { 'Authorization-Token': userToken } : {});

type Tokens = { access_token: string; user_token: string };
const tokensOf = async (email: string) => (await signIn(email).expect(200)).body as Tokens;
const claimsOf = (accessToken: string) =>
  JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

describe('signing in', () => {
  it('is hashed in the turn of its address, or of its own browser: not behind a storm from another', async () => {
    const { email } = await makeUser();
    const queued = vi.spyOn(passwordQueue, 'push');
    const signInFrom = (ip: string) => signIn(email).set('X-Forwarded-For', ip).expect(200);
    const { headers } = await signInFrom('198.51.100.4');
    await signInFrom('203.0.113.7');
    await signInFrom('203.0.113.7').set('Cookie', String(headers['set-cookie']).split(';')[0] ?? '');
    expect(queued.mock.calls.map(([_job, lane]) => lane)).toEqual([
      '198.51.100.4',
      '203.0.113.7',
      // What comes of lanes is in `fair-queue.test.ts` and `password.test.ts`.
      expect.stringMatching(/^device:[\w-]+$/),
    ]);
  });

  it('gives an access token of 15 minutes and a user token', async () => {
    const user = await makeUser();
    const { body, headers } = await signIn(user.email).expect(200);
    expect(body).toEqual({
      access_token: expect.any(String) as string,
      user_token: expect.any(String) as string,
      token_type: 'Bearer',
      expires_in: 900,
    });
    expect(headers['cache-control']).toBe('no-store');
    const claims = claimsOf((body as Tokens).access_token);
    expect(claims).toMatchObject({ sub: user._id, mid: null, oid: null, email: user.email });
    expect(Number(claims['exp']) - Number(claims['iat'])).toBe(900);
  });

  it('takes the email in any case and with spaces around it, and a JSON body as well', async () => {
    const { email } = await makeUser();
    await signIn(` ${email.toUpperCase()} `).expect(200);
    await api.request.post('/v2/token').send({ username: email, password: 'Demo1234' }).expect(200);
  });

  it.each(['demo1234', 'Demo12345', ' Demo1234', 'x'.repeat(1000)])(
    'refuses the password %j',
    async (password) => {
      const { email } = await makeUser();
      const { body, type } = await signIn(email, password).expect(401);
      expect(type).toBe('application/problem+json');
      expect(body).toMatchObject({ detail: 'Invalid username or password.', code: 'sign_in_failed' });
    },
  );

  it('answers an unknown email as a known one, after one comparison of a hash as well', async () => {
    const { email } = await makeUser();
    const queued = vi.spyOn(passwordQueue, 'push');
    const known = await signIn(email, 'Wrong123').expect(401);
    expect(queued).toHaveBeenCalledTimes(1);
    const unknown = await signIn('nobody@demo.test', 'Wrong123').expect(401);
    expect(queued).toHaveBeenCalledTimes(2);
    expect({ ...unknown.body, instance: '' }).toEqual({ ...known.body, instance: '' });
  });

  it('answers 403 email_not_verified when the password is right but the email is not confirmed', async () => {
    const { email } = await makeUser({ isEmailConfirmed: false });
    const { body } = await signIn(email).expect(403);
    expect(body).toMatchObject({ code: 'email_not_verified' });
    await signIn(email, 'Wrong123').expect(401);
  });

  it.each([
    {},
    { username: 'a@demo.test' },
    { password: 'Demo1234' },
    { username: { $ne: '' }, password: { $ne: '' } },
    { username: ['a@demo.test'], password: 'Demo1234' },
    { username: 1, password: true },
  ])('answers 422 to %j', async (body) => {
    const answer = await api.request.post('/v2/token').send(body).expect(422);
    expect(answer.body).toMatchObject({ status: 422, code: 'invalid' });
  });

  it('ignores fields that nobody asked for, those of prototypes too', async () => {
    const { email } = await makeUser();
    const { body } = await api.request
      .post('/v2/token')
      .type('json')
      .send(
        `{"username":"${email}","password":"Demo1234","mid":"x","__proto__":{"mid":"x"},"constructor":{"prototype":{"mid":"x"}}}`,
      )
      .expect(200);
    expect(claimsOf((body as Tokens).access_token)['mid']).toBeNull();
    expect(({} as Record<string, unknown>)['mid']).toBeUndefined();
  });

  it('stops after 10 failures of an account, for the right password too, and says when to try again', async () => {
    const { email } = await makeUser();
    for (let failure = 0; failure < 10; failure += 1) await signIn(email, 'Wrong123').expect(401);
    const { body, headers } = await signIn(email).expect(429);
    expect(body).toMatchObject({
      code: 'too_many_requests',
      detail: expect.stringContaining('15 minutes') as string,
    });
    expect(Number(headers['retry-after'])).toBeGreaterThan(14 * 60);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
    api.advance(15 * MINUTE + 1000);
    await signIn(email).expect(200);
  });

  it('lets no more than 10 of many tries at once through', async () => {
    const { email } = await makeUser();
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(email, 'Wrong123')));
    // A machine that is busy answers 503, and that was no try.
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10);
    expect(answers.filter(({ status }) => ![401, 429, 503].includes(status))).toEqual([]);
    expect(answers.some(({ status }) => status === 429)).toBe(true);
  });

  it('counts no try that there was no time to compare', async () => {
    const { email } = await makeUser();
    const queue = vi.spyOn(passwordQueue, 'push');
    for (let time = 0; time < 12; time += 1) {
      queue.mockReturnValueOnce(false);
      await signIn(email).expect(503);
    }
    await signIn(email).expect(200);
  });

  it('resets the count with the right password', async () => {
    const { email } = await makeUser();
    for (let round = 0; round < 2; round += 1) {
      for (let failure = 0; failure < 9; failure += 1) await signIn(email, 'Wrong123').expect(401);
      await signIn(email).expect(200);
    }
  });

  it('stops an address after 100 failures over all accounts; right passwords do not count', async () => {
    api.advance(16 * MINUTE);
    const user = await makeUser();
    for (let time = 0; time < 20; time += 1) await signIn(user.email).expect(200);
    api.advance(16 * MINUTE);
    await signIn(user.email).expect(200);
    for (let batch = 0; batch < 25; batch += 1)
      await Promise.all(
        Array.from({ length: 4 }, (_, place) => signIn(`guess${batch}.${place}@demo.test`).expect(401)),
      );
    await signIn(user.email).expect(429);
    api.advance(16 * MINUTE);
    await signIn(user.email).expect(200);
  });
});

describe('refreshing', () => {
  it('exchanges the user token for another and a fresh access token', async () => {
    const user = await makeUser();
    const first = await tokensOf(user.email);
    const { body } = await refresh(first.user_token).expect(200);
    const answer = body as { token: string; access_token: string };
    expect(body).toEqual({
      token: expect.any(String) as string,
      access_token: expect.any(String) as string,
      expires_in: 900,
    });
    expect(answer.token).not.toBe(first.user_token);
    expect(claimsOf(answer.access_token)).toMatchObject({ sub: user._id });
    await refresh(answer.token).expect(200);
  });

  it('gives a second tab another token of the family within 30 seconds', async () => {
    const { user_token } = await tokensOf((await makeUser()).email);
    const one = (await refresh(user_token).expect(200)).body as { token: string };
    api.advance(29_000);
    const other = (await refresh(user_token).expect(200)).body as { token: string };
    expect(other.token).not.toBe(one.token);
    await refresh(one.token).expect(200);
    await refresh(other.token).expect(200);
  });

  it('revokes the whole family when an old token comes again later; other sign-ins live on', async () => {
    const { email } = await makeUser();
    const elsewhere = await tokensOf(email);
    const { user_token } = await tokensOf(email);
    const { token } = (await refresh(user_token).expect(200)).body as { token: string };
    api.advance(31_000);
    await refresh(user_token).expect(401);
    await refresh(token).expect(401);
    await refresh(elsewhere.user_token).expect(200);
  });

  it('lets 20 refreshes of one token at once all have one of the family', async () => {
    const { user_token } = await tokensOf((await makeUser()).email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(user_token)));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
    const tokens = answers.map(({ body }) => (body as { token: string }).token);
    expect(new Set(tokens).size).toBe(20);
    api.advance(31_000);
    await refresh(user_token).expect(401);
    const after = await Promise.all(tokens.map((token) => refresh(token)));
    expect(after.map(({ status }) => status)).toEqual(Array<number>(20).fill(401));
  });

  it('refuses a token that nobody refreshed for 20 minutes', async () => {
    const { user_token } = await tokensOf((await makeUser()).email);
    api.advance(20 * MINUTE - 1000);
    const { token } = (await refresh(user_token).expect(200)).body as { token: string };
    api.advance(20 * MINUTE);
    await refresh(token).expect(401);
  });

  it('ends 12 hours after the sign-in, and no token of it lives longer', async () => {
    const { user_token } = await tokensOf((await makeUser()).email);
    let newest = user_token;
    let last: { token: string; access_token: string; expires_in: number } | undefined;
    for (let minutes = 10; minutes < 12 * 60; minutes += 10) {
      api.advance(10 * MINUTE);
      last = (await refresh(newest).expect(200)).body as NonNullable<typeof last>;
      newest = last.token;
    }
    expect(last?.expires_in).toBeGreaterThan(9 * 60);
    expect(last?.expires_in).toBeLessThanOrEqual(10 * 60);
    const { exp, iat } = claimsOf(last?.access_token ?? '');
    expect(Number(exp) - Number(iat)).toBe(last?.expires_in);
    api.advance(10 * MINUTE);
    await refresh(newest).expect(401);
  });

  it('refuses an unknown token with 401 and no text with 422', async () => {
    expect((await refresh('unknown').expect(401)).body).toMatchObject({ code: 'unauthorized' });
    for (const wrong of [undefined, '', 5, { $gt: '' }, ['x'], 'x'.repeat(501)])
      await refresh(wrong).expect(422);
  });
});

describe('logging out', () => {
  it('ends the family of the given user token only', async () => {
    const { email } = await makeUser();
    const [one, other] = [await tokensOf(email), await tokensOf(email)];
    const { token } = (await refresh(one.user_token).expect(200)).body as { token: string };
    await logout(one.access_token, token).expect(204);
    await refresh(token).expect(401);
    await refresh(one.user_token).expect(401);
    await refresh(other.user_token).expect(200);
  });

  it('ends every session of the user when no user token is given', async () => {
    const { email } = await makeUser();
    const [one, other] = [await tokensOf(email), await tokensOf(email)];
    await logout(one.access_token).expect(204);
    await refresh(one.user_token).expect(401);
    await refresh(other.user_token).expect(401);
    await signIn(email).expect(200);
  });

  it("does not end another user's session", async () => {
    const [one, other] = [await tokensOf((await makeUser()).email), await tokensOf((await makeUser()).email)];
    await logout(one.access_token, other.user_token).expect(204);
    await refresh(other.user_token).expect(200);
  });

  it('wants a valid access token', async () => {
    await api.request.post('/logout').expect(401);
    await logout('nonsense').expect(401);
    const { access_token } = await tokensOf((await makeUser()).email);
    api.advance(15 * MINUTE + 1000);
    await logout(access_token).expect(401);
  });
});
