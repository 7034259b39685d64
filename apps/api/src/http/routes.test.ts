import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/v4/core';
import { aHousehold, anAccount, anIntakeRequest, TEST_AUTHOR } from '../../test/factories.ts';
import { aPayer, type Payer } from '../../test/payer.ts';
import { listenToCommands } from '../../test/commands.ts';
import { startApi, type Account, type Api } from '../../test/harness.ts';
import { COPIED_NAMES_JOB } from '../work/copied-names.ts';
import { startJob } from '../work/jobs.ts';
import { createUser } from '../modules/identity/users/user.service.ts';
import { raiseSessionEpoch } from '../modules/identity/users/user.model.ts';
import type { Route } from './endpoint.ts';
import { routes } from './routes.ts';

let api: Api;
let payer: Payer & { jobId: string; intakeRequestId: string };
let admin: Account;
const commands: Command[] = [];

/** A command as it went to the database. */
type Command = {
  name: string;
  target: string;
  filter: Record<string, unknown>;
  sort: Record<string, 1 | -1>;
};

function recorded(name: string, command: Record<string, unknown>): Command | undefined {
  // The driver gives an order as a map.
  const object = (value: unknown) =>
    (value instanceof Map ? Object.fromEntries(value) : (value ?? {})) as Record<string, never>;
  const target = String(command[name]);
  if (name === 'find')
    return { name, target, filter: object(command['filter']), sort: object(command['sort']) };
  if (name === 'count') return { name, target, filter: object(command['query']), sort: {} };
  if (name !== 'aggregate') return undefined;
  const [first] = command['pipeline'] as { $match?: Record<string, unknown> }[];
  return { name, target, filter: first?.$match ?? {}, sort: {} };
}

beforeAll(async () => {
  api = await startApi();
  const made = await aPayer();
  payer = { ...made, jobId: await aJob(made), intakeRequestId: await anIntakeRequest(made) };
  admin = await anAccount({ role: 'administrator' });
  await listenToCommands(api, ({ name, body }) => {
    const command = recorded(name, body);
    if (command) commands.push(command);
  });
});
afterAll(() => api.stop());

/** Routes that need no sign-in. A new one is added here on purpose. */
const PUBLIC = [
  'POST /v2/messages/:token/opened',
  'POST /v2/messages/:token/stop',
  'GET /v2/autopay-links/:token',
  'POST /v2/autopay-links/:token/stop',
  'GET /v2/autopay-links/:token/card',
  'POST /v2/autopay-links/:token/card/setup',
  'POST /v2/autopay-links/:token/card',
  'GET /v2/coverage-letters/:number',
  'POST /v2/coverage-letters/:number/death-reports',
  'GET /health',
  'GET /ready',
  'GET /client-config',
  // With a token of its own, where that is set.
  'GET /metrics',
  'POST /register',
  'POST /confirm-email',
  'POST /confirm-email/resend',
  'POST /forgot-password',
  'POST /change-password',
  'POST /v2/token',
  'POST /token/refresh',
  'POST /v2/intake-requests',
  'GET /v2/intake-requests/organization/:organizationNumber',
  'POST /log',
];
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

/** Fields of answers about money, cards, or contact data. */
const PRIVATE = /amount|balance|total|price|fee|paid|last4|phone|e-?mail|address|birth/i;

/** Returns whether an answer has such fields, by its own schema; every PDF does. */
function tellsPrivateThings({ endpoint: { reply } }: Route): boolean {
  if (reply === undefined || typeof reply === 'string') return reply !== undefined;
  const fieldsOf = (value: unknown): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, each]) =>
          name === 'properties' ? [...Object.keys(each as object), ...fieldsOf(each)] : fieldsOf(each),
        )
      : [];
  return fieldsOf(z.toJSONSchema(reply, { io: 'input', unrepresentable: 'any' })).some((name) =>
    PRIVATE.test(name),
  );
}

