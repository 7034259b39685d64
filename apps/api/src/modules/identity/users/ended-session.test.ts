import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import jwt from 'jsonwebtoken';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMember, TEST_AUTHOR } from '../../../../test/factories.ts';
import { startApi, type Api } from '../../../../test/harness.ts';
import { linkOf, mailsTo } from '../../../../test/mails.ts';
import { createApp } from '../../../http/app.ts';
import { collection } from '../../../platform/database.ts';
import { createSessions } from '../../../platform/sessions.ts';
import { findSessionState } from './session.service.ts';
import { createUser } from './user.service.ts';

let api: Api;
/** Another process on the same database: it remembers for itself. */
let other: Server;
beforeAll(async () => {
  api = await startApi();
  other = createServer(createApp({ ...api.deps, sessions: createSessions(findSessionState) }));
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
});
afterAll(async () => {
  other.close();
  await api.stop();
});

let count = 0;
type Tokens = { access_token: string; user_token: string };

async function signedIn() {
  const member = await aMember();
  const email = `over${(count += 1)}@demo.test`;
  const password = 'Demo1234';
  await createUser(
    { email, password, isEmailConfirmed: true, memberId: member._id, now: api.deps.now() },
    TEST_AUTHOR,
  );
  const signIn = () => api.request.post('/v2/token').type('form').send({ username: email, password });
  const { body } = await signIn().expect(200);
  return { email, memberId: member._id, signIn, ...(body as Tokens) };
}
type SignedIn = Awaited<ReturnType<typeof signedIn>>;

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const processes = () => [api.request, supertest(`http://127.0.0.1:${(other.address() as AddressInfo).port}`)];
/** What a process may remember for 5 s, and what it must ask the database for. */
const cachedRead = ({ memberId }: SignedIn) => `/v2/members/${memberId}/coverage`;
const uncachedRead = ({ memberId }: SignedIn) => `/api/v1/member/${memberId}/cards`;

async function readBoth(of: SignedIn, status: number, pathOf: (of: SignedIn) => string) {
  for (const request of processes())
    await request.get(pathOf(of)).set(bearer(of.access_token)).expect(status);
}

const refresh = (userToken: string) => api.request.post('/token/refresh').send({ userToken });
const logout = (of: SignedIn, headers: object = {}) =>
  api.request
    .post('/logout')
    .set({ ...bearer(of.access_token), ...headers })
    .expect(204);

const ways: [string, (of: SignedIn) => Promise<unknown>][] = [
  ['signing out', (of) => logout(of, { 'Authorization-Token': of.user_token })],
  ['signing out everywhere', (of) => logout(of)],
  [
    'a user token that was used twice',
    async ({ user_token }) => {
      await refresh(user_token).expect(200);
      api.advance(31_000);
      await refresh(user_token).expect(401);
    },
  ],
  [
    'a new password',
    async ({ email }) => {
      await api.request.post('/forgot-password').send({ email }).expect(202);
      const code = linkOf((await mailsTo(api, email))[0]).searchParams.get('code');
      await api.request.post('/change-password').send({ code, password: 'Better5678' }).expect(200);
    },
  ],
];

describe.each(ways)('after %s', (_name, end) => {
  it('the access token is refused: at once where it matters, within 5 s everywhere, in every process', async () => {
    const session = await signedIn();
    await readBoth(session, 200, cachedRead);
    await end(session);
    await readBoth(session, 401, uncachedRead);
    await api.request
      .post('/v2/members')
      .set(bearer(session.access_token))
      .send({ _id: session.memberId, phones: [{ phoneNbr: '3015550199' }] })
      .expect(401);
    api.advance(5_000);
    await readBoth(session, 401, cachedRead);
  });
});

describe('a session that lives', () => {
  it('outlives the sign-out of another one of the same user', async () => {
    const session = await signedIn();
    const elsewhere = (await session.signIn().expect(200)).body as Tokens;
    await logout(session, { 'Authorization-Token': session.user_token });
    await readBoth({ ...session, ...elsewhere }, 200, uncachedRead);
    await refresh(elsewhere.user_token).expect(200);
  });

  it('is believed at once, whatever a process remembers of the one before', async () => {
    const session = await signedIn();
    await readBoth(session, 200, cachedRead);
    await logout(session);
    const next = { ...session, ...((await session.signIn().expect(200)).body as Tokens) };
    await readBoth(next, 200, cachedRead);
  });

  it('sees its member at once when it was linked a moment ago', async () => {
    const session = await signedIn();
    const users = collection('users');
    const memberId = (await users.findOne({ email: session.email }))?.['memberId'];
    await users.updateOne({ email: session.email }, { $unset: { memberId: 1 } });
    await readBoth(session, 404, cachedRead);
    await users.updateOne({ email: session.email }, { $set: { memberId } });
    await readBoth(session, 200, cachedRead);
  });

  it('is not ended by many sign-outs elsewhere, until they are too many to remember', async () => {
    const session = await signedIn();
    const ended = Array.from({ length: 99 }, (_, place) => ({
      sid: `ended${place}`,
      untilDt: new Date(api.deps.now().getTime() + 3_600_000),
    }));
    await collection('users').updateOne({ email: session.email }, { $set: { endedSessions: ended } });
    const signOutElsewhere = async () => {
      const { access_token, user_token } = (await session.signIn().expect(200)).body as Tokens;
      await logout({ ...session, access_token }, { 'Authorization-Token': user_token });
      await api.request.get(uncachedRead(session)).set(bearer(access_token)).expect(401);
    };
    await signOutElsewhere();
    await readBoth(session, 200, uncachedRead);
    await signOutElsewhere();
    await readBoth(session, 401, uncachedRead);
    const after = await collection('users').findOne({ email: session.email });
    expect(after?.['endedSessions']).toBeUndefined();
  });

  it('forgets the sessions that ended so long ago that no token of them is good', async () => {
    const session = await signedIn();
    await logout(session, { 'Authorization-Token': session.user_token });
    api.advance(13 * 3_600_000);
    const next = (await session.signIn().expect(200)).body as Tokens;
    await logout({ ...session, ...next }, { 'Authorization-Token': next.user_token });
    const user = await collection('users').findOne({ email: session.email });
    expect(user?.['endedSessions']).toHaveLength(1);
  });
});

describe('an access token', () => {
  const claims = { sub: 'a'.repeat(24), mid: null, oid: null, email: 'x@demo.test', sid: 's', epoch: 0 };
  const inAMinute = () => Math.floor(api.deps.now().getTime() / 1000) + 60;
  const sign = (payload: object) => jwt.sign(payload, api.deps.config.JWT_SECRET);
  const isTaken = (token: string) => api.deps.accessTokens.verify(token, api.deps.now()) !== undefined;

  it('needs an end and every claim', () => {
    const whole = { ...claims, exp: inAMinute() };
    expect(isTaken(sign(whole))).toBe(true);
    for (const name of Object.keys(whole)) {
      const { [name as 'sub']: _left, ...rest } = whole;
      expect(isTaken(sign(rest)), name).toBe(false);
    }
  });

  it('of a user who is no more is refused', async () => {
    for (const sub of ['a'.repeat(24), 'nobody', ''])
      await api.request
        .get('/v2/my/donations')
        .set(bearer(sign({ ...claims, sub, exp: inAMinute() })))
        .expect(401);
  });
});
