/** Answers while the database or the card provider is unavailable, and the recovery without intervention. */
import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectTheBooksToAgree, pay, sweepLater } from '../test/paying.ts';
import { aPayer, type Payer } from '../test/payer.ts';
import { anAccount, aSavedCard } from '../test/factories.ts';
import { startApi, type Api } from '../test/harness.ts';
import { startProxy, type Proxy } from '../test/proxy.ts';
import {
  collection,
  connectDatabase,
  disconnectDatabase,
  insertMissing,
  isDatabaseAway,
} from './platform/database.ts';
import { DEMO_LOCK } from './modules/operations/health/demo-state.service.ts';
import { lock, unlock } from './work/leases.ts';

let api: Api;
let payer: Payer;
// Budgets so short that a test need not wait for the real ones; what must happen within them is the same.
beforeAll(async () => {
  api = await startApi({ deadlines: { request: 20_000, provider: 500 } });
});
beforeEach(async () => {
  payer = await aPayer();
});
afterAll(() => api.stop());

const payDues = (paymentId: string) => pay(api, payer.account, [payer.dues[1]], { paymentId });

describe('while the card provider hangs', () => {
  afterEach(() => api.sandbox.faults.clear());
  const hang = (path: string) =>
    api.sandbox.faults.add({ kind: 'hang', match: { path }, times: 'always', ms: 120_000 });

  it.each(['/v1/payment_intents', '/v1/payment_intents/*/confirm', '/v1/**'])(
    'a pay call (%s) is answered in time that it is not known yet, and is paid when asked again',
    async (path) => {
      hang(path);
      const paymentId = randomUUID();
      const answer = await payDues(paymentId);
      expect([answer.status, answer.body.status]).toEqual([202, 'processing']);
      api.sandbox.faults.clear();
      expect((await payDues(paymentId)).status).toBe(200);
      await expectTheBooksToAgree(api);
    },
  );

  it('what nobody asks for again is closed or booked by the sweep', async () => {
    hang('/v1/payment_intents/*/confirm');
    expect((await payDues(randomUUID())).status).toBe(202);
    api.sandbox.faults.clear();
    await sweepLater(api);
    await expectTheBooksToAgree(api);
  });

  it('other calls say in time that it cannot be reached', async () => {
    const account = await anAccount();
    await aSavedCard(api, account);
    hang('/v1/**');
    const answer = await api.get(`/api/v1/member/${account.memberId}/cards`, account);
    expect([answer.status, answer.body.code]).toEqual([502, 'provider_unavailable']);
  });

  it('/ready stays ready: it says what is configured, and asks once a minute, not at each call', async () => {
    api.advance(61_000);
    await api.request.get('/ready');
    // The probe of that minute is in flight.
    await expect.poll(() => api.deps.provider.isReachable(api.deps.now())).toBe(true);
    hang('/v1/**');
    const probes = () => api.sandbox.faults.list().reduce((sum, { hits }) => sum + hits, 0);
    for (let call = 0; call < 5; call += 1) expect((await api.request.get('/ready')).status).toBe(200);
    expect(probes()).toBe(0);
    api.advance(61_000);
    for (let call = 0; call < 5; call += 1) await api.request.get('/ready');
    await expect.poll(probes).toBe(1);
    await expect
      .poll(async () => (await api.request.get('/ready')).body)
      .toMatchObject({ status: 'ok', checks: { provider: 'warning: the card provider does not answer' } });
  });
});

describe('while the demo data is being loaded', () => {
  it('/ready says so, where the demo data is asked for', async () => {
    api.deps.config.DEMO_DATA = true;
    const demo = async () => {
      const { status, body } = await api.request.get('/ready');
      return [status, body.checks.demoData];
    };
    // There are organizations, and nobody is creating any.
    expect(await demo()).toEqual([200, 'ok']);
    await lock(DEMO_LOCK);
    expect(await demo()).toEqual([503, 'failed: being loaded']);
    await unlock(DEMO_LOCK);
    expect(await demo()).toEqual([200, 'ok']);
  });
});

describe('while the database is away', () => {
  let proxy: Proxy;
  beforeAll(async () => {
    const { hostname, port, pathname } = new URL(api.deps.config.MONGODB_URI);
    proxy = await startProxy({ host: hostname, port: Number(port) });
    await disconnectDatabase();
    await connectDatabase(`mongodb://127.0.0.1:${proxy.port}${pathname}?directConnection=true`, 2_500);
  });
  afterEach(() => proxy.restore());
  afterAll(() => proxy.stop());

  const reads = () => api.get(`/v2/members/${payer.memberId}/campaigns`, payer.account);
  const worksAgain = async () =>
    vi.waitUntil(async () => (await reads()).status === 200, { timeout: 170_000 });
  const signIn = () =>
    api.request.post('/v2/token').type('form').send({ username: payer.account.email, password: 'Demo1234' });

  it('is known as away when it goes while many records are inserted', async () => {
    await worksAgain();
    const rows = collection<{ _id: string }>('outage_rows');
    await rows.deleteMany({});
    await proxy.cut();
    const error: unknown = await insertMissing(rows, [{ _id: 'a' }, { _id: 'b' }]).catch((caught) => caught);
    expect(error).toBeInstanceOf(mongoose.mongo.MongoBulkWriteError);
    expect(isDatabaseAway(error)).toBe(true);
  });

  it.each([
    ['gone', () => proxy.cut()],
    ['standing still', () => Promise.resolve(proxy.freeze())],
  ])('(%s) everything says 503, and works by itself when it is back', async (_how, goAway) => {
    await worksAgain();
    await goAway();
    const answers = await Promise.all([reads(), signIn(), payDues(randomUUID()), reads()]);
    for (const { status, type, headers, body } of answers) {
      expect([status, type]).toEqual([503, 'application/problem+json']);
      expect(headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
      expect(body).toMatchObject({ code: 'unavailable', detail: expect.stringMatching(/try again/) });
    }
    const ready = await api.request.get('/ready');
    expect([ready.status, ready.body.checks.database]).toEqual([503, 'failed: the database does not answer']);
    expect((await api.request.get('/health')).status).toBe(200);
    await proxy.restore();
    await worksAgain();
    expect((await signIn()).status).toBe(200);
    expect((await api.request.get('/ready')).status).toBe(200);
  });
});
