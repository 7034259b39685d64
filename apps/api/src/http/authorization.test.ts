/** The authorization matrix (`test/authorization.ts`), cell by cell, and what staff of one tree see of another: nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { matrixLines, PERSONAS, type Line, type Persona } from '../../test/authorization.ts';
import {
  aCampaign,
  aDonation,
  aHousehold,
  aMember,
  aMembership,
  anAccount,
  anIntakeRequest,
  aBatch,
  aDeposit,
  aReviewItem,
  aClaim,
  aDeathReport,
  anOrganization,
  aRun,
  linkTo,
  TEST_AUTHOR,
} from '../../test/factories.ts';
import { startApi, type Account, type Api } from '../../test/harness.ts';
import { aPayer } from '../../test/payer.ts';
import { COPIED_NAMES_JOB } from '../work/copied-names.ts';
import { collection } from '../platform/database.ts';
import { inParallel } from '../platform/in-parallel.ts';
import { jobs, startJob } from '../work/jobs.ts';
import { routes } from './routes.ts';

let api: Api;
/** The values of parameters in the tree of the personas, and in another one. */
let world: Record<string, string>;
let otherWorld: Record<string, string>;
let accounts: Record<Exclude<Persona, 'nobody'>, Account>;

/** A tree with a payer, an organization below it and a job. Its names end with `mark`, and are found like those of another tree. */
async function aTree(mark = '') {
  const names = { lastNm: `Okafor${mark}`, linkedLastNm: `Tesfaye${mark}`, organizationName: `Grace${mark}` };
  const payer = await aPayer(names);
  const { organizationNumber } = payer;
  const below = await anOrganization({
    parentOrganization: organizationNumber,
    organizationName: `Chapel${mark}`,
  });
  await aMember({ organizationNumber: below.organizationNumber, lastNm: `Rutland${mark}` });
  const input = { kind: 'organization', id: organizationNumber };
  const job = { type: COPIED_NAMES_JOB, key: organizationNumber, organizationNumber, input };
  const { _id: jobId } = await startJob(job, TEST_AUTHOR);
  // A started job is open until a worker has cancelled it.
  await jobs().updateOne({ _id: jobId }, { $set: { startedDt: new Date() } });
  const run = await collection('campaign_runs').findOne({ organizationNumber });
  const values = {
    id: payer.memberId,
    campaignId: payer.campaignId,
    campaignRunId: String(run?._id),
    membershipId: payer.campaignMembershipId,
    donationId: payer.dues[0].donationId,
    organizationNumber,
    paymentId: '00000000-0000-4000-8000-000000000000',
    year: String(new Date().getUTCFullYear()),
    jobId,
    requestId: await anIntakeRequest({ organizationNumber, lastNm: `Okafor${mark}` }),
    reviewItemId: await aReviewItem({ organizationNumber }),
    batchId: await aBatch({ organizationNumber }),
    depositId: await aDeposit({ organizationNumber }),
    month: '2099-12',
    deathReportId: await aDeathReport(payer.memberId),
    claimId: await aClaim({ organizationNumber, campaignId: payer.campaignId }),
    page: '1',
    size: '20',
  };
  return { payer, values };
}

beforeAll(async () => {
  api = await startApi();
  const { payer, values } = await aTree();
  world = values;
  otherWorld = (await aTree('Zzyzx')).values;
  const { organizationNumber } = payer;
  const staff = (role: 'viewer' | 'treasurer' | 'manager' | 'administrator', at = organizationNumber) =>
    anAccount({ role, organizationNumber: at });
  const relative = await aMember({ organizationNumber });
  await linkTo(relative._id, payer.memberId);
  accounts = {
    member: payer.account,
    linked: await anAccount({ memberId: relative._id }),
    family: await anAccount({ memberId: (await aHousehold({ organizationNumber })).primary._id }),
    viewer: await staff('viewer'),
    treasurer: await staff('treasurer'),
    manager: await staff('manager'),
    otherManager: await staff('manager', otherWorld['organizationNumber']),
    administrator: await staff('administrator'),
  };
});
afterAll(() => api.stop());

const NOTHING = '0'.repeat(24);
const filled = (text: string, values: Record<string, string>) =>
  text.replace(/:(\w+)/g, (_whole, name: string) => values[name] ?? NOTHING);
const addressOf = ({ path, query }: Pick<Line, 'path' | 'query'>, values: Record<string, string>) =>
  filled(query ? `${path}?${query}` : path, values);

async function ask(method: string, address: string, persona: Persona) {
  const name = method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete';
  const request = api.request[name](address);
  const home = persona === 'otherManager' ? otherWorld : world;
  if (persona !== 'nobody') request.set(api.as(accounts[persona], home['organizationNumber']));
  return method === 'POST' || method === 'PATCH' ? request.send({}) : request;
}

