/**
 * `npm run bench -- api`: latencies of the API for the requests of members, compared with the same data through the
 * MongoDB driver behind a plain HTTP server. Both are measured alternately in one run, so that the ratio is comparable
 * between machines.
 */
import { randomUUID } from 'node:crypto';
import { collection, connectDatabase, disconnectDatabase } from '../apps/api/src/platform/database.ts';
import { newId, objectId, type ObjectId } from '../apps/api/src/platform/documents.ts';
import { hashPassword, verifyPassword } from '../apps/api/src/platform/password.ts';
import { aPayer, type Payer } from '../apps/api/test/payer.ts';
import { compare, get, databaseWorkOf, timed, type Case } from './lib/compare.ts';
import { sendPayment } from './lib/payer-client.ts';
import { atEnd, print } from './lib/program.ts';
import { startStack, type Stack } from './lib/stack.ts';
import { median, ms, quantile, ratio, table } from './lib/stats.ts';

const READS = 150;
const PAYMENTS = 40;
/** The number of donations of the member with a long list. */
const LONG_LIST = 2_000;
const PAGE = 25;
const PASSWORD = 'Demo1234';
/** Junk requests during a sign-in: half sign-ins, half password resets with a wrong code. */
const JUNK = 50;
const STORMS = 8;
/** The amount of each payment, in cents. */
const PART = 50;

/** Gives a member many donations: copies of the newest. */
async function makeLongList(payer: Payer): Promise<void> {
  type Row = { _id: ObjectId; createdDt: Date };
  const donations = collection<Row>('donations');
  const [newest] = payer.dues.toReversed();
  const row = await donations.findOne({ _id: objectId(newest?.donationId ?? '') });
  if (!row) throw new Error('the payer has no donation');
  const rows = Array.from({ length: LONG_LIST }, (_, index) => ({
    ...row,
    _id: objectId(newId()),
    // The membership and run of a donation are unique together.
    campaignMembershipId: objectId(newId()),
    isOpen: false,
    createdDt: new Date(row.createdDt.getTime() - (index + 1) * 60_000),
  }));
  for (let from = 0; from < rows.length; from += 500)
    await donations.insertMany(rows.slice(from, from + 500));
}

function readCases(stack: Stack, payer: Payer, long: Payer): Case[] {
  const read = (name: string, who: Payer, api: string, bare: string): Case => ({
    name,
    count: READS,
    api: (url) => get(`${url}${api}`, { headers: { Authorization: stack.bearer(who.account) } }),
    bare: (url) => get(`${url}/${bare}`),
  });
  const page = (name: string, number: number) =>
    read(
      `${name} of ${LONG_LIST} donations`,
      long,
      `/v2/members/${long.memberId}/donations?page_size=${PAGE}&page_number=${number}`,
      `donations?member=${long.memberId}&limit=${PAGE}&skip=${(number - 1) * PAGE}`,
    );
  return [
    read(
      'GET /v2/members/:id/campaigns',
      payer,
      `/v2/members/${payer.memberId}/campaigns?active=true`,
      `campaigns?member=${payer.memberId}`,
    ),
    read(
      'GET /v2/my/donations',
      payer,
      '/v2/my/donations?page_size=5',
      `donations?member=${payer.memberId}&limit=5&skip=0`,
    ),
    read(
      'GET /api/v1/donation/:id/dues',
      payer,
      `/api/v1/donation/${payer.campaignMembershipId}/dues`,
      `dues?membership=${payer.campaignMembershipId}`,
    ),
    page('first page', 1),
    page('last page', LONG_LIST / PAGE),
  ];
}

function signInCase({ account: { email } }: Payer): Case {
  return {
    name: 'POST /v2/token, hash at its lowest cost',
    count: PAYMENTS,
    api: (url) =>
      get(`${url}/v2/token`, {
        method: 'POST',
        body: new URLSearchParams({ username: email, password: PASSWORD }),
      }),
    bare: (url) => get(`${url}/signIn?${new URLSearchParams({ email, password: PASSWORD })}`),
  };
}

/** Payments of 50 cents each, from payers whose dues suffice for the run. */
function payCase(stack: Stack, payers: readonly Payer[]): Case {
  const parts = payers.flatMap((payer) =>
    [...payer.dues, payer.linked].flatMap(({ donationId, amount }) =>
      Array.from({ length: Math.floor(amount / PART) }, () => ({ payer, donationId })),
    ),
  );
  return {
    name: 'paying: the whole protocol, compared with create and confirm',
    count: PAYMENTS,
    async api(url) {
      const part = parts.pop();
      if (!part) throw new Error('everything has been paid');
      const { payer, donationId } = part;
      const payment = {
        payer,
        paymentId: randomUUID(),
        lines: [{ donationId, amount: PART }],
        token: 'pm_card_visa',
      };
      const { status } = await sendPayment(payment, { url, bearer: stack.bearer(payer.account) });
      if (status !== 200) throw new Error(`a payment was answered with ${status}`);
    },
    bare: (url) => get(`${url}/pay?amount=100`),
  };
}

