import { afterAll, beforeAll, expect, it } from 'vitest';
import { anAccount, anOrganization, TEST_AUTHOR } from '../../../../test/factories.ts';
import { startApi, type Api } from '../../../../test/harness.ts';
import { createUser } from './user.service.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const MINUTE = 60_000;
type Tokens = { access_token: string; user_token: string };

it('asks for the password again, for one session, however often its token is refreshed', async () => {
  const { organizationNumber: number } = await anOrganization();
  const user = await createUser(
    {
      ...{ email: 'money@demo.test', password: 'Demo1234', isEmailConfirmed: true, now: api.deps.now() },
      roles: [{ organizationNumber: number, role: 'administrator' }],
    },
    TEST_AUTHOR,
  );
  const signIn = async () =>
    (await api.request.post('/v2/token').type('form').send({ username: user.email, password: 'Demo1234' }))
      .body as Tokens;
  const refresh = async ({ user_token: userToken }: Tokens): Promise<Tokens> => {
    const { body } = await api.request.post('/token/refresh').send({ userToken });
    return { access_token: body.access_token, user_token: body.token };
  };
  const disconnect = async ({ access_token }: Tokens) => {
    const { status, body } = await api.request
      .delete(`/v2/organizations/${number}/connect`)
      .set('Authorization', `Bearer ${access_token}`);
    return [status, body.code];
  };
  const confirm = async ({ access_token }: Tokens, password: string) =>
    (
      await api.request
        .post('/v2/identity/step-up')
        .set('Authorization', `Bearer ${access_token}`)
        .send({ password })
    ).status;
  const allowed = [404, 'not_found'];
  const asked = [403, 'step_up'];

  let tokens = await signIn();
  let other = await signIn();
  expect(await disconnect(tokens)).toEqual(allowed);
  api.advance(8 * MINUTE);
  [tokens, other] = [await refresh(tokens), await refresh(other)];
  expect(await disconnect(tokens)).toEqual(allowed);
  api.advance(8 * MINUTE);
  [tokens, other] = [await refresh(tokens), await refresh(other)];
  // A refresh is no sign-in.
  expect(await disconnect(tokens)).toEqual(asked);
  expect(await confirm(tokens, 'wrong')).toBe(422);
  expect(await disconnect(tokens)).toEqual(asked);
  expect(await confirm(tokens, 'Demo1234')).toBe(204);
  expect(await disconnect(tokens)).toEqual(allowed);
  expect(await disconnect(other)).toEqual(asked);
  api.advance(14 * MINUTE);
  tokens = await refresh(tokens);
  expect(await disconnect(tokens)).toEqual(allowed);
  api.advance(2 * MINUTE);
  expect(await disconnect(tokens)).toEqual(asked);
  // A user without the permission is refused without a password.
  const viewer = await anAccount({ role: 'viewer', organizationNumber: number });
  const refused = await api.request.delete(`/v2/organizations/${number}/connect`).set(api.as(viewer));
  expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
  // As at sign-in: ten tries.
  const tries = [];
  for (let count = 0; count < 11; count += 1) tries.push(await confirm(tokens, 'wrong'));
  expect(tries.filter((status) => status === 422)).toHaveLength(10);
  expect(await confirm(tokens, 'Demo1234')).toBe(429);
});
