/**
 * Every way of money against every other one on the same dues, and with a process that dies at any write of the two.
 * `npm run soak -- --pairs 200` makes as many rounds of each pair, and lets each die at each of its writes.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { cents, sumCents } from '@kinfold/domain/money';
import { paymentFigures } from '@kinfold/domain/payment';
import { anAccount, aSavedCard } from '../../../../test/factories.ts';
import type { Account } from '../../../../test/harness.ts';
import { interruptedAfter } from '../../../../test/interrupted-writes.ts';
import { aPayer, type Payer } from '../../../../test/payer.ts';
import { pay } from '../../../../test/paying.ts';
import { chargeOf, expectRefundsToAgree, refundPayment } from '../../../../test/refunding.ts';
import { apiOfFile } from '../../../../test/scenes.ts';
import { factsOf } from '../autopay/autopay-facts.service.ts';
import { payByAutopay } from '../autopay/autopay-tries.service.ts';
import { autopays, autopayTries } from '../cards/autopay.service.ts';
import { openPayments } from '../charges/charge.model.ts';
import { settleDispute } from '../charges/provider-money.service.ts';
import { sweep } from '../charges/sweep.service.ts';
import { balancesOf } from '../ledger/balance.service.ts';
import { creditsOf } from '../ledger/credit-entries.service.ts';
import { ledgerEntries } from '../ledger/ledger.model.ts';
import { requireMember } from '../../people/members/member.service.ts';

const ROUNDS = Number(process.env['MONEY_ROUNDS'] ?? 0);
/** Of the dues of 30.00: paid by the card that is refunded and disputed, and asked for by everything else. */
const [PAID, OPEN] = [cents(1_000), cents(2_000)];
const PAUSES = [0, 4, 12, 30, 70];
/** A payment by card has some 30 writes. */
const WRITES = 36;

const api = await apiOfFile();
let payer: Payer;
let treasurer: Account;
let donationId: string;
beforeAll(async () => {
  payer = await aPayer();
  donationId = payer.dues[1].donationId;
  treasurer = await anAccount({ role: 'treasurer', organizationNumber: payer.organizationNumber });
  const { id: cardId } = await aSavedCard(api, payer.account);
  const monthlyCap = paymentFigures([{ amount: cents(9_000) }]).total;
  const path = `/v2/members/${payer.memberId}/autopay/${payer.campaignId}`;
  const set = await api.request.put(path).set(api.as(payer.account)).send({ cardId, monthlyCap });
  expect(set.status).toBe(200);
  const ahead = { entryId: randomUUID(), amount: OPEN, method: 'cash', lines: [] };
  expect((await asOffice(`/v2/members/${payer.memberId}/payments`, ahead)).status).toBe(201);
  await api.keep();
});

const asOffice = (path: string, body: object, key: string = randomUUID()) =>
  api.request.post(path).set(api.as(treasurer)).set('Idempotency-Key', key).send(body);

/** A dispute at the provider, of which this process is told, beside its event. */
async function dispute(paymentId: string): Promise<void> {
  const charge = await chargeOf(api, paymentId);
  const answer = await fetch(`${api.sandbox.url}/v1/test_helpers/disputes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.sandbox.secretKey}` },
    body: new URLSearchParams({ charge }),
  });
  disputed.push(((await answer.json()) as { id: string }).id);
  for (const one of await disputes()) await settleDispute(one, api.deps);
}
let disputed: string[] = [];
const disputes = async () =>
  (await Promise.all(disputed.map((id) => api.deps.provider.retrieveDispute(id)))).flatMap(
    (one) => one ?? [],
  );

async function autopay(): Promise<void> {
  const { deps } = api;
  const found = await autopays().findOne({ memberId: payer.memberId });
  const facts = found && (await factsOf(found, await requireMember(payer.memberId), deps.now()));
  if (!facts || typeof facts === 'string') throw new Error('there is no autopay');
  const due = facts.dues.find(({ donation }) => donation._id === donationId);
  if (due) await payByAutopay(found, due, facts.user, deps);
}

/** The ways; `id` makes a request that is sent again the same one. */
const WAYS = {
  card: (_paid: string, id: string) =>
    pay(api, payer.account, [{ donationId, amount: OPEN }], { paymentId: id }),
  cash: (_paid: string, id: string) =>
    asOffice(`/v2/members/${payer.memberId}/payments`, {
      entryId: id,
      amount: OPEN,
      method: 'cash',
      lines: [{ donation_id: donationId, amount: OPEN }],
    }),
  refund: (paid: string, id: string) => refundPayment(api, treasurer, paid, { dues: 'waived' }, id),
  waiver: (_paid: string, id: string) =>
    asOffice(`/v2/donations/${donationId}/waive`, { amount: 1_500, reason: 'Hardship' }, id),
  credit: (_paid: string, id: string) =>
    asOffice(`/v2/members/${payer.memberId}/credit`, { donation_id: donationId, amount: OPEN }, id),
  autopay,
  dispute,
} satisfies Record<string, (paid: string, id: string) => PromiseLike<unknown>>;
type Way = keyof typeof WAYS;
const NAMES = Object.keys(WAYS) as Way[];
const PAIRS = NAMES.flatMap((a, index) => NAMES.slice(index).map((b) => [a, b] as const));

