/**
 * `npm run bench -- staff [MEMBERS]`: lists and searches of staff over many members (100,000 unless told), beside the
 * same data through the MongoDB driver behind a plain HTTP server, in turns, after both have given equal answers.
 */
import { readFileSync } from 'node:fs';
import { anAccount } from '../apps/api/test/factories.ts';
import { collection, connectDatabase, disconnectDatabase } from '../apps/api/src/platform/database.ts';
import { newId, objectId } from '../apps/api/src/platform/documents.ts';
import { compare, databaseWorkOf, get, timed, type Case } from './lib/compare.ts';
import { atEnd, print } from './lib/program.ts';
import { startStack } from './lib/stack.ts';
import { median, ms, quantile, ratio, table } from './lib/stats.ts';

const TIMES = 60;
const PAGE = 20;
const FOUND = 10;
/** Organizations of the wide tree: so many right below its root, and so many below each of those. */
const WIDE = { first: 70, second: 70 };
const SAMPLES = 40;

type Row = { _id: string; firstNm: string; lastNm: string; memberId: string; phones: { phoneNbr: string }[] };
/** The same question to both servers, and which rows each has answered with. */
type Question = { name: string; api: string; bare: string; idsOf(answer: never): string[] };

/** Runs the comparisons and prints the tables. */
export async function benchStaff([wanted = '100000']: readonly string[]): Promise<void> {
  const members = Number(wanted);
  const stack = await startStack();
  const seedMs = await timed(() => stack.runCommand('seed', '--members', String(members), '--seed', '1'));
  await connectDatabase(stack.databaseUri);
  const administrator = await anAccount({ role: 'administrator' });
  await makeWideTree();
  const { organizationNumber, membersCnt } = await largestOrganization();
  const sample = await someMembers(organizationNumber);
  await disconnectDatabase();
  const [{ url, pid }, bareUrl] = [await stack.startApi(), await stack.startBareServer()];
  const headers = { Authorization: stack.bearer(administrator) };
  print(
    `Database: ${stack.databaseKind}. ${members} members seeded in ${(seedMs / 1000).toFixed(0)} s (${Math.round(members / (seedMs / 1000))} a second), ${membersCnt} of them in ${organizationNumber}.\n`,
  );

  const questions = [...pages(organizationNumber, membersCnt), ...searches(organizationNumber, sample)];
  for (const each of questions) await proveEqual(each, url, bareUrl, headers);
  const cases = questions.map((each): Case => ({
    name: each.name,
    count: TIMES,
    api: (at) => get(`${at}${each.api}`, { headers }),
    bare: (at) => get(`${at}/${each.bare}`),
  }));
  const others = [
    '/v2/organizations?parent=wide',
    '/v2/organizations?parent=wide-1',
    '/v2/staff/attention',
  ].map((path) => ({ name: path, api: (at: string) => get(`${at}${path}`, { headers }) }));
  const measured: string[][] = [];
  for (const each of cases) {
    const { api, bare } = await compare(each, url, bareUrl);
    measured.push([
      each.name,
      ms(median(api)),
      ms(quantile(api, 0.95)),
      ms(median(bare)),
      ratio(median(api), median(bare)),
    ]);
  }
  const csv = await download(`${url}/v2/members.csv`, headers, pid());
  const work = await databaseWorkOf(stack, [...cases, ...others]);
  atEnd(disconnectDatabase);
  const workOf = (name: string) => {
    const { queries = Number.NaN, keys = Number.NaN, documents = Number.NaN } = work.get(name) ?? {};
    return [queries, keys, documents].map(String);
  };
  print(
    table(
      ['', 'API, median', '95 %', 'bare, median', 'ratio', 'queries', 'keys', 'documents'],
      measured.map((row) => [...row, ...workOf(row[0] ?? '')]),
    ),
  );
  print('');
  print(
    table(
      ['', 'queries', 'keys', 'documents'],
      others.map(({ name }) => [name, ...workOf(name)]),
    ),
  );
  print(
    `\nAn unanchored regex would read all ${membersCnt} members of the organization.\n` +
      `CSV of ${csv.rows} members: first byte after ${ms(csv.firstByteMs)}, all after ${ms(csv.wholeMs)}, the process grew by at most ${csv.growthMb.toFixed(0)} MB.`,
  );
}

