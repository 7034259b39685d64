/**
 * `npm run bench -- overload`: sends one API process 300 reads a second for 20 s, more than it can answer, and one
 * payment, sign-in and /health a second beside them. Prints how each kind was answered, and the memory before, at most,
 * and a minute later: of the process, and of its heap in use. Requests are sent by the clock, whether or not the
 * earlier ones were answered.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { connectDatabase, disconnectDatabase } from '../apps/api/src/platform/database.ts';
import { cents } from '../packages/domain/src/money.ts';
import { aPayer, overviewRequests, type Payer } from '../apps/api/test/payer.ts';
import { describeMachine, memoryMb } from './lib/machine.ts';
import { sendPayment } from './lib/payer-client.ts';
import { print } from './lib/program.ts';
import { startStack } from './lib/stack.ts';
import { ms, quantile, table } from './lib/stats.ts';

const A_SECOND = 300;
const SECONDS = 20;
const PAYERS = 10;
/** The amount of each payment, in cents. */
const PART = 50;
const AFTER_S = 60;
const TICK_MS = 20;

type Kind = 'reads' | 'payments' | 'sign-ins' | '/health';
type Answer = { kind: Kind; status: number | 'none'; took: number };

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

/** Sends a GET; fetch would queue it behind this process's other requests. */
const getStatus = (url: string, headers: Record<string, string>) =>
  new Promise<number>((resolve, reject) => {
    request(url, { agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', reject)
      .end();
  });

type Memory = { rss: number; heapTotal: number; heapUsed: number; external: number };

/** Asks a process that imports tell-memory.mjs for its memory, and for what is left of it after garbage collection. */
async function askMemory(pid: number, logFile: string): Promise<Memory> {
  const reports = () => readFileSync(logFile, 'utf8').match(/^\{"memory":.*\}$/gm) ?? [];
  const before = reports().length;
  process.kill(pid, 'SIGUSR2');
  for (;;) {
    const line = reports()[before];
    if (line) return (JSON.parse(line) as { memory: Memory }).memory;
    await sleep(50);
  }
}

/** Runs the measurement and prints the tables. */
export async function benchOverload(): Promise<void> {
  const stack = await startStack();
  const tellMemory = pathToFileURL(path.join(import.meta.dirname, 'lib/tell-memory.mjs')).href;
  const api = await stack.startApi({
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${tellMemory}`,
  });
  const memory = () => askMemory(api.pid(), stack.logFile);
  await connectDatabase(stack.databaseUri);
  const payers: Payer[] = [];
  for (let index = 0; index < PAYERS; index += 1) payers.push(await aPayer({ price: cents(50_000) }));
  await disconnectDatabase();
  const answers: Answer[] = [];
  const pending: Promise<void>[] = [];
  const send = (kind: Kind, work: () => Promise<number>) => {
    const begun = performance.now();
    const note = (status: number | 'none') =>
      void answers.push({ kind, status, took: performance.now() - begun });
    pending.push(
      work().then(
        (status) => note(status),
        () => note('none'),
      ),
    );
  };
  const payerOf = (index: number): Payer => {
    const payer = payers[index % PAYERS];
    if (!payer) throw new Error('there are no payers');
    return payer;
  };
  const read = (index: number) => {
    const payer = payerOf(index);
    const paths = overviewRequests(payer.memberId);
    const path = paths[index % paths.length] ?? '/';
    return getStatus(`${api.url}${path}`, { Authorization: stack.bearer(payer.account) });
  };
  const pay = async (payer: Payer) => {
    const lines = [{ donationId: payer.dues[1].donationId, amount: PART }];
    const payment = { paymentId: randomUUID(), payer, lines, token: 'pm_card_visa' };
    return (await sendPayment(payment, { url: api.url, bearer: stack.bearer(payer.account) })).status;
  };
  const signIn = async ({ account: { email } }: Payer) => {
    const body = new URLSearchParams({ username: email, password: 'Demo1234' });
    return (await fetch(`${api.url}/v2/token`, { method: 'POST', body })).status;
  };
  for (let index = 0; index < 50; index += 1) await read(index);
  const before = await memory();
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, memoryMb(api.pid()));
  }, 100);
  const begun = performance.now();
  let reads = 0;
  let others = 0;
  for (;;) {
    const elapsed = (performance.now() - begun) / 1000;
    if (elapsed >= SECONDS) break;
    for (; reads < elapsed * A_SECOND; reads += 1) {
      const index = reads;
      send('reads', () => read(index));
    }
    for (; others < elapsed; others += 1) {
      const payer = payerOf(others);
      send('payments', () => pay(payer));
      send('sign-ins', () => signIn(payer));
      send('/health', () => getStatus(`${api.url}/health`, {}));
    }
    await sleep(TICK_MS);
  }
  await Promise.all(pending);
  const drained = (performance.now() - begun) / 1000 - SECONDS;
  clearInterval(watch);
  const last = memoryMb(api.pid());
  await sleep(AFTER_S * 1000);
  const after = await memory();
  agent.destroy();
  const rows = (['reads', 'payments', 'sign-ins', '/health'] as const).map((kind) => {
    const of = answers.filter((answer) => answer.kind === kind);
    const tell = (some: readonly Answer[]) => {
      const times = some.map(({ took }) => took);
      return some.length ? `${ms(quantile(times, 0.5))} / ${ms(quantile(times, 0.99))}` : '–';
    };
    const answered = of.filter(({ status }) => typeof status === 'number' && status < 400);
    const refused = of.filter(({ status }) => status === 503);
    return [
      kind,
      String(of.length),
      `${answered.length} (${((answered.length / of.length) * 100).toFixed(0)} %)`,
      tell(answered),
      String(refused.length),
      tell(refused),
      String(of.length - answered.length - refused.length),
    ];
  });
  print(`\n## Overload: ${A_SECOND} reads a second for ${SECONDS} s\n`);
  print(describeMachine());
  print('');
  print(
    table(['', 'sent', 'answered', 'in (median / p99)', 'refused: 503', 'in (median / p99)', 'other'], rows),
  );
  print(
    `\nThe last answer came ${drained.toFixed(1)} s after the last request. Memory held: ${most.toFixed(0)} MB at most, ${last.toFixed(0)} MB with the last answer.\n`,
  );
  const mb = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;
  const moments = { before, [`${AFTER_S} s after the last answer`]: after };
  print(
    table(
      ['memory', 'held (RSS)', 'after a collection: heap', 'of it in use', 'buffers'],
      Object.entries(moments).map(([when, { rss, heapTotal, heapUsed, external }]) => [
        when,
        mb(rss),
        mb(heapTotal),
        mb(heapUsed),
        mb(external),
      ]),
    ),
  );
}
