/**
 * `npm run bench -- money [PAYMENTS]`: the office's work with money in an organization with that many payments (default
 * 100,000): its list, a place far down in it, a month, and recording one payment; beside the same queries through the
 * MongoDB driver behind a plain HTTP server, in turns.
 */
import { randomUUID } from 'node:crypto';
import { DAY_MS } from '../packages/domain/src/dates.ts';
import { lastDayOf, type Month } from '../packages/domain/src/month.ts';
import { createRandom } from '../apps/api/src/seed/random.ts';
import { collection, connectDatabase, disconnectDatabase } from '../apps/api/src/platform/database.ts';
import { newId, objectId } from '../apps/api/src/platform/documents.ts';
import { months } from '../apps/api/src/modules/money/ledger/organization-months.service.ts';
import { refresh } from '../apps/api/src/work/projections.ts';
import { anAccount } from '../apps/api/test/factories.ts';
import { aPayer, type Payer } from '../apps/api/test/payer.ts';
import { compare, databaseWorkOf, get, type Case } from './lib/compare.ts';
import { describeMachine } from './lib/machine.ts';
import { print } from './lib/program.ts';
import { databaseName, startStack } from './lib/stack.ts';
import { median, ms, ratio, table } from './lib/stats.ts';

const READS = 20;
/** Dues that payments name; two years of payments; one in a hundred is refunded. */
const DUES = 1_000;
const DAYS = 730;
const REFUNDED = 100;
const AMOUNT = 3_000;
const FEE = 117;
/** What a recorded payment pays, in cents. */
const PART = 1;

/** Runs the comparisons and prints the table. */
export async function benchMoney([wanted = '100000']: readonly string[]): Promise<void> {
  const count = Number(wanted);
  const stack = await startStack();
  await stack.runCommand('seed');
  await connectDatabase(stack.databaseUri);
  const payer = await aPayer();
  const { organizationNumber, memberId } = payer;
  const treasurer = await anAccount({ role: 'treasurer', organizationNumber });
  await makePayments(payer, count);
  await refresh(months, { now: new Date(), timeZone: 'UTC' });
  await months.write([organizationNumber], { now: new Date(), timeZone: 'UTC' });
  const [{ url }, bareUrl] = [await stack.startApi(), await stack.startBareServer()];
  print(`${describeMachine()}; database: ${await databaseName(stack)}; ${count} payments.\n`);
  const as = () => ({ headers: { Authorization: stack.bearer(treasurer) } });
  const organization = `/v2/organizations/${organizationNumber}`;
  const far = Buffer.from(`${Date.now() - (DAYS - 30) * DAY_MS}.charge:${randomUUID()}`).toString(
    'base64url',
  );
  const month = new Date(Date.now() - 40 * DAY_MS).toISOString().slice(0, 7) as Month;
  const read = (name: string, path: string, bare: string): Case => ({
    name,
    count: READS,
    api: (at) => get(`${at}${organization}/${path}`, as()),
    bare: (at) => get(`${at}/${bare}`),
  });
  const [, newest] = payer.dues;
  const cases: Case[] = [
    read('payments, first page', 'payments', `payments?organization=${organizationNumber}&isFirst=true`),
    read(
      'payments, far down',
      `payments?cursor=${far}`,
      `payments?organization=${organizationNumber}&before=${Date.now() - (DAYS - 30) * DAY_MS}`,
    ),
    read(
      'payments of a month',
      `payments?from=${month}-01&to=${lastDayOf(month)}`,
      `payments?organization=${organizationNumber}&isFirst=true&from=${month}-01&to=${lastDayOf(month)}`,
    ),
    read(
      'payments of 20 days',
      `payments?from=${month}-05&to=${month}-24`,
      `payments?organization=${organizationNumber}&isFirst=true&from=${month}-05&to=${month}-24`,
    ),
    read(
      'refunded payments',
      'payments?status=refunded',
      `payments?organization=${organizationNumber}&isFirst=true`,
    ),
    read(
      'payments by card',
      'payments?method=card',
      `payments?organization=${organizationNumber}&isFirst=true`,
    ),
    read('the month', `months/${month}`, `month?organization=${organizationNumber}&month=${month}`),
    {
      name: 'recording one payment',
      count: READS,
      api: (at) =>
        get(`${at}/v2/members/${memberId}/payments`, {
          method: 'POST',
          headers: { ...as().headers, 'Content-Type': 'application/json' },
          body: JSON.stringify({
            entryId: randomUUID(),
            amount: PART,
            method: 'cash',
            paidDt: new Date().toISOString().slice(0, 10),
          }),
        }),
      bare: (at) =>
        get(`${at}/record?donation=${newest.donationId}&organization=${organizationNumber}&amount=${PART}`),
    },
  ];
  const measured = new Map<string, string[]>();
  for (const each of cases) {
    const { api, bare } = await compare(each, url, bareUrl);
    const [a, b] = [median(api), median(bare)];
    print(`${each.name}: ${ms(a)}`);
    measured.set(each.name, [ms(a), ms(b), ratio(a, b)]);
  }
  // What was recorded above changed a month, which the worker adds up again.
  await refresh(months, { now: new Date(), timeZone: 'UTC' });
  await disconnectDatabase();
  const work = await databaseWorkOf(stack, cases);
  await disconnectDatabase();
  print(
    table(
      ['', 'median', 'bare', 'ratio', 'queries', 'keys', 'documents'],
      cases.map(({ name }) => {
        const { queries, keys, documents } = work.get(name) ?? {};
        return [name, ...(measured.get(name) ?? []), ...[queries, keys, documents].map(String)];
      }),
    ),
  );
}

