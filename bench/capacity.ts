/**
 * `npm run bench -- capacity`: how many requests a second one API process answers, of those that the overview makes and
 * of payments, and how much processor time each takes. The latter is more reliable on a machine that does other work.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { connectDatabase, disconnectDatabase } from '../apps/api/src/platform/database.ts';
import { cents } from '../packages/domain/src/money.ts';
import { aPayer, overviewRequests, type Payer } from '../apps/api/test/payer.ts';
import { get, timed } from './lib/compare.ts';
import { describeMachine } from './lib/machine.ts';
import { sendPayment } from './lib/payer-client.ts';
import { print } from './lib/program.ts';
import { startStack, type Stack } from './lib/stack.ts';
import { median, ms, quantile, table } from './lib/stats.ts';

const PAYERS = 12;
const CLIENTS = 8;
const OVERVIEWS = 240;
const PAYMENTS = 240;
/** The amount of each payment, in cents; each payer's dues suffice for all of their payments. */
const PART = 50;
/** Clock ticks per second in /proc. */
const TICKS = 100;

/** The processor time that a process has used, in s; NaN without /proc. */
function processorSeconds(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  // After the name in brackets, state is the third field, user and system time the 14th and 15th.
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

async function look(stack: Stack, url: string, { account, memberId }: Payer): Promise<void> {
  const headers = { Authorization: stack.bearer(account) };
  await Promise.all(overviewRequests(memberId).map((each) => get(`${url}${each}`, { headers })));
}

async function payPart(stack: Stack, url: string, payer: Payer): Promise<void> {
  const lines = [{ donationId: payer.dues[1].donationId, amount: PART }];
  const payment = { paymentId: randomUUID(), payer, lines, token: 'pm_card_visa' };
  const { status } = await sendPayment(payment, { url, bearer: stack.bearer(payer.account) });
  if (status !== 200) throw new Error(`a payment was answered with ${status}`);
}

/** Measures both with one API process and prints the table. */
export async function benchCapacity(): Promise<void> {
  const stack = await startStack();
  const api = await stack.startApi();
  await connectDatabase(stack.databaseUri);
  // Each client has its own payers: nobody can pay twice at once.
  const payers: Payer[] = [];
  for (let index = 0; index < PAYERS * 2; index += 1) payers.push(await aPayer({ price: cents(50_000) }));
  await disconnectDatabase();

  async function measure(name: string, count: number, work: (payer: Payer) => Promise<void>) {
    const free = [...payers];
    let left = count;
    const times: number[] = [];
    for (const payer of payers.slice(0, CLIENTS)) await work(payer);
    const usedBefore = processorSeconds(api.pid());
    const startedAt = performance.now();
    const client = async () => {
      while (left > 0) {
        left -= 1;
        const payer = free.pop();
        if (!payer) throw new Error('there are fewer payers than clients');
        times.push(await timed(() => work(payer)));
        free.unshift(payer);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    const seconds = (performance.now() - startedAt) / 1000;
    const used = processorSeconds(api.pid()) - usedBefore;
    return [
      name,
      (count / seconds).toFixed(1),
      (count / used).toFixed(0),
      ms((used / count) * 1000),
      ms(median(times)),
      ms(quantile(times, 0.95)),
    ];
  }
  const rows = [
    await measure('an overview, 7 requests', OVERVIEWS, (payer) => look(stack, api.url, payer)),
    await measure('a payment, the whole protocol', PAYMENTS, (payer) => payPart(stack, api.url, payer)),
  ];
  print(`${describeMachine()}. Database: ${stack.databaseKind}. ${CLIENTS} clients, one API process.\n`);
  print(
    table(
      ['', 'a second, here', 'a second of processor time', 'processor time of each', 'median', '95 %'],
      rows,
    ),
  );
}
