import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aMember, anAccount } from '../../test/factories.ts';
import { startApi, type Account, type Api } from '../../test/harness.ts';
import type { MemberRecord } from '../modules/people/members/member.service.ts';
import { routes } from './routes.ts';
import { collection } from '../platform/database.ts';
import { keepsAnswers } from './endpoint.ts';
import { answerOnce } from './idempotency.ts';
import { AppError } from '../platform/problem.ts';

let api: Api;
let member: MemberRecord;
let manager: Account;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  member = await aMember();
  manager = await anAccount({ role: 'manager', organizationNumber: member.organizationNumber });
});

const kept = () => collection('idempotent_answers');
const addContact = (key: string | undefined, title = 'Deacon', as = manager) => {
  const request = api.request.post(`/v2/organizations/${member.organizationNumber}/contacts`).set(api.as(as));
  return (key === undefined ? request : request.set('Idempotency-Key', key)).send({
    member_id: member._id,
    title,
  });
};
const contacts = () =>
  collection('contacts').countDocuments({ organizationNumber: member.organizationNumber });

describe('a request with an Idempotency-Key that is sent again', () => {
  it('gets the first answer, and changes nothing twice', async () => {
    const key = randomUUID();
    const first = await addContact(key);
    expect(first.status).toBe(201);
    const again = await addContact(key);
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(await contacts()).toBe(1);
    expect((await addContact(randomUUID())).status).toBe(409);
    expect((await addContact(undefined)).status).toBe(409);
  });

  it('gets the first answer too when all of them come at once', async () => {
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3, 4].map(() => addContact(key)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1);
    expect(await contacts()).toBe(1);
  });

  it('gets an empty answer where the first was one', async () => {
    const { body } = await addContact(undefined);
    const drop = () =>
      api.request
        .delete(`/v2/organizations/${member.organizationNumber}/contacts/${body._id}`)
        .set({ ...api.as(manager), 'Idempotency-Key': 'drop' });
    expect(await drop()).toMatchObject({ status: 204, text: '' });
    expect(await drop()).toMatchObject({ status: 204, text: '' });
  });

  it('gets the first answer even if that removed the resource', async () => {
    const administrator = await anAccount({ role: 'administrator', organizationNumber: '*' });
    const { _id } = await aMember();
    const drop = () =>
      api.request
        .delete(`/api/v1/member/${_id}`)
        .set({ ...api.as(administrator), 'Idempotency-Key': 'drop' });
    expect(await drop()).toMatchObject({ status: 204, text: '' });
    expect(await drop()).toMatchObject({ status: 204, text: '' });
  });

  it('is executed when the first one was refused for an error that is now corrected', async () => {
    const key = randomUUID();
    expect((await addContact(key, '')).status).toBe(422);
    expect((await addContact(key)).status).toBe(201);
  });

  it('gets the first refusal, although it would succeed now', async () => {
    const key = randomUUID();
    const { body } = await addContact(undefined);
    const refused = await addContact(key);
    expect(refused.body.code).toBe('contact_exists');
    await api.request
      .delete(`/v2/organizations/${member.organizationNumber}/contacts/${body._id}`)
      .set(api.as(manager));
    const again = await addContact(key);
    expect({ ...again.body, instance: '' }).toEqual({ ...refused.body, instance: '' });
  });

  it('is refused when it is another request', async () => {
    const key = randomUUID();
    await addContact(key);
    const other = await addContact(key, 'Church Pastor');
    expect(other.status).toBe(422);
    expect(other.body.errors).toEqual([
      { path: 'Idempotency-Key', message: 'This Idempotency-Key was sent with another request' },
    ]);
  });

  it('is a new one when another user sends it', async () => {
    const key = randomUUID();
    await addContact(key);
    const { organizationNumber } = member;
    const other = await anAccount({ role: 'manager', organizationNumber });
    expect((await addContact(key, 'Deacon', other)).body.code).toBe('contact_exists');
    const viewer = await anAccount({ role: 'viewer', organizationNumber });
    expect((await addContact(key, 'Deacon', viewer)).status).toBe(403);
  });

  it.each(['', 'a b', 'x'.repeat(256)])('is refused with a key like %j', async (key) => {
    const answer = await addContact(key);
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0].path).toBe('Idempotency-Key');
    expect(await contacts()).toBe(0);
  });

  it('is refused with a card number as its key, which would be kept', async () => {
    expect((await addContact('4242424242424242')).status).toBe(422);
    expect(await contacts()).toBe(0);
  });
});

