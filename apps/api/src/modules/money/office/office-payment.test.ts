import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '@kinfold/domain/dates';
import { creditAccount, creditedTo, isBalanced, paidOn, waivedOn } from '@kinfold/domain/payment';
import { aMember, anAccount, TEST_AUTHOR } from '../../../../test/factories.ts';
import type { Account } from '../../../../test/harness.ts';
import { aPayer, type PayableLine } from '../../../../test/payer.ts';
import { expectNothingStuck, expectTheBooksToAgree, pay, sweepLater } from '../../../../test/paying.ts';
import { apiWithSteps } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';
import { workOnJobs } from '../../../work/job-worker.ts';
import { createCampaignRun } from '../../funds/campaign-runs/campaign-run.service.ts';
import { RUN_DUES_JOB } from '../../funds/campaign-runs/run-changes.service.ts';
import { findStoredDonations } from '../../funds/donations/donation.service.ts';
import { rosterOf } from '../../funds/claims/roster.service.ts';
import { runDuesJob } from '../../funds/donations/dues.service.ts';
import { recordOfflineReceipts } from '../charges/offline-receipt.service.ts';
import { whileClaimed } from '../charges/temporary-claim.service.ts';
import { bookedFor } from '../ledger/organization-month.model.ts';
import { ledgerEntries } from '../ledger/ledger.model.ts';
import { useCreditOfPayers } from './credit.service.ts';

const { steps, api, payer } = await apiWithSteps();
const treasurer = () => anAccount({ role: 'administrator', organizationNumber: payer.organizationNumber });
const LATE = 2000;
const OWED = LATE + 3000;

const send = (by: Account, path: string, body: object, key: string = randomUUID()) =>
  api.request
    .post(`/v2/members/${payer.memberId}/${path}`)
    .set(api.as(by))
    .set('Idempotency-Key', key)
    .send(body);
const record = (by: Account, amount: number, more: object = {}) =>
  send(by, 'payments', { entryId: randomUUID(), amount, method: 'cash', ...more });
const creditOf = async (by: Account) =>
  (await api.get(`/v2/members/${payer.memberId}/credit`, by)).body as {
    balance: number;
    entries: { what: string; amount: number }[];
  };
async function storedOf({ donationId }: PayableLine) {
  const [donation] = await findStoredDonations([donationId]);
  if (!donation) throw new Error('the donation is gone');
  return donation;
}
const openOf = async (line: PayableLine) => {
  const { minAmountDue, paymentsTotal, waived } = await storedOf(line);
  return minAmountDue - paymentsTotal - (waived?.amount ?? 0);
};
async function received(): Promise<number> {
  let sum = 0;
  const ever = { from: new Date(0), to: new Date('9999-01-01') };
  for await (const { postings } of bookedFor(payer.organizationNumber, ever))
    for (const { organizationNumber, amount } of postings)
      if (organizationNumber === payer.organizationNumber) sum -= amount;
  return sum;
}

