/**
 * `npm run bench -- lists [MEMBERS [MEMBERSHIPS]]`: lists and searches of staff over many members (default 100,000),
 * beside the same data through the MongoDB driver behind a plain HTTP server, in turns, after both have returned the
 * same bytes.
 */
import { anAccount } from '../apps/api/test/factories.ts';
import { collection, connectDatabase, disconnectDatabase } from '../apps/api/src/platform/database.ts';
import { newId, objectId } from '../apps/api/src/platform/documents.ts';
import { compare, databaseWorkOf, get, timed, type Case } from './lib/compare.ts';
import { describeMachine, HEAP_MB, SMALL_HEAP } from './lib/machine.ts';
import { print } from './lib/program.ts';
import { databaseName, startStack } from './lib/stack.ts';
import { median, ms, quantile, ratio, table } from './lib/stats.ts';
import { download, firstRowsByDriver } from './staff-csv.ts';
import { makeCampaign, largeAndSmall, pagesOfMemberships } from './staff-memberships.ts';
import { largestOrganization, proveEqual, pagesOfMembers, searchesOfMembers } from './staff-questions.ts';

const TIMES = 200;
/** Organizations of the wide tree: how many directly below its root, and how many below each of those. */
const WIDE = { first: 70, second: 70 };

/** Runs the comparisons and prints the tables. */
export async function benchLists([
  wanted = '100000',
  memberships = wanted,
]: readonly string[]): Promise<void> {
  const members = Number(wanted);
  const stack = await startStack();
  const seedMs = await timed(() => stack.runCommand('seed', '--members', String(members), '--seed', '1'));
  await connectDatabase(stack.databaseUri);
  const administrator = await anAccount({ role: 'administrator' });
  const manager = await anAccount({ role: 'manager', organizationNumber: 'V1' });
  await makeWideTree();
  const organization = await largestOrganization();
  const { organizationNumber, membersCnt } = organization;
  const [{ url, pid }, bareUrl] = [await stack.startApi(), await stack.startBareServer()];
  // Signed again each time: a token is valid for 15 minutes.
  const as = (account: typeof manager) => () => ({ headers: { Authorization: stack.bearer(account) } });
  print(`${describeMachine()}; database: ${await databaseName(stack)}.`);
  print(
    `${members} members seeded in ${(seedMs / 1000).toFixed(0)} s (${Math.round(members / (seedMs / 1000))} a second), ${membersCnt} of them in ${organizationNumber}.\n`,
  );

  const campaign = await makeCampaign(Number(memberships));
  const searches = await searchesOfMembers(organizationNumber);
  const questions = [
    ...pagesOfMembers(organization, as(administrator)),
    ...pagesOfMemberships(campaign, as(administrator)),
    ...searches.map((each) => ({ ...each, init: as(administrator) })),
    ...searches.map((each) => ({ ...each, name: `${each.name}, of a tree`, init: as(manager) })),
  ];
  for (const each of questions) await proveEqual(each, url, bareUrl);
  const cases = questions.map(({ name, api, bare, init }): Case => ({
    name,
    count: TIMES,
    api: (at) => get(`${at}${api}`, init()),
    bare: (at) => get(`${at}${bare}`, init()),
  }));
  const measured: string[][] = [];
  for (const each of cases) {
    const { api, bare } = await compare(each, url, bareUrl);
    const compared = [0.5, 0.99].flatMap((share) => {
      const [a, b] = [quantile(api, share), quantile(bare, share)];
      return [ms(a), ms(b), ratio(a, b)];
    });
    measured.push([each.name, ...compared]);
  }
  const totals = await compare(await largeAndSmall(campaign, as(administrator)), url, url);
  // Without a limit a process collects its garbage late: the limit shows what a file needs.
  const limited = await stack.startApi(SMALL_HEAP);
  await get(`${limited.url}/v2/my/scope`, as(administrator)());
  const csv = await download(`${limited.url}/v2/members.csv`, as(administrator)(), limited.pid());
  const csvUnlimited = await download(`${url}/v2/members.csv`, as(administrator)(), pid());
  const membershipsCsv = await download(
    `${url}/v2/campaigns/${campaign.campaignId}/memberships.csv`,
    as(administrator)(),
    pid(),
  );
  const firstRowsMs = median(await firstRowsByDriver());
  await disconnectDatabase();

  const others = [
    '/v2/organizations?parent=wide',
    '/v2/organizations?parent=wide-1',
    '/v2/staff/attention',
  ].map((path) => ({ name: path, api: (at: string) => get(`${at}${path}`, as(administrator)()) }));
  const work = await databaseWorkOf(stack, [...cases, ...others]);
  await disconnectDatabase();
  const workOf = (name: string) => {
    const { queries = Number.NaN, keys = Number.NaN, documents = Number.NaN } = work.get(name) ?? {};
    return [queries, keys, documents].map(String);
  };
  const [head, readHead] = [
    ['median', 'bare', 'ratio', '99 %', 'bare', 'ratio'],
    ['queries', 'keys', 'documents'],
  ];
  print(
    table(
      ['', ...head, ...readHead],
      measured.map((row) => [...row, ...workOf(row[0] ?? '')]),
    ),
  );
  print('');
  print(
    table(
      ['', ...readHead],
      others.map(({ name }) => [name, ...workOf(name)]),
    ),
  );
  print(
    `\nAn unanchored regex would read all ${membersCnt} members of the organization, or all ${members} of the tree.\n` +
      `The first page of ${campaign.count} memberships with its total takes ${ratio(median(totals.api), median(totals.bare))} of that of a small campaign.\n` +
      `${saidOf(membershipsCsv, 'memberships')}\n${saidOf(csv, 'members')} ` +
      `(With a heap of at most ${HEAP_MB} MB; without a limit it grew by ${csvUnlimited.growthMb.toFixed(0)} MB.) ` +
      `The driver's first batch of the same query takes ${ms(firstRowsMs)}.\n`,
  );
}

const saidOf = (csv: Awaited<ReturnType<typeof download>>, of: string) =>
  `CSV of ${csv.rows} ${of}: first byte after ${ms(csv.firstByteMs)}, complete after ${ms(csv.wholeMs)}, the process grew by at most ${csv.growthMb.toFixed(0)} MB.`;

/** A separate tree with more organizations than anybody would want at once. */
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
  for (let first = 1; first <= WIDE.first; first += 1) {
    rows.push(row(`wide-${first}`, ['wide'], WIDE.second));
    for (let second = 1; second <= WIDE.second; second += 1)
      rows.push(row(`wide-${first}-${second}`, ['wide', `wide-${first}`], 0));
  }
  await collection('organizations').insertMany(rows);
}
