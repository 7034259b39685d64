import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { aMember, TEST_AUTHOR } from '../../../../test/factories.ts';
import { startApi, type Api } from '../../../../test/harness.ts';
import { collection } from '../../../platform/database.ts';
import { readUserByEmail } from '../users/user.model.ts';
import { createUser } from '../users/user.service.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const PASSWORD = 'Demo1234';
const post = (path: string, body: object) => api.request.post(path).send(body);
const signIn = (username: string, password = PASSWORD) =>
  api.request.post('/v2/token').type('form').send({ username, password });
const eventsOf = async (userId: string | null) =>
  (await collection('security_events').find({ userId }).sort({ _id: 1 }).toArray()).map(({ kind }) => kind);
const aUser = () =>
  createUser(
    {
      email: `user.${randomUUID()}@demo.test`,
      password: PASSWORD,
      isEmailConfirmed: true,
      now: api.deps.now(),
    },
    TEST_AUTHOR,
  );

describe('security events', () => {
  it('record a registration, its code, a wrong one and the right one', async () => {
    const email = `new.${randomUUID()}@demo.test`;
    await post('/register', { email, password: PASSWORD, confirmPassword: PASSWORD, terms: true });
    const user = await readUserByEmail(email);
    await post('/confirm-email', { email, code: 'EV-AAAAA-AAAAA' });
    expect(await eventsOf(user?._id ?? '')).toEqual(['registered', 'code_mailed', 'code_refused']);
  });

  it('record sign-ins, refused ones, sign-outs and a reused user token, with their addresses', async () => {
    const user = await aUser();
    await signIn(user.email, 'Wrong1234');
    const { body } = await signIn(user.email);
    const bearer = { Authorization: `Bearer ${body.access_token}` };
    await post('/token/refresh', { userToken: body.user_token });
    api.advance(31_000);
    await post('/token/refresh', { userToken: body.user_token });
    const second = await signIn(user.email);
    const authorization = { Authorization: `Bearer ${second.body.access_token}` };
    await post('/logout', {}).set({ ...authorization, 'Authorization-Token': second.body.user_token });
    expect(await eventsOf(user._id)).toEqual([
      'sign_in_refused',
      'signed_in',
      'user_token_reused',
      'signed_in',
      'signed_out',
    ]);
    expect((await post('/logout', {}).set(bearer)).status).toBe(401);
    const [refused] = await collection('security_events')
      .find({ userId: user._id })
      .sort({ _id: 1 })
      .toArray();
    expect(refused).toMatchObject({ email: user.email, address: expect.stringMatching(/127\.0\.0\.1|::/) });
  });

  it('record a sign-out everywhere, a reset code and a new password', async () => {
    const user = await aUser();
    const { body } = await signIn(user.email);
    await post('/logout', {}).set({ Authorization: `Bearer ${body.access_token}` });
    await post('/forgot-password', { email: user.email });
    expect(await eventsOf(user._id)).toEqual(['signed_in', 'signed_out_everywhere', 'code_mailed']);
  });

  it('record a refused link', async () => {
    const user = await aUser();
    await aMember();
    const as = api.as({ userId: user._id, memberId: null, email: user.email });
    const form = { lastNm: 'Nobody', birthDt: '1950-01-01', phone: '0000' };
    expect((await post('/v2/identity/account-link', form).set(as)).status).toBe(404);
    expect(await eventsOf(user._id)).toEqual(['link_refused']);
  });

  it('keep nothing of what was typed for an email that nobody has', async () => {
    await signIn('my-secret-password@demo.test');
    const unknown = await collection('security_events').find({ userId: null }).toArray();
    expect(unknown.map(({ kind, email }) => [kind, email])).toEqual([['sign_in_refused', null]]);
  });

  it('are gone after 180 days', async () => {
    const indexes = await collection('security_events').indexes();
    expect(indexes).toEqual(
      expect.arrayContaining([expect.objectContaining({ key: { at: 1 }, expireAfterSeconds: 180 * 86_400 })]),
    );
  });
});