/** A path with real ids of a payer in it. */
function filled(path: string, of: typeof payer, runId: string): string {
  const values: Record<string, string> = {
    id: of.memberId,
    memberId: of.memberId,
    payee_member_id: of.memberId,
    campaignId: of.campaignId,
    campaignRunId: runId,
    membershipId: of.campaignMembershipId,
    campaignMembershipId: of.campaignMembershipId,
    organizationNumber: of.organizationNumber,
    paymentId: '00000000-0000-4000-8000-000000000000',
    donationId: of.dues[0].donationId,
    cardId: 'pm_unknown',
    year: String(new Date().getUTCFullYear()),
    contactId: '000000000000000000000000',
    householdId: '000000000000000000000000',
    roleId: '000000000000000000000000',
    jobId: of.jobId,
    groupId: '000000000000000000000000',
    page: '1',
    size: '20',
    requestId: of.intakeRequestId,
  };
  const query: Record<string, string> = {
    '/v2/organizations/:organizationNumber/members/search': '?search_term=ruth%20oka',
    '/v2/search': '?q=ruth%20oka',
    '/v2/audit': `?organization_number=${of.organizationNumber}`,
    '/v2/jobs': `?organization_number=${of.organizationNumber}`,
  };
  const named = path.replace(/:(\w+)/g, (_whole, name: string) => values[name] ?? `no-value-for-${name}`);
  return named + (query[path] ?? '');
}

/** A job that has copied a name of the payer’s organization. */
async function aJob({ organizationNumber }: Payer): Promise<string> {
  const input = { kind: 'organization', id: organizationNumber };
  const job = { type: COPIED_NAMES_JOB, key: organizationNumber, organizationNumber, input };
  return (await startJob(job, TEST_AUTHOR))._id;
}

async function runIdOf(of: Payer): Promise<string> {
  const { body } = await api.request.get(`/v2/campaigns/${of.campaignId}/runs`).set(api.as(admin));
  return body.campaignRuns[0]._id;
}

describe('the URL map', () => {
  it('has a policy on every line, and public ones only where that was meant', () => {
    for (const route of routes) expect(route.policy?.name, nameOf(route)).toMatch(/\w/);
    expect(
      routes
        .filter((route) => route.policy.isPublic)
        .map(nameOf)
        .toSorted(),
    ).toEqual(PUBLIC.toSorted());
  });

  it('has no line twice and none that an earlier one swallows', () => {
    const patterns = routes.map((route) => ({
      route,
      pattern: new RegExp(`^${route.method} ${route.path.replace(/:\w+/g, '[^/]+')}$`),
    }));
    for (const [index, { route }] of patterns.entries()) {
      const sample = `${route.method} ${route.path.replace(/:(\w+)/g, 'x')}`;
      const first = patterns.findIndex(({ pattern }) => pattern.test(sample));
      expect(first, `${nameOf(route)} is swallowed by ${patterns[first]?.route.path}`).toBe(index);
    }
  });

  it('answers 401 to a token that is none and 403 or 404 to a stranger, for each parameter that names a record', async () => {
    const runId = await runIdOf(payer);
    const stranger = await anAccount();
    for (const route of routes.filter(({ policy }) => !policy.isPublic)) {
      const path = filled(route.path, payer, runId);
      const method = route.method.toLowerCase() as 'get' | 'post' | 'delete';
      const ask = () => api.request[method](path).send(route.method === 'POST' ? {} : undefined);
      expect((await ask().set('Authorization', 'Bearer nonsense')).status, nameOf(route)).toBe(401);
      if (route.path.includes(':'))
        expect([403, 404], nameOf(route)).toContain((await ask().set(api.as(stranger))).status);
    }
  });

  it('asks whether the session lives at once wherever something is changed, or money, cards or contacts are read', () => {
    for (const route of routes.filter(({ policy }) => !policy.isPublic)) {
      const isRead = route.method === 'GET' && !route.endpoint.isDeprecated;
      if (!isRead || tellsPrivateThings(route)) expect(route.session, nameOf(route)).toBe('uncached');
    }
    expect(routes.some(({ session }) => session === 'cached')).toBe(true);
  });

  it('refuses a session that is over: at once where it says so, and everywhere after 5 s', async () => {
    const account = await anAccount();
    expect((await api.request.get('/v2/my/donations').set(api.as(account))).status).toBe(200);
    await raiseSessionEpoch(account.userId);
    const statusOf = (route: Route) => {
      const method = route.method.toLowerCase() as 'get' | 'post' | 'delete';
      return api.request[method](filled(route.path, payer, 'x'))
        .set(api.as(account))
        .send();
    };
    const others = routes.filter(({ policy }) => !policy.isPublic);
    for (const route of others.filter(({ session }) => session === 'uncached'))
      expect((await statusOf(route)).status, nameOf(route)).toBe(401);
    api.advance(5_000);
    for (const route of others) expect((await statusOf(route)).status, nameOf(route)).toBe(401);
  });

  it('reads the user once at most to know whether the session lives', async () => {
    const account = await anAccount();
    const readsOf = async (path: string) => {
      commands.length = 0;
      expect((await api.request.get(path).set(api.as(account))).status).toBe(200);
      return commands.filter(({ target }) => target === 'users').length;
    };
    expect(await readsOf('/v2/my/donations')).toBe(1);
    const cards = `/api/v1/member/${account.memberId}/cards`;
    expect([await readsOf(cards), await readsOf(cards)]).toEqual([1, 1]);
  });

  it('never answers 5xx to garbage ids', async () => {
    for (const route of routes.filter(({ method, path }) => method === 'GET' && path.includes(':')))
      for (const id of ['x', '%00', '000000000000000000000000', '..%2f', '%F0%9F%98%80'])
        for (const account of [payer.account, admin]) {
          const path = route.path.replace(/:\w+/g, id);
          const { status } = await api.request.get(path).set(api.as(account));
          expect(status, path).toBeLessThan(500);
        }
  });
});