describe('a payment without a card', () => {
  it('that is wholly ahead has its month recounted too', async () => {
    const months = () => collection('stale').find({ kind: 'month' }).toArray();
    await collection('stale').deleteMany({});
    expect((await record(await treasurer(), 90_000, { lines: [] })).body.credit).toBe(90_000);
    expect(await months()).toMatchObject([{ of: payer.organizationNumber }]);
  });

  it('pays the oldest dues first, shows that before, and the rest is credit', async () => {
    const by = await treasurer();
    const before = await api.get(`/v2/members/${payer.memberId}/payments/dues`, by);
    expect(before.body.credit).toBe(0);
    expect(before.body.dues.map(({ balance }: { balance: number }) => balance)).toEqual([20, 30]);
    const { status, body } = await record(by, OWED + 4000, { method: 'check', checkNumber: '1041' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ credit: 4000 });
    expect(body.receipt_number).toMatch(/^K-/);
    expect(body.lines.map(({ donation_id }: { donation_id: string }) => donation_id)).toEqual(
      payer.dues.map(({ donationId }) => donationId),
    );
    for (const line of payer.dues) expect(await openOf(line)).toBe(0);
    expect(await creditOf(by)).toMatchObject({ balance: 40, entries: [{ what: 'Paid ahead', amount: 40 }] });
    const own = await api.get(`/v2/members/${payer.memberId}/coverage`, payer.account);
    expect(own.body.ahead).toBe(40);
    const list = (await api.get(`/v2/members/${payer.memberId}/payments`, payer.account)).body.payments;
    expect(list[0]).toMatchObject({ method: 'Check', amount: 90 });
    expect(list[0].lines).toHaveLength(3);
    await expectTheBooksToAgree(api);
  });

  it('is booked once for its id, and refused with other details', async () => {
    const by = await treasurer();
    const entryId = randomUUID();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => record(by, 700, { entryId })));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(201));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await openOf(payer.dues[0])).toBe(LATE - 700);
    expect((await record(by, 800, { entryId })).body.code).toBe('idempotency_mismatch');
    await expectNothingStuck(api, payer);
  });

  it('pays the dues that were asked for, and never more than they owe', async () => {
    const by = await treasurer();
    const [late, active] = payer.dues;
    const lines = [{ donation_id: active.donationId, amount: 3500 }];
    const { body } = await record(by, 3600, { lines });
    expect(body).toMatchObject({ lines: [{ donation_id: active.donationId, amount: 3000 }], credit: 600 });
    expect(await openOf(late)).toBe(LATE);
  });

  it.each([
    [{ amount: 0 }, 'amount'],
    [{ method: 'bitcoin' }, 'method'],
    [{ entryId: 'one' }, 'entryId'],
    [{ lines: [{ donation_id: 'f'.repeat(24), amount: 100 }] }, 'lines'],
    [{ lines: [{ donation_id: 'f'.repeat(24), amount: 100_000 }] }, 'lines'],
    [{ paidDt: '2199-01-01' }, 'paidDt'],
  ])('is refused with %j', async (wrong, path) => {
    const { status, body } = await record(await treasurer(), 500, wrong);
    expect([status, body.errors?.[0]?.path]).toEqual([422, path]);
    expect(await ledgerEntries().countDocuments({ kind: 'cash', _id: /-/ })).toBe(
      await ledgerEntries().countDocuments({ kind: 'cash' }),
    );
  });

  it('is not for dues of an organization whose payments the author does not record', async () => {
    const { dues } = await aPayer();
    const lines = [{ donation_id: dues[0].donationId, amount: 100 }];
    const { status, body } = await record(await treasurer(), 500, { lines });
    expect([status, body.errors?.[0]?.path]).toEqual([422, 'lines']);
  });

  it('for dues that a card is paying at that moment becomes credit', async () => {
    const by = await treasurer();
    const [late] = payer.dues;
    const answers: { status: number; body: { credit: number; lines: unknown[] } }[] = [];
    const lines = [{ donation_id: late.donationId, amount: LATE }];
    steps.runAt('intent-registered', async () => {
      answers.push(await record(by, LATE, { lines }));
    });
    expect((await pay(api, payer.account, [late])).status).toBe(200);
    expect(answers[0]?.body).toMatchObject({ lines: [], credit: LATE });
    expect((await creditOf(by)).balance).toBe(20);
    expect(await openOf(late)).toBe(0);
    await expectNothingStuck(api, payer);
  });
});