/** Routes and lines alike, without the names of parameters. */
const shapeOf = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replace(/:\w+/g, ':')}`;

const READERS = ['viewer', 'treasurer', 'manager', 'administrator'] as const;
/** Those whose figures are read again after another tree has grown: the others count the same organizations as a manager. */
const GROWN = new Set<Persona>(['manager', 'administrator']);
const READS = matrixLines().filter(({ method, path, statuses }) => {
  const route = routes.find((one) => shapeOf(one) === shapeOf({ method, path }));
  // The older GET forms of calls that change something are not reads; routes that nobody may read are public.
  return method === 'GET' && !route?.endpoint.isDeprecated && statuses.nobody === 401;
});

/** Everything in an answer that a path may name: ids and organization numbers. Ids of history entries lead nowhere. */
function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return /^([0-9a-f]{24}|T[0-9a-f]+)$/.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === '_id' && 'seq' in value ? [] : idsIn(inner),
  );
}

/** The text of an answer, also of a file. */
const textOf = ({ type, text, body }: { type: string; text: string; body: unknown }) =>
  type === 'text/csv' ? text : JSON.stringify(body);

/** Concurrent requests. */
const AT_ONCE = 8;
type Answers = Map<string, { status: number; text: string }>;

const wholeOf = ({ path, query }: Line) => `${path}?${query}`;
const prefixOf = (line: Line) => wholeOf(line).split(':')[0];
const PARAMETRIC = READS.filter((line) => wholeOf(line).includes(':'));
/** The reads that begin alike up to their first parameter, the shortest first. */
const FAMILIES = [...new Set(PARAMETRIC.map(prefixOf))].map((prefix) =>
  PARAMETRIC.filter((line) => prefixOf(line) === prefix).toSorted(
    (one, another) => one.path.length - another.path.length,
  ),
);

/**
 * Reads everything that a persona finds by following ids from the reads without any, to the last page of each list. An id
 * is used in the first line of each family, and in the others where that finds it.
 */
async function crawl(persona: Persona): Promise<Answers> {
  const answers: Answers = new Map();
  const known = new Set<string>();
  const waiting = READS.filter((line) => !addressOf(line, {}).includes(NOTHING)).map((line) =>
    addressOf(line, {}),
  );
  const others = new Map<string, string[]>();
  const follow = (id: string) => {
    if (known.has(id)) return;
    known.add(id);
    for (const lines of FAMILIES) {
      const [first, ...rest] = lines.map((line) => {
        const [name = ''] = /(?<=:)\w+/.exec(wholeOf(line)) ?? [];
        return addressOf(line, { ...world, [name]: id });
      });
      if (!first) continue;
      waiting.push(first);
      others.set(first, rest);
    }
  };
  while (waiting.length > 0) {
    const batch = new Set(waiting.splice(0).filter((address) => !answers.has(address)));
    await inParallel([...batch], AT_ONCE, async (address) => {
      const answer = await ask('GET', address, persona);
      const { status, body } = answer;
      answers.set(address, { status, text: textOf(answer) });
      idsIn(body).forEach(follow);
      if (status !== 404) waiting.push(...(others.get(address) ?? []));
      if (status === 200 && body.next)
        waiting.push(`${address.replace(/&cursor=.*/, '')}&cursor=${body.next}`);
    });
  }
  return answers;
}

/** Values that nobody outside the other tree may read: its numbers, names, ids and emails. */
async function secretsOfOther(): Promise<string[]> {
  const tree = await collection('organizations').find({ path: otherWorld['organizationNumber'] }).toArray();
  const numbers = tree.map(({ organizationNumber }) => String(organizationNumber));
  const names = [
    'organizations',
    'members',
    'campaigns',
    'campaign_runs',
    'campaign_memberships',
    'donations',
    'jobs',
    'roles',
    'intake_requests',
  ];
  const owned = await Promise.all(
    names.map((name) =>
      collection(name)
        .find({ organizationNumber: { $in: numbers } })
        .toArray(),
    ),
  );
  const ids = owned
    .flat()
    .flatMap(({ _id, memberId, household_id, email }) => [_id, memberId, household_id, email]);
  return [...numbers, 'Zzyzx', ...ids.filter((id) => id !== undefined && id !== null).map(String)];
}

/** More of everything in the other tree. */
async function growOther(): Promise<void> {
  const organizationNumber = otherWorld['organizationNumber'] ?? '';
  const campaign = await aCampaign({ organizationNumber });
  const { primary } = await aHousehold({ organizationNumber, size: 2, primary: { lastNm: 'RutledgeZzyzx' } });
  await aDonation({ membership: await aMembership({ campaign, primary }), run: await aRun({ campaign }) });
  await anOrganization({ parentOrganization: organizationNumber, organizationName: 'ZzyzxAnnex' });
  await anOrganization({ organizationName: 'ZzyzxAnother' });
  await anAccount({ role: 'administrator', organizationNumber });
  const job = {
    type: COPIED_NAMES_JOB,
    key: primary._id,
    organizationNumber,
    input: { kind: 'member', id: primary._id },
  };
  await startJob(job, TEST_AUTHOR);
}

/** What an administrator reads by following every answer: all that there is to read in the tree. */
let readByAdministrator: Promise<Answers> | undefined;

/** What a persona reads of the tree: an administrator by following ids, the others at the addresses that one has read. */
async function answersTo(persona: Persona): Promise<Answers> {
  const all = await (readByAdministrator ??= crawl('administrator'));
  if (persona === 'administrator') return all;
  const answers: Answers = new Map();
  const addresses = [...all].filter(([, { status }]) => status === 200).map(([address]) => address);
  await inParallel(addresses, AT_ONCE, async (address) => {
    const answer = await ask('GET', address, persona);
    answers.set(address, { status: answer.status, text: textOf(answer) });
  });
  return answers;
}

describe('of another tree', () => {
  it.each(READERS)('a %s finds no id, name or count in any answer', async (persona) => {
    const answers = await answersTo(persona);
    const read = [...answers].filter(([, { status }]) => status === 200);
    expect(read.some(([, { text }]) => text.includes('Rutland'))).toBe(true);
    const secrets = await secretsOfOther();
    for (const [address, { status, text }] of answers) {
      expect(status, address).toBeLessThan(500);
      expect(
        secrets.filter((secret) => text.includes(secret)),
        address,
      ).toEqual([]);
    }
    if (!GROWN.has(persona)) return;
    await growOther();
    const grown = await secretsOfOther();
    // The same figures after the other tree has grown: none of them counts it.
    const figures = read.filter(([address]) => !address.includes('.pdf'));
    await inParallel(figures, AT_ONCE, async ([address, { text }]) => {
      const again = textOf(await ask('GET', address, persona));
      // The history records the files that were exported meanwhile.
      if (!address.startsWith('/v2/audit')) expect(again, address).toBe(text);
      expect(
        grown.filter((secret) => again.includes(secret)),
        address,
      ).toEqual([]);
    });
  });

  it.each(READERS)('a %s is refused whatever is asked by its ids, or finds nothing', async (persona) => {
    const secrets = await secretsOfOther();
    for (const line of PARAMETRIC) {
      const { status, body, type, text } = await ask('GET', addressOf(line, otherWorld), persona);
      const isEmptyList =
        status === 200 &&
        (type === 'text/csv'
          ? text.trim().split('\r\n').length === 1
          : body.next === null && body.entries?.length === 0);
      if (!isEmptyList) expect([403, 404], addressOf(line, otherWorld)).toContain(status);
      expect(
        secrets.filter((secret) => JSON.stringify(body).includes(secret)),
        line.path,
      ).toEqual([]);
    }
  });
});

it.each(READERS)(
  'a %s is refused a file of another tree before its first byte, like its list',
  async (persona) => {
    const query = `organization_number=${otherWorld['organizationNumber']}`;
    const files = READS.filter(({ path }) => path.endsWith('.csv'));
    const refused: string[] = [];
    for (const { path, method } of files) {
      const address = addressOf({ path, query }, world);
      const file = await ask('GET', address, persona);
      if (file.status !== 200) refused.push(path);
      const list = path.replace('.csv', '');
      if (!routes.some((route) => shapeOf(route) === shapeOf({ method, path: list }))) continue;
      const { status } = await ask('GET', addressOf({ path: list, query }, world), persona);
      expect(file.status, address).toBe(status);
    }
    expect(refused).toContain('/v2/campaigns/:campaignId/memberships.csv');
  },
);

// Last, because its last line signs everybody out.
describe('the authorization matrix', () => {
  it('has a line for every route, and none for what is no route', () => {
    const lines = new Set(matrixLines().map(shapeOf));
    const shapes = routes.map(shapeOf);
    expect(
      routes.filter((route) => !lines.has(shapeOf(route))).map(({ method, path }) => `${method} ${path}`),
    ).toEqual([]);
    expect([...lines].filter((shape) => !shapes.includes(shape))).toEqual([]);
  });

  it('matches the answers of every route to everybody, and refusals reveal nothing about the tree', async () => {
    const expected: Record<string, string> = {};
    const answered: Record<string, string> = {};
    for (const line of matrixLines()) {
      const name = `${line.method} ${line.path}${line.query && `?${line.query}`}`;
      const statuses = [];
      for (const persona of PERSONAS) {
        const { status, text } = await ask(line.method, addressOf(line, world), persona);
        statuses.push(`${persona} ${status}`);
        if ([401, 403, 404].includes(status))
          expect(text, `${name} as ${persona}`).not.toMatch(/Okafor|Tesfaye|Grace|Chapel|demo\.test/);
      }
      answered[name] = statuses.join(', ');
      expected[name] = PERSONAS.map((persona) => `${persona} ${line.statuses[persona]}`).join(', ');
    }
    expect(answered).toEqual(expected);
  });
});