/** Gives an organization payments by card and in cash, of dues like a payer's newest. */
export async function makePayments({ dues, organizationNumber }: Payer, count: number): Promise<void> {
  const random = createRandom(7);
  const due = await collection('donations').findOne({ _id: objectId(dues[1].donationId) });
  if (!due) throw new Error('the payer has no dues');
  // The membership and run of dues are unique together.
  const copies = Array.from({ length: DUES }, () => ({
    ...due,
    _id: objectId(newId()),
    campaignMembershipId: objectId(newId()),
    isOpen: false,
  }));
  await collection('donations').insertMany(copies);
  const ids = copies.map(({ _id }) => String(_id));
  const entries: object[] = [];
  for (let index = 0; index < count; index += 1) {
    const donationId = ids[index % DUES] ?? '';
    const isCard = random.chance(0.5);
    const paymentId = randomUUID();
    const entryDt = new Date(Date.now() - Math.floor(random.next() * DAYS * DAY_MS));
    const entry = (_id: string, kind: string, dues: number, fee: number, more: object = {}) => ({
      _id,
      kind,
      entryDt,
      postings: [
        { account: isCard ? 'card-provider' : 'cash', amount: dues + fee },
        { account: `donation:${donationId}`, amount: -dues, organizationNumber },
        ...(fee ? [{ account: 'processing-fee', amount: -fee }] : []),
      ],
      donationIds: [donationId],
      total: dues + fee,
      currency: 'usd',
      providerRef: null,
      recordedBy: 'bench',
      ...more,
    });
    if (isCard) entries.push(entry(`charge:${paymentId}`, 'charge', AMOUNT, FEE));
    else entries.push(entry(`cash:${paymentId}`, 'cash', AMOUNT, 0));
    if (isCard && index % REFUNDED === 0)
      entries.push(entry(`refund:re_${paymentId}`, 'refund', -AMOUNT, 0, { paymentId }));
    if (entries.length >= 1_000 || index === count - 1)
      await collection<{ _id: string }>('ledger_entries').insertMany(entries.splice(0) as { _id: string }[]);
  }
}