describe('the queries of every read', () => {
  /** Each read by a payer, an administrator and a member of another household, with its commands. */
  const asked: { route: Route; by: Account; of: Command[] }[] = [];
  beforeAll(async () => {
    const runId = await runIdOf(payer);
    const other = await aHousehold({ organizationNumber: payer.organizationNumber });
    const covered = await anAccount({ memberId: other.primary._id });
    for (const route of routes.filter(({ method }) => method === 'GET'))
      for (const account of [payer.account, admin, covered]) {
        commands.length = 0;
        await api.request.get(filled(route.path, payer, runId)).set(api.as(account));
        asked.push({ route, by: account, of: commands.splice(0) });
      }
  });

  it('seek on an index, and sort by it', async () => {
    const all = asked.flatMap(({ of }) => of);
    expect(all.length).toBeGreaterThan(50);
    const seen = new Set(all.map(({ target }) => target));
    expect([...seen]).toEqual(
      expect.arrayContaining(['members', 'donations', 'campaign_memberships', 'campaigns']),
    );
    const wrong = new Map<string, string>();
    for (const command of all) {
      const problem = await whatIsWrong(command);
      if (problem) wrong.set(`${command.target} ${Object.keys(command.filter).join()}`, problem);
    }
    expect([...wrong]).toEqual([]);
  });

  it('of the history and of jobs seek on an index, however they are asked', async () => {
    const { organizationNumber, memberId } = payer;
    const ofOrganization = `organization_number=${organizationNumber}`;
    const { body: first } = await api.get(`/v2/audit?${ofOrganization}&page_size=1`, admin);
    const everything = 'actor=factory%40demo.test&action=member.created&from=2026-01-01&to=2099-12-31';
    const several = await createUser(
      {
        email: 'several@demo.test',
        isEmailConfirmed: true,
        roles: [
          { organizationNumber, role: 'administrator' },
          { organizationNumber: 'T-elsewhere', role: 'administrator' },
        ],
        now: api.deps.now(),
      },
      TEST_AUTHOR,
    );
    const asked: [string, Account][] = [
      [`/v2/audit?organization_number=*`, admin],
      [`/v2/audit?${ofOrganization}&cursor=${first.next}`, admin],
      [`/v2/audit?${ofOrganization}&action=member.created&cursor=${first.next}`, admin],
      [`/v2/audit?${ofOrganization}&actor=factory%40demo.test&from=2026-01-01`, admin],
      [`/v2/audit?${ofOrganization}&${everything}&cursor=${first.next}`, admin],
      [`/v2/audit?subject_type=member&subject_id=${memberId}&${everything}`, admin],
      [
        `/v2/audit?subject_type=member&subject_id=${memberId}`,
        { userId: several._id, memberId: null, email: several.email },
      ],
      [`/v2/jobs?organization_number=*&cursor=${first.next}`, admin],
    ];
    for (const [path, account] of asked) {
      commands.length = 0;
      expect((await api.get(path, account)).status, path).toBe(200);
      const lists = commands.filter(({ target }) => ['audit_entries', 'jobs'].includes(target));
      expect(lists, path).toHaveLength(1);
      for (const command of lists) expect(await whatIsWrong(command), path).toBeUndefined();
    }
  });

  it('of the tree of organizations and of members in it seek on an index; of a level there are three', async () => {
    const { organizationNumber } = payer;
    const viewer = await anAccount({ role: 'viewer', organizationNumber });
    const members = `/api/v1/organization/${organizationNumber}/members/page`;
    const levels = ['*', organizationNumber].map((parent) => `/v2/organizations?parent=${parent}`);
    const others = [
      '/v2/organizations?search_term=org',
      `/v2/organizations/${organizationNumber}/above`,
      ...['', 'o', 'ruth oka', '555'].map(
        (term) => `${members}/2/size/1/?searchTerm=${encodeURIComponent(term)}`,
      ),
    ];
    for (const path of [...levels, ...others])
      for (const account of [admin, viewer]) {
        commands.length = 0;
        expect((await api.get(path, account)).status, path).toBe(200);
        for (const command of commands) expect(await whatIsWrong(command), path).toBeUndefined();
        if (levels.includes(path)) expect(commands.length, path).toBeLessThanOrEqual(3);
      }
  });

  it('load no document twice in a request, but the user: for the session, and for roles', () => {
    const idsIn = (value: unknown): string[] => {
      if (value instanceof mongoose.Types.ObjectId) return [value.toHexString()];
      const { $in = [] } = (value ?? {}) as { $in?: unknown[] };
      return $in.flatMap(idsIn);
    };
    const twice: string[] = [];
    // The older GETs that change something read what they compare again, in their transaction.
    for (const { route, by, of } of asked.filter(({ route: { endpoint } }) => !endpoint.isDeprecated)) {
      const loaded = of
        .filter(({ target }) => target !== 'users')
        .flatMap(({ target, filter }) => idsIn(filter['_id']).map((id) => `${target} ${id}`));
      const again = loaded.filter((id, index) => loaded.indexOf(id) !== index);
      if (again.length) twice.push(`${nameOf(route)} ${by.email}: ${again.join(', ')}`);
    }
    expect(twice).toEqual([]);
  });

  it('search members by ranges of an index, never by a pattern', async () => {
    commands.length = 0;
    const path = filled('/v2/organizations/:organizationNumber/members/search', payer, '');
    expect((await api.request.get(path).set(api.as(admin))).body).toHaveLength(1);
    const range = (from: string) => ({
      searchKeys: { $elemMatch: { $gte: from, $lt: `${from}\u{10ffff}` } },
    });
    const search = commands.find(({ target, filter }) => target === 'members' && '$and' in filter);
    expect(search?.filter).toEqual({
      organizationNumber: payer.organizationNumber,
      // Of the longest word; all of it is in the ranges.
      searchStarts: 'rut',
      $and: [range('ruth'), range('oka')],
    });
    expect(search?.sort).toEqual({ nameKey: 1, _id: 1 });
    const fields = (await indexesOf('members')).map((index) => Object.keys(index).join());
    expect(fields).toContain('organizationNumber,searchStarts,nameKey,_id');
  });
});