/** Organizations in a tree of their own, so many that nobody would want them all at once. */
async function makeWideTree(): Promise<void> {
  const model = await collection('organizations').findOne({});
  const row = (organizationNumber: string, parent: string[], childrenCnt: number) => ({
    ...model,
    _id: objectId(newId()),
    organizationNumber,
    organizationName: `Church ${organizationNumber}`,
    parentOrganization: parent.at(-1) ?? null,
    path: [...parent, organizationNumber],
    membersCnt: 0,
    campaignsCnt: 0,
    groupsCnt: 0,
    childrenCnt,
  });
  const rows = [row('wide', [], WIDE.first)];
  for (let one = 1; one <= WIDE.first; one += 1) {
    rows.push(row(`wide-${one}`, ['wide'], WIDE.second));
    for (let two = 1; two <= WIDE.second; two += 1)
      rows.push(row(`wide-${one}-${two}`, ['wide', `wide-${one}`], 0));
  }
  await collection('organizations').insertMany(rows);
}

async function largestOrganization(): Promise<{ organizationNumber: string; membersCnt: number }> {
  type Counted = { organizationNumber: string; membersCnt: number };
  const [largest] = await collection<Counted>('organizations')
    .find()
    .sort({ membersCnt: -1 })
    .limit(1)
    .toArray();
  if (!largest) throw new Error('there is no organization');
  return largest;
}

async function someMembers(organizationNumber: string): Promise<Row[]> {
  const found = await collection<Row>('members')
    .find(
      { organizationNumber, 'phones.0': { $exists: true } },
      { projection: { lastNm: 1, firstNm: 1, memberId: 1, phones: 1 } },
    )
    .sort({ nameKey: 1, _id: 1 })
    .toArray();
  const step = Math.max(1, Math.floor(found.length / SAMPLES));
  return found.filter((_, index) => index % step === 0).slice(0, SAMPLES);
}

function pages(organizationNumber: string, membersCnt: number): Question[] {
  const page = (name: string, number: number): Question => ({
    name: `members of an organization, ${name} (${number})`,
    api: `/api/v1/organization/${organizationNumber}/members/page/${number}/size/${PAGE}`,
    bare: `members?organization=${organizationNumber}&limit=${PAGE}&skip=${(number - 1) * PAGE}`,
    idsOf: ({ members }: { members: { _id: string }[] }) => members.map(({ _id }) => _id),
  });
  return [page('first page', 1), page('far page', Math.ceil(membersCnt / PAGE))];
}

/** The terms by which people are looked for, each of another member. */
function searches(organizationNumber: string, sample: readonly Row[]): Question[] {
  const terms: [string, (member: Row) => string][] = [
    ['3 letters', ({ lastNm }) => lastNm.slice(0, 3)],
    ['two words', ({ firstNm, lastNm }) => `${lastNm} ${firstNm}`],
    ['number', ({ memberId }) => memberId],
    ['phone', ({ phones }) => phones[0]?.phoneNbr ?? ''],
  ];
  return terms.map(([name, termOf], index) => {
    const member = sample[index];
    if (!member) throw new Error('there are too few members');
    const term = encodeURIComponent(termOf(member));
    return {
      name: `member search, ${name}`,
      api: `/v2/search?q=${term}`,
      bare: `search?organization=${organizationNumber}&term=${term}&limit=${FOUND}`,
      idsOf: ({ members }: { members: { _id: string }[] }) => members.map(({ _id }) => _id),
    };
  });
}

async function proveEqual(
  { name, api, bare, idsOf }: Question,
  url: string,
  bareUrl: string,
  headers: Record<string, string>,
): Promise<void> {
  const [one, other] = [await get(`${url}${api}`, { headers }), await get(`${bareUrl}/${bare}`)].map((text) =>
    idsOf(JSON.parse(text) as never).join(' '),
  );
  if (!one || one !== other) throw new Error(`${name}: the answers differ\n${one}\n${other}`);
}

/** Downloads a long file slowly enough to see the memory of its process. */
async function download(address: string, headers: Record<string, string>, pid: number) {
  const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  const before = memory();
  const startedAt = performance.now();
  const answer = await fetch(address, { headers });
  if (!answer.ok || !answer.body) throw new Error(`${address} answered ${answer.status}`);
  let [firstByteMs, rows, most] = [Number.NaN, -1, before];
  for await (const chunk of answer.body) {
    if (Number.isNaN(firstByteMs)) firstByteMs = performance.now() - startedAt;
    rows += Buffer.from(chunk).filter((byte) => byte === 0x0a).length;
    most = Math.max(most, memory());
  }
  return { firstByteMs, wholeMs: performance.now() - startedAt, rows, growthMb: most - before };
}