describe('answering once', () => {
  const request = () => ({ userId: 'somebody', target: 'POST /x', key: randomUUID(), body: { a: 1 } });
  const now = () => new Date();

  it.each([
    ['an error of ours', new Error('boom')],
    ['503', new AppError(503, 'unavailable', 'Later')],
    ['429', new AppError(429, 'too_many_requests', 'Later')],
    ['403', new AppError(403, 'forbidden', 'No')],
  ])('keeps nothing of %s: the next attempt works', async (_what, error) => {
    const given = request();
    await expect(answerOnce(given, now, () => Promise.reject(error))).rejects.toBe(error);
    expect(await answerOnce(given, now, async () => ({ status: 200, body: 1 }))).toEqual({
      status: 200,
      body: 1,
    });
  });

  it('takes over from a process that died at it, once the lease is over', async () => {
    const given = request();
    const died = answerOnce(
      given,
      () => new Date(Date.now() - 61_000),
      () => new Promise(() => undefined),
    );
    void died;
    await expect.poll(() => kept().countDocuments({ answer: null })).toBeGreaterThan(0);
    let times = 0;
    const work = async () => ({ status: 200, body: ++times });
    const answers = await Promise.all([answerOnce(given, now, work), answerOnce(given, now, work)]);
    expect(answers).toEqual([
      { status: 200, body: 1 },
      { status: 200, body: 1 },
    ]);
  });

  it('keeps an answer for a day', async () => {
    await answerOnce(request(), now, async () => ({ status: 200 }));
    const [{ expireDt } = { expireDt: new Date(0) }] = await kept().find().sort({ expireDt: -1 }).toArray();
    expect(Math.abs((expireDt as Date).getTime() - Date.now() - 86_400_000)).toBeLessThan(60_000);
  });
});

it('applies to every change that a signed-in user can make, except payments and answers with secrets', () => {
  const others = routes.filter((route) => route.method !== 'GET' && !keepsAnswers(route));
  expect(others.filter(({ policy }) => !policy.isPublic).map(({ path }) => path)).toEqual([
    '/v2/identity/account-link',
    '/v2/identity/password',
    '/v2/identity/step-up',
    // Done once, there is no user left to repeat it.
    '/v2/identity/account/delete',
    '/v2/identity/permission/check',
    // A file of personal data is not stored a second time; the other is a preview.
    '/v2/members/:id/person',
    '/v2/members/:id/erasure/preview',
    // Previews.
    '/v2/organizations/:organizationNumber/families/preview',
    '/api/v1/member/:id/household/add/preview',
    '/api/v1/member/:id/household/:householdId/remove/preview',
    '/v2/members/:id/life-events/preview',
    // Its answer holds a code that is used once.
    '/v2/organizations/:organizationNumber/connect',
    // Previews.
    '/v2/campaigns/:campaignId/memberships/state/preview',
    '/v2/membership/preview',
    '/v2/membership/:membershipId/preview',
    '/api/v1/member/:payee_member_id/donation/pay',
    '/api/v1/donation/pay',
    '/v2/payments/:paymentId/refunds',
    '/api/v1/member/:id/cards/setup',
    // A question, and a payment.
    '/v2/dues-by-reference',
    '/v2/dues-by-reference/pay',
  ]);
});