describe('credit of a household', () => {
  it('pays dues by hand, never more than there is or is owed, and is paid back with a reason', async () => {
    const by = await treasurer();
    const [late, active] = payer.dues;
    await record(by, 2500, { lines: [] });
    const use = (donation_id: string, amount: number) => send(by, 'credit', { donation_id, amount });
    expect((await use(late.donationId, 2501)).body.errors[0].message).toContain('Only $20.00 is owed');
    expect((await use(active.donationId, 2600)).body.errors[0].message).toContain('There is only $25.00');
    expect((await use(payer.linked.donationId, 100)).status).toBe(422);
    const used = await use(late.donationId, 1500);
    expect([used.status, used.body.balance]).toEqual([201, 10]);
    expect(await openOf(late)).toBe(500);
    const back = { amount: 400, method: 'check', reference: '77', reason: 'They asked for it' };
    expect((await send(by, 'credit/pay-back', { ...back, amount: 1001 })).status).toBe(422);
    expect((await send(by, 'credit/pay-back', { ...back, reason: '' })).status).toBe(422);
    expect((await send(by, 'credit/pay-back', back)).body.balance).toBe(6);
    expect((await creditOf(payer.account)).entries.map(({ amount }) => amount)).toEqual([-4, -15, 25]);
    const since = await received();
    expect(since).toBe(1000 + 2500 - 400);
    await expectTheBooksToAgree(api);
  });

  it('is used by one of many at once, and by each request once', async () => {
    const by = await treasurer();
    await record(by, 1000, { lines: [] });
    const [late, active] = payer.dues;
    const key = randomUUID();
    const answers = await Promise.all([
      send(by, 'credit', { donation_id: late.donationId, amount: 1000 }),
      send(by, 'credit', { donation_id: active.donationId, amount: 1000 }),
      send(by, 'credit/pay-back', { amount: 1000, method: 'cash', reason: 'They asked for it' }, key),
      send(by, 'credit/pay-back', { amount: 1000, method: 'cash', reason: 'They asked for it' }, key),
    ]);
    const [one, other, ...twins] = answers.map(({ status }) => status === 201);
    const used = [one, other, twins.includes(true)].filter(Boolean).length;
    expect((await creditOf(by)).balance).toBe(10 - 10 * used);
    await sweepLater(api);
    await expectTheBooksToAgree(api);
  });

  it('is neither used nor paid back while another booking holds it', async () => {
    const by = await treasurer();
    await record(by, 1000, { lines: [] });
    const use = { donation_id: payer.dues[0].donationId, amount: 1000 };
    const back = { amount: 1000, method: 'cash', reason: 'They asked for it' };
    await whileClaimed([creditAccount(payer.memberId)], api.deps.now(), async () => {
      for (const answer of [await send(by, 'credit', use), await send(by, 'credit/pay-back', back)])
        expect([answer.status, answer.body.code]).toEqual([409, 'payment_in_progress']);
    });
    expect((await creditOf(by)).balance).toBe(10);
  });

  it('is used and paid back by a key once for each member', async () => {
    const by = await treasurer();
    await record(by, 1000, { lines: [] });
    const key = randomUUID();
    const back = { amount: 100, method: 'cash', reason: 'They asked for it' };
    const of = await aMember({ organizationNumber: payer.organizationNumber });
    const other = (path: string, body: object) =>
      api.request
        .post(`/v2/members/${of._id}/${path}`)
        .set(api.as(by))
        .set('Idempotency-Key', key)
        .send(body);
    for (let tries = 0; tries < 2; tries += 1) {
      expect((await send(by, 'credit/pay-back', back, key)).body.balance).toBe(9);
      // As where the process dies before it stores the answer.
      await collection('idempotent_answers').deleteMany({});
    }
    expect((await other('credit/pay-back', back)).status).toBe(422);
    await other('payments', { entryId: randomUUID(), amount: 300, method: 'cash' }).expect(201);
    expect((await other('credit/pay-back', back)).body.balance).toBe(2);
    await expectTheBooksToAgree(api);
  });

  it('is used with the same key again once nobody pays the same dues', async () => {
    const by = await treasurer();
    await record(by, 1000, { lines: [] });
    const [late] = payer.dues;
    const key = randomUUID();
    const use = () => send(by, 'credit', { donation_id: late.donationId, amount: 500 }, key);
    const statuses: number[] = [];
    steps.runAt('intent-registered', async () => {
      statuses.push((await use()).status);
    });
    await pay(api, payer.account, [{ ...late, amount: 500 }]);
    expect([...statuses, (await use()).status, (await use()).status]).toEqual([409, 201, 201]);
    expect((await creditOf(by)).balance).toBe(5);
    await expectNothingStuck(api, payer);
  });

  it('pays no dues that a card is paying at that moment', async () => {
    const by = await treasurer();
    await record(by, OWED, { lines: [] });
    const [late, active] = payer.dues;
    const booking = { author: TEST_AUTHOR, now: api.deps.now(), currency: 'usd' };
    steps.runAt('intent-registered', () => useCreditOfPayers([payer.memberId], booking));
    expect((await pay(api, payer.account, [late])).status).toBe(200);
    expect([await openOf(late), await openOf(active)]).toEqual([0, 0]);
    expect((await creditOf(by)).balance).toBe(LATE / 100);
    await expectTheBooksToAgree(api);
  });

  it('pays the next dues when they are made, the oldest first', async () => {
    const by = await treasurer();
    await record(by, OWED + 4000);
    const now = api.deps.now();
    const run = await createCampaignRun(
      {
        campaignId: payer.campaignId,
        organizationNumber: payer.organizationNumber,
        name: 'The next collection',
        description: 'Of this month',
        startDt: now,
        endDt: new Date(now.getTime() + 30 * DAY_MS),
      },
      TEST_AUTHOR,
      now,
    );
    const path = { _id: run._id, isActive: true, version: run.version };
    const begun = await api.request.post('/v2/campaign-run/').set(api.as(by)).send(path);
    expect(begun.status).toBe(200);
    const deps = {
      ...api.deps,
      useCredit: (payerIds: readonly string[]) =>
        useCreditOfPayers(payerIds, { author: TEST_AUTHOR, now: api.deps.now(), currency: 'usd' }),
    };
    await workOnJobs({ [RUN_DUES_JOB]: runDuesJob({ ...deps, rosterOf: rosterOf(deps) }) }, api.deps.logger);
    const own = (await api.get('/v2/my/donations?page_size=5', payer.account)).body.donations;
    expect(own[0]).toMatchObject({
      campaignRunName: 'The next collection',
      paymentsTotal: 30,
      totalBalance: 0,
    });
    expect((await creditOf(payer.account)).balance).toBe(10);
    expect((await creditOf(payer.account)).entries[0]).toMatchObject({
      what: 'Used for The next collection',
      amount: -30,
    });
    await expectTheBooksToAgree(api);
  });
});

