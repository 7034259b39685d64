/**
 * `npm run soak [-- --payments 1000 --kills 60 --payers 8 --seed N]`: members pay through two API processes on one
 * database, with two workers. All four are killed with SIGKILL at random times, and the card provider has random
 * faults. At the end the provider's journal is compared with the ledger and with the outcomes that members were told;
 * the exit code is 1 if they differ or the run takes too long. `-- --pairs 200` races every way of money with every other
 * one on the same dues instead, as often, with deaths at each write (money-races.test.ts).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { collection, connectDatabase, disconnectDatabase } from '../apps/api/src/platform/database.ts';
import { createRandom, type Random } from '../apps/api/src/seed/random.ts';
import { aPayer, type Payer } from '../apps/api/test/payer.ts';
import type { FaultOptions } from '../packages/stripe-sandbox/src/index.ts';
import { differences, unfinishedPayments } from './lib/books.ts';
import { payUntilKnown, type Payment, type Reported } from './lib/payer-client.ts';
import { atEnd, print, runProgram } from './lib/program.ts';
import { startStack, type ApiProcess, type Killable, type Stack } from './lib/stack.ts';

/** The cards, repeated by their frequency. */
const CARDS = [
  ...Array<string>(6).fill('pm_card_visa'),
  'pm_card_mastercard',
  'pm_card_chargeDeclined',
  'pm_card_chargeDeclinedInsufficientFunds',
  'pm_card_authenticationRequired',
  'pm_card_authenticationRequired',
];
/** Members whose dues are paid at the same time: few, so that payers compete for the same dues. */
const CROWD = 14;
/** The sweep runs every 15 s over payments older than 60 s; after this time, in ms, it must have completed all. */
const SWEPT_WITHIN_MS = 240_000;
/** The timeout of the run, in ms: 2 s for each payment, at least 10 min. */
const limitMs = (payments: number) => Math.max(600_000, payments * 2_000);

type Owing = { payer: Payer; open: Map<string, number> };
type Outcome = { payment: Payment; reported: Reported };