/**
 * Latencies of a valid sign-in, alone and under junk requests from one other address, with the production cost of
 * hashes. Each storm has its own address, because of its rate limit.
 */
async function signInsUnderStorm(url: string, email: string): Promise<{ alone: number[]; storm: number[] }> {
  const post = async (path: string, ip: string, body: Record<string, string>) => {
    const headers = { 'X-Forwarded-For': ip };
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: new URLSearchParams(body) });
    await answer.arrayBuffer();
    return answer.status;
  };
  const signIn = async () => {
    const status = await post('/v2/token', '198.51.100.1', { username: email, password: PASSWORD });
    if (status !== 200) throw new Error(`a valid sign-in was answered with ${status}`);
  };
  const times: { alone: number[]; storm: number[] } = { alone: [], storm: [] };
  for (let round = 0; round < STORMS; round += 1) {
    times.alone.push(await timed(signIn));
    const junk = Array.from({ length: JUNK }, (_, index) =>
      index % 2
        ? post('/change-password', `203.0.113.${round}`, { code: `junk${index}`, password: PASSWORD })
        : post('/v2/token', `203.0.113.${round}`, { username: `junk${index}@demo.test`, password: PASSWORD }),
    );
    // A refusal after the first answer means that the queue is full.
    await Promise.race(junk);
    times.storm.push(await timed(signIn));
    await Promise.all(junk);
  }
  return times;
}

/** Runs the comparisons and prints the table. */
export async function benchApi(): Promise<void> {
  const stack = await startStack();
  const [{ url }, bareUrl] = [await stack.startApi(), await stack.startBareServer()];
  stack.startWorker();
  await connectDatabase(stack.databaseUri);
  const [payer, long] = [await aPayer(), await aPayer()];
  await makeLongList(long);
  const { passwordHash } = (await collection<{ passwordHash: string }>('users').findOne({
    email: payer.account.email,
  })) ?? { passwordHash: null };
  const signIn = signInCase(payer);
  const cases = [...readCases(stack, payer, long), signIn, payCase(stack, [await aPayer(), await aPayer()])];
  await collection('users').updateOne(
    { email: long.account.email },
    { $set: { passwordHash: await hashPassword(PASSWORD) } },
  );
  await disconnectDatabase();
  print(
    `Database: ${stack.databaseKind}. ${READS} reads, ${PAYMENTS} sign-ins and payments of each kind, in turns.\n`,
  );

  const rows: string[][] = [];
  const medians = new Map<string, { api: number; bare: number }>();
  for (const each of cases) {
    const { api, bare } = await compare(each, url, bareUrl);
    medians.set(each.name, { api: median(api), bare: median(bare) });
    rows.push([
      each.name,
      ms(median(api)),
      ms(quantile(api, 0.95)),
      ms(median(bare)),
      ratio(median(api), median(bare)),
    ]);
  }
  const work = await databaseWorkOf(stack, cases);
  atEnd(disconnectDatabase);
  print(
    table(
      ['', 'API, median', '95 %', 'bare, median', 'ratio', 'queries'],
      rows.map((row) => [...row, String(work.get(row[0] ?? '')?.queries ?? '')]),
    ),
  );
  const hash: number[] = [];
  for (let index = 0; index < PAYMENTS; index += 1)
    hash.push(await timed(() => verifyPassword(PASSWORD, passwordHash)));
  const { api: signInMs = Number.NaN } = medians.get(signIn.name) ?? {};
  print(
    `\nSign-in without its hash (${ms(median(hash))} at the lowest cost): ${ms(signInMs - median(hash))}.`,
  );
  const { alone, storm } = await signInsUnderStorm(url, long.account.email);
  print(
    `A sign-in at the production cost: ${ms(median(alone))} alone, ${ms(median(storm))} (at most ${ms(Math.max(...storm))}) while ${JUNK} junk requests from another address wait: ${ratio(median(storm), median(alone))}.`,
  );
  const [first, last] = ['first page', 'last page'].map((name) =>
    medians.get(`${name} of ${LONG_LIST} donations`),
  );
  if (first && last)
    print(
      `The last page compared with the first: API ${ratio(last.api, first.api)}, bare ${ratio(last.bare, first.bare)}.`,
    );
}