/** The migrations' own list is read whole; it has a handful of rows. */
const READ_WHOLE = new Set(['migrations']);
const indexes = new Map<string, Record<string, 1 | -1>[]>();

async function indexesOf(collection: string) {
  const known = indexes.get(collection);
  if (known) return known;
  const found = await mongoose.connection.collection(collection).indexes();
  const keys = found.map(({ key }) => key as Record<string, 1 | -1>);
  indexes.set(collection, keys);
  return keys;
}

/**
 * Returns whether some index begins with the fields of the query and continues in its order. Judged by the definitions of
 * the indexes, not by `explain`: not every supported server reports there when an index provides the order.
 */
async function whatIsWrong({ target, filter, sort }: Command): Promise<string | undefined> {
  if (READ_WHOLE.has(target)) return undefined;
  const equal = Object.keys(filter).filter((field) => !isRange(filter[field]));
  const sorted = Object.entries(sort);
  const fits = (await indexesOf(target)).some((index) => {
    const fields = Object.keys(index);
    const seeks = fields.findIndex((field) => !equal.includes(field));
    const used = seeks === -1 ? fields.length : seeks;
    if (used === 0 && !(fields[0] !== undefined && fields[0] in filter)) return false;
    const rest = fields.slice(used);
    const wanted = sorted.filter(([field]) => !equal.includes(field));
    const turned = wanted[0] && wanted[0][1] !== index[wanted[0][0]];
    return wanted.every(
      ([field, direction], place) =>
        rest[place] === field && (index[field] === direction) !== Boolean(turned),
    );
  });
  return fits ? undefined : `no index for ${JSON.stringify(filter)} in the order ${JSON.stringify(sort)}`;
}

/** Operators of a range; an ObjectId or a text is an equality, and so is `$in` for what an index must begin with. */
function isRange(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return ['$gt', '$gte', '$lt', '$lte', '$elemMatch', '$not'].some((operator) => operator in value);
}