let paidBefore: string;
let rounds = 0;

/** A try of autopay that was refused: the next one is another payment at the provider than that of the last round. */
async function anEarlierTry(): Promise<void> {
  const found = await autopays().findOne({ memberId: payer.memberId });
  if (!found) throw new Error('there is no autopay');
  rounds += 1;
  await autopayTries().insertOne({
    ...{
      _id: `${found._id}:2026-01:0001`,
      autopayId: found._id,
      planId: found.planId,
      memberId: payer.memberId,
      donationId,
    },
    ...{ number: rounds, amount: OPEN, total: OPEN, paymentId: randomUUID(), cardId: found.card.id },
    ...{ createdDt: api.deps.now(), result: 'refused' },
  });
}

/** As before anything, with a part of the dues paid by card; without events. */
async function begin(): Promise<void> {
  api.sandbox.setWebhook(null);
  await api.forget();
  disputed = [];
  await anEarlierTry();
  paidBefore = randomUUID();
  const paid = await pay(api, payer.account, [{ donationId, amount: PAID }], { paymentId: paidBefore });
  expect(paid.status).toBe(200);
}

/** The sweep ends all; ledger, provider and screens agree, and nothing was paid, used or given back twice. */
async function expectOneTruth(): Promise<void> {
  await api.sandbox.webhooks.idle();
  // As reconciliation does where no event came.
  const known = await disputes();
  for (const one of known) await settleDispute(one, api.deps);
  // Later than the markers of what was never recorded are kept.
  api.advance(3_700_000);
  await sweep(api.deps);
  expect(await openPayments().find().toArray()).toEqual([]);
  await expectRefundsToAgree(api, paidBefore);
  const entries = await ledgerEntries().find().toArray();
  for (const { postings } of entries) expect(sumCents(postings.map(({ amount }) => amount))).toBe(0);
  const moved = entries.filter(({ kind }) => kind === 'dispute').map(({ total }) => total);
  expect(moved).toEqual(known.flatMap(({ moves }) => moves.map(({ amount }) => amount)));
  const balance = (await balancesOf([donationId])).get(donationId) ?? 0;
  const credit = (await creditsOf([payer.memberId])).get(payer.memberId) ?? 0;
  expect([balance, credit].every((amount) => amount >= 0)).toBe(true);
  const path = `/v2/members/${payer.memberId}`;
  const { donations } = (await api.get(`${path}/donations?payable=true`, payer.account)).body;
  const shown = donations.find(({ _id }: { _id: string }) => _id === donationId)?.totalBalance ?? 0;
  const ahead = (await api.get(`${path}/credit`, treasurer)).body.balance;
  expect([shown, ahead]).toEqual([balance / 100, credit / 100]);
}

const run = (way: Way, id: string = randomUUID()) => Promise.resolve(WAYS[way](paidBefore, id));

/**
 * Some ways at once, each a pause after the one before; `writes` after which the process dies. It hears of no events then:
 * the provider would send them again for minutes.
 */
async function race(ways: readonly Way[], pause: number, writes = Number.POSITIVE_INFINITY): Promise<void> {
  await begin();
  api.sandbox.setWebhook(Number.isFinite(writes) ? null : `${api.url}/webhooks/stripe`);
  const all = () => Promise.allSettled(ways.map((way, index) => sleep(index * pause).then(() => run(way))));
  await interruptedAfter(writes, all);
  await expectOneTruth();
}

it.each([0, 2, 5])('all ways of money on the same dues at once, from number %i on', async (start) => {
  await race([...NAMES.slice(start), ...NAMES.slice(0, start)], PAUSES[start % PAUSES.length] ?? 0);
});

describe.runIf(ROUNDS)('two ways of money on the same dues', () => {
  it.each(PAIRS)(
    '%s and %s at once',
    async (first, second) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const pause = PAUSES[round % PAUSES.length] ?? 0;
        // In every other round the process dies while both are under way.
        const writes = round % 4 > 1 ? (round * 7) % WRITES : undefined;
        await race(round % 2 ? [second, first] : [first, second], pause, writes);
      }
    },
    20_000 + ROUNDS * 10_000,
  );
});

describe('a process that dies', () => {
  const moments = ROUNDS ? Array.from({ length: WRITES }, (_, index) => index) : [7];
  it.each(NAMES)(
    'while it does %s: the same request again, or the sweep, ends it',
    async (way) => {
      for (const writes of moments) {
        await begin();
        const id = randomUUID();
        const dead = await interruptedAfter(writes, () => run(way, id).catch(() => undefined));
        // A twin of a request waits for its answer, until the first one must be dead.
        api.advance(61_000);
        if (writes % 2 && way !== 'dispute') await run(way, id);
        await expectOneTruth();
        if (!dead.isInterrupted) break;
      }
    },
    20_000 + ROUNDS * 10_000,
  );
});