function readArguments() {
  const { values } = parseArgs({
    options: {
      payments: { type: 'string', default: '1000' },
      kills: { type: 'string', default: '60' },
      payers: { type: 'string', default: '8' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      pairs: { type: 'string', default: '0' },
    },
  });
  const number = (name: keyof typeof values) => {
    const value = Number(values[name]);
    if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} must be a whole number`);
    return value;
  };
  return {
    payments: number('payments'),
    kills: number('kills'),
    payers: number('payers'),
    seed: number('seed'),
    pairs: number('pairs'),
  };
}

/** A random fault of the provider for one payment. */
function someFault(random: Random, paymentId: string): FaultOptions {
  const path = random.pick([
    '/v1/payment_intents',
    '/v1/payment_intents/*/confirm',
    '/v1/payment_intents/*/confirm',
    '/v1/payment_intents/*/cancel',
  ]);
  const match = { method: 'POST', path, metadata: { paymentId } };
  const event = { match: { event: 'payment_intent.*', metadata: { paymentId } } };
  return random.pick<FaultOptions>([
    { kind: 'reset-after-applying', match, times: random.int(1, 2) },
    { kind: 'reset-after-applying', match, times: 2 },
    { kind: 'hang-after-applying', match, ms: random.int(500, 3_000) },
    { kind: 'slow', match, ms: random.int(200, 3_000) },
    { kind: 'refuse', match, times: 2 },
    { kind: '500', match, times: 2 },
    { kind: 'webhook-drop', ...event, times: 'always' },
    { kind: 'webhook-duplicate', ...event, copies: 3 },
    { kind: 'webhook-delay', ...event, ms: random.int(500, 5_000) },
  ]);
}

/** The members who owe. A member with little left is replaced by a new one. */
function createCrowd(random: Random) {
  const crowd: Promise<Owing>[] = [];
  const somebodyNew = async (): Promise<Owing> => {
    const payer = await aPayer();
    return {
      payer,
      open: new Map([...payer.dues, payer.linked].map(({ donationId, amount }) => [donationId, amount])),
    };
  };
  return {
    async pickPayer(): Promise<Owing> {
      const place = random.int(0, CROWD - 1);
      const owing = await (crowd[place] ??= somebodyNew());
      if ([...owing.open.values()].some((amount) => amount >= 100)) return owing;
      return (crowd[place] = somebodyNew());
    },
    /** Replaces, with some probability, a member whose dues are claimed by an unfinished payment until the sweep. */
    mayLeave(owing: Owing): void {
      if (random.chance(0.7)) owing.open.clear();
    },
  };
}

/** A payment of a part or all of what a member owes, on one to three donations. */
function somePayment(random: Random, { payer, open }: Owing): Payment {
  const donations = [...open].filter(([, amount]) => amount >= 100);
  const chosen = donations.filter(() => random.chance(0.6));
  const lines = (chosen.length ? chosen : donations.slice(0, 1)).map(([donationId, amount]) => ({
    donationId,
    amount: random.chance(0.15) ? amount : Math.max(50, Math.floor(amount * random.next() * 0.4)),
  }));
  return { paymentId: randomUUID(), payer, lines, token: random.pick(CARDS) };
}

/** Makes payments until `isDone`. */
async function payLikeMembers(
  stack: Stack,
  apis: readonly ApiProcess[],
  given: { random: Random; crowd: ReturnType<typeof createCrowd>; outcomes: Outcome[]; isDone(): boolean },
): Promise<void> {
  const { random, crowd, outcomes, isDone } = given;
  while (!isDone()) {
    const owing = await crowd.pickPayer();
    const payment = somePayment(random, owing);
    if (random.chance(0.2)) stack.sandbox.faults.add(someFault(random, payment.paymentId));
    const reported = await payUntilKnown(payment, {
      target: () => ({ url: random.pick(apis).url, bearer: stack.bearer(payment.payer.account) }),
      async confirm(intentId) {
        if (random.chance(0.2)) return false;
        // The sweep may have closed the payment meanwhile; the next answer tells.
        await stack.sandbox
          .authenticate(intentId, random.chance(0.75) ? 'complete' : 'fail')
          .catch(() => undefined);
        return true;
      },
      keepsAsking: () => random.chance(0.9),
    });
    outcomes.push({ payment, reported });
    // Reduces the open amount; after `gave up` the payment may have succeeded, so it is reduced too.
    if (reported === 'paid' || reported === 'gave up')
      for (const { donationId, amount } of payment.lines)
        owing.open.set(donationId, (owing.open.get(donationId) ?? 0) - amount);
    if (reported === 'busy' || reported === 'gave up') crowd.mayLeave(owing);
    else if (reported === 'changed') owing.open.clear();
  }
}

/** Kills processes at random times, distributed over the run. */
async function killAtRandom(
  processes: readonly Killable[],
  given: { random: Random; kills: number; payments: number; done(): number; onKill(): void },
): Promise<void> {
  const { random, kills, payments, done, onKill } = given;
  const moments = Array.from({ length: kills }, () => random.int(0, payments)).toSorted((a, b) => a - b);
  for (const moment of moments) {
    while (done() < moment) await sleep(20);
    await sleep(random.int(0, 800));
    await random.pick(processes).killAndRestart();
    onKill();
  }
}

/** Waits until the sweep of the workers has completed all payments. */
async function letTheSweepFinish(): Promise<void> {
  const deadline = Date.now() + SWEPT_WITHIN_MS;
  for (;;) {
    const left = await unfinishedPayments();
    if (!left.length || Date.now() > deadline) return;
    print(`Waiting for the sweep: ${left.length} payments without an end …`);
    await sleep(10_000);
  }
}

/**
 * Deletes the counts of declined cards and claimed dues every second, because all members pay from one address with the
 * same few cards. The API tests cover the limits.
 */
function forgetLimits(): void {
  const forget = setInterval(() => {
    for (const name of ['card_tries', 'rate_limits'])
      collection(name)
        .deleteMany({})
        .catch((error: unknown) => print(`The limits could not be reset: ${String(error)}`));
  }, 1_000);
  atEnd(() => clearInterval(forget));
}

/** Returns the outcomes that members were told and that did not happen. */
function wrongOutcomes(outcomes: readonly Outcome[], stack: Stack): string[] {
  const sums = stack.sandbox.journal.sums();
  return outcomes.flatMap(({ payment: { paymentId }, reported }) => {
    const charges = sums[paymentId]?.charges ?? 0;
    if (reported === 'gave up' || (reported === 'paid') === charges > 0) return [];
    return [
      `The member of payment ${paymentId} was told '${reported}', and the card was charged ${charges} times.`,
    ];
  });
}

const countBy = (names: readonly string[]) =>
  [...new Set(names)]
    .toSorted()
    .map((name) => `${names.filter((each) => each === name).length} ${name}`)
    .join(', ');

/** Runs the races of pairs; returns the exit code. */
async function racePairs(rounds: number): Promise<number> {
  const root = path.resolve(import.meta.dirname, '..');
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--project', 'api', '--reporter=verbose', 'money-races'],
    { cwd: root, stdio: 'inherit', env: { ...process.env, MONEY_ROUNDS: String(rounds) } },
  );
  atEnd(() => child.kill());
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

await runProgram(async () => {
  const { payments, kills, payers, seed, pairs } = readArguments();
  if (pairs) return racePairs(pairs);
  const startedAt = Date.now();
  const random = createRandom(seed);
  print(`${payments} payments by ${payers} simultaneous clients, ${kills} kills, seed ${seed}.`);
  const stack = await startStack();
  const first = await stack.startApi();
  const apis = [first, await stack.startApi()];
  stack.sandbox.setWebhook(`${first.url}/webhooks/stripe`);
  await connectDatabase(stack.databaseUri);
  atEnd(disconnectDatabase);
  const processes = [...apis, stack.startWorker(), stack.startWorker()];
  print(`Two API processes and two workers on one database (${stack.databaseKind}).`);
  forgetLimits();

  const outcomes: Outcome[] = [];
  let killed = 0;
  const deadline = startedAt + limitMs(payments);
  const isDone = () => (outcomes.length >= payments && killed >= kills) || Date.now() > deadline;
  const crowd = createCrowd(random);
  const progress = setInterval(() => print(`${outcomes.length} payments, ${killed} kills …`), 10_000);
  atEnd(() => clearInterval(progress));
  await Promise.all([
    killAtRandom(processes, {
      random,
      kills,
      payments,
      done: () => outcomes.length,
      onKill: () => (killed += 1),
    }),
    ...Array.from({ length: payers }, () => payLikeMembers(stack, apis, { random, crowd, outcomes, isDone })),
  ]);
  clearInterval(progress);
  const paidFor = Date.now() - startedAt;
  const faults = stack.sandbox.faults.list().filter(({ hits }) => hits > 0);
  stack.sandbox.faults.clear();
  await stack.sandbox.webhooks.idle();
  await letTheSweepFinish();

  const problems = [...(await differences(stack.sandbox)), ...wrongOutcomes(outcomes, stack)];
  if (outcomes.length < payments || killed < kills) problems.push('The run took too long and was aborted.');
  const charges = stack.sandbox.journal.charges();
  print(`Members were told: ${countBy(outcomes.map(({ reported }) => reported))}.`);
  print(`Faults applied: ${countBy(faults.map(({ kind }) => kind)) || 'none'}.`);
  print(
    `Paying took ${Math.round(paidFor / 1000)} s, everything ${Math.round((Date.now() - startedAt) / 1000)} s.`,
  );
  for (const problem of problems.slice(0, 50)) print(`- ${problem}`);
  if (problems.length)
    print(`The last log of the API:\n${readFileSync(stack.logFile, 'utf8').slice(-4_000)}`);
  print(
    `${problems.length ? 'FAILED' : 'PASSED'}: ${outcomes.length} payments, ${killed} kills, ` +
      `${charges.length} charges by the provider, ${problems.length} differences (seed ${seed}).`,
  );
  return problems.length ? 1 : 0;
});