/** Numbers that look random and are the same each time. */
function* numbersOf(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    yield state;
  }
}

it.each([1, 2, 3])(
  'any payments, waivers and uses of credit at once agree at every prefix (%i)',
  async (seed) => {
    const by = await treasurer();
    const random = numbersOf(seed);
    const upTo = (max: number) => 1 + (Number(random.next().value) % max);
    const lineOf = () => payer.dues[upTo(2) - 1] ?? payer.dues[0];
    const acts: (() => Promise<unknown>)[] = [
      async () => record(by, upTo(1500)),
      async () => send(by, 'credit', { donation_id: lineOf().donationId, amount: upTo(800) }),
      async () =>
        send(by, 'credit/pay-back', { amount: upTo(500), method: 'cash', reason: 'They asked for it' }),
      async () =>
        api.request
          .post(`/v2/donations/${lineOf().donationId}/waive`)
          .set(api.as(by))
          .send({ amount: upTo(600), reason: 'Hardship' }),
      async () => pay(api, payer.account, [{ ...lineOf(), amount: 50 + upTo(500) }]),
      async () =>
        recordOfflineReceipts(
          [
            {
              receiptId: randomUUID(),
              method: 'cash',
              lines: [{ donationId: lineOf().donationId, amount: upTo(400) as never }],
              paidDt: api.deps.now(),
              recordedBy: by.email,
              currency: 'usd',
            },
          ],
          api.deps,
        ).catch(() => undefined),
    ];
    for (let round = 0; round < 6; round += 1)
      await Promise.all(Array.from({ length: 4 }, async () => acts[upTo(acts.length) - 1]?.()));
    await sweepLater(api);
    const entries = await ledgerEntries().find().sort({ entryDt: 1, _id: 1 }).toArray();
    const dues = await findStoredDonations(payer.dues.map(({ donationId }) => donationId));
    for (const [index, entry] of entries.entries()) {
      expect(isBalanced(entry.postings)).toBe(true);
      const prefix = entries.slice(0, index + 1);
      for (const { _id, minAmountDue } of dues) {
        const [paid, waived] = [paidOn(_id, prefix), waivedOn(_id, prefix)];
        expect(paid + waived).toBeLessThanOrEqual(minAmountDue);
        expect(Math.min(paid, waived)).toBeGreaterThanOrEqual(0);
      }
    }
    expect(creditedTo(creditAccount(payer.memberId), entries)).toBeGreaterThanOrEqual(0);
    for (const { _id, paymentsTotal, waived } of dues)
      expect([paymentsTotal, waived?.amount ?? 0]).toEqual([paidOn(_id, entries), waivedOn(_id, entries)]);
    await expectTheBooksToAgree(api);
  },
);
