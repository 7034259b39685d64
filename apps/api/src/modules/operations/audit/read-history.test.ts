import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry } from '@kinfold/domain/audit';
import { DAY_MS } from '@kinfold/domain/dates';
import { ROLES, type Role } from '@kinfold/domain/role';
import {
  aCampaign,
  aMember,
  aMembership,
  anAccount,
  anOrganization,
  aRun,
  TEST_AUTHOR,
} from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { commandAuthor } from '../../../platform/author.ts';
import { inTransaction } from '../../../platform/database.ts';
import { presentEntry } from './audit.presenter.ts';
import { recordChanges, sealHistory, type AuditEntry as StoredEntry, type Change } from './audit.service.ts';

type Page = { entries: (Omit<AuditEntry, 'at'> & { at: string })[]; next: string | null };

let api: Api;
/** A tree, an organization in it, and one of another tree. */
let tree: string;
let branch: string;
let other: string;
let root: Account;
let administrator: Account;
let otherAdministrator: Account;
beforeAll(async () => {
  api = await startApi({ environment: { TIME_ZONE: 'America/New_York' } });
  tree = (await anOrganization()).organizationNumber;
  branch = (await anOrganization({ parentOrganization: tree })).organizationNumber;
  other = (await anOrganization()).organizationNumber;
  root = await anAccount({ role: 'administrator' });
  administrator = await anAccount({ role: 'administrator', organizationNumber: tree });
  otherAdministrator = await anAccount({ role: 'administrator', organizationNumber: other });
});
afterAll(() => api.stop());

const ask = (query: Record<string, string>, account?: Account) =>
  api.get(`/v2/audit?${new URLSearchParams(query).toString()}`, account);
const read = async (query: Record<string, string>, account = administrator): Promise<Page> => {
  const { status, body } = await ask(query, account);
  expect(status).toBe(200);
  return body as Page;
};
const idsOf = ({ entries }: Page) => entries.map(({ _id }) => _id);
const labelsOf = ({ entries }: Page) => entries.map(({ subject }) => subject.label);

const TWELVE = new Date('2026-03-01T12:00:00.000Z');
/** Writes an entry about an organization, as services do. */
async function write(organizationNumber: string, label: string, at = TWELVE, author = TEST_AUTHOR) {
  const subject = { type: 'organization', id: organizationNumber, label } as const;
  const change: Change = { organizationNumber, action: 'group.created', subject };
  await inTransaction((session) => recordChanges([change], author, at, session));
}

/** Writes that roles were given, as services did while roles were the history of their user. */
async function writeRoles(subject: Change['subject'], roles: Record<string, Role>) {
  const changes = Object.entries(roles).map(([organizationNumber, to]): Change => ({
    ...{ organizationNumber, action: 'role.granted', subject },
    changes: [{ field: 'role', from: null, to }],
  }));
  await inTransaction((session) => recordChanges(changes, TEST_AUTHOR, TWELVE, session));
}

describe('the history of an organization', () => {
  it('lists newest first who changed what and when, before and after, also below it', async () => {
    const member = await aMember({ organizationNumber: branch, firstNm: 'Sam', lastNm: 'Okafor' });
    const manager = await anAccount({ role: 'manager', organizationNumber: branch });
    const path = `/v2/organizations/${branch}/contacts`;
    const contact = { member_id: member._id, title: 'Deacon' };
    await api.request.post(path).set(api.as(manager)).send(contact).expect(201);
    const { entries } = await read({ organization_number: tree, page_size: '2' });
    expect(entries[0]).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      seq: null,
      at: expect.stringMatching(/^20.*Z$/),
      actor: { name: manager.email, email: manager.email },
      action: 'contact.added',
      subject: { type: 'member', id: member._id, label: 'Sam Okafor' },
      changes: [{ field: 'title', from: null, to: 'Deacon' }],
      reason: null,
      organizationNumber: branch,
    });
    await sealHistory();
    expect((await read({ organization_number: branch, page_size: '1' })).entries[0]?.seq).toBeGreaterThan(1);
  });

  it('is complete for administrators of everything', async () => {
    await write(other, 'Elsewhere');
    const { entries } = await read({ organization_number: '*', page_size: '100' }, root);
    expect(entries.map(({ organizationNumber }) => organizationNumber)).toEqual(
      expect.arrayContaining(['*', tree, branch, other]),
    );
  });

  it.each<[Role | 'member', number]>([
    ['administrator', 200],
    ['manager', 403],
    ['treasurer', 403],
    ['viewer', 403],
    ['member', 403],
  ])('answers a %s of it with %i', async (role, status) => {
    const account =
      role === 'member'
        ? await anAccount({ memberId: (await aMember({ organizationNumber: branch }))._id })
        : await anAccount({ role, organizationNumber: branch });
    expect((await ask({ organization_number: branch }, account)).status).toBe(status);
  });

  it('is nobody else’s: of another tree, of what is above, of everything, of none', async () => {
    const below = await anAccount({ role: 'administrator', organizationNumber: branch });
    const answers = [
      await ask({ organization_number: branch }),
      await ask({ organization_number: branch }, otherAdministrator),
      await ask({ organization_number: tree }, below),
      await ask({ organization_number: '*' }, administrator),
      await ask({ organization_number: 'T-none' }, otherAdministrator),
      await ask({ organization_number: 'T-none' }, root),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 403, 403, 403, 403, 404]);
    // Another organization is answered like one that does not exist.
    expect({ ...answers[1]?.body, instance: '' }).toEqual({ ...answers[4]?.body, instance: '' });
  });
});

describe('the history of a subject', () => {
  const asOf = (subject_type: string, subject_id: string) => ({ subject_type, subject_id });
  /** A member, a campaign with a run, a membership, a user and the organization itself. */
  async function subjects(): Promise<Record<string, string>> {
    const member = await aMember({ organizationNumber: branch });
    const campaign = await aCampaign({ organizationNumber: branch });
    const run = await aRun({ campaign });
    const membership = await aMembership({ campaign, primary: member });
    const userId = '4'.repeat(24);
    await writeRoles({ type: 'user', id: userId, label: 'old@demo.test' }, { [branch]: 'viewer' });
    return {
      member: member._id,
      campaign: campaign._id,
      campaign_run: run._id,
      membership: membership._id,
      user: userId,
      organization: branch,
    };
  }

  it('is read by users who may change it, and by readers of the history', async () => {
    const ids = await subjects();
    const statuses: Record<string, unknown> = {};
    for (const role of ROLES) {
      const account = await anAccount({ role, organizationNumber: tree });
      for (const [type, id] of Object.entries(ids)) {
        const { status, body } = await ask(asOf(type, id), account);
        statuses[`${role} ${type}`] = status === 200 ? (body as Page).entries.length > 0 : status;
      }
    }
    const all = (answer: unknown, role: Role) =>
      Object.fromEntries(Object.keys(ids).map((type) => [`${role} ${type}`, answer]));
    expect(statuses).toEqual({
      ...all(403, 'viewer'),
      ...all(403, 'treasurer'),
      ...all(true, 'manager'),
      'manager user': 403,
      'manager organization': 403,
      ...all(true, 'administrator'),
    });
    const own = await anAccount({ memberId: ids['member'] });
    expect((await ask(asOf('member', ids['member'] ?? ''), own)).status).toBe(403);
    expect((await ask(asOf('member', ids['member'] ?? ''))).status).toBe(401);
  });

  it('is empty in another tree, like that of what does not exist', async () => {
    const ids = await subjects();
    const otherManager = await anAccount({ role: 'manager', organizationNumber: other });
    for (const [type, id] of Object.entries(ids))
      expect(await read(asOf(type, id), otherAdministrator)).toEqual({ entries: [], next: null });
    expect(await read(asOf('member', ids['member'] ?? ''), otherManager)).toEqual({
      entries: [],
      next: null,
    });
    expect(await read(asOf('member', '0'.repeat(24)))).toEqual({ entries: [], next: null });
  });

  it('in two trees is shown to each its own part', async () => {
    const subject = { type: 'user', id: '5'.repeat(24), label: 'both@demo.test' } as const;
    await writeRoles(subject, { [branch]: 'viewer', [other]: 'treasurer' });
    const rolesTo = async (account: Account) =>
      (await read(asOf('user', subject.id), account)).entries.map(({ changes }) => changes[0]?.to);
    expect(await rolesTo(administrator)).toEqual(['viewer']);
    expect(await rolesTo(otherAdministrator)).toEqual(['treasurer']);
    expect((await rolesTo(root)).length).toBe(2);
  });
});

describe('filters', () => {
  const author = commandAuthor('ruth.adeyemi@demo.test', 'Ruth Adeyemi');
  let place: string;
  beforeAll(async () => {
    place = (await anOrganization({ parentOrganization: tree })).organizationNumber;
    // The first of March ends at 5 a.m. of UTC in New York.
    await write(place, 'the last of February', new Date('2026-03-01T04:59:59.999Z'), author);
    await write(place, 'the first of March', new Date('2026-03-01T05:00:00.000Z'), author);
    await write(place, 'the end of the first of March', new Date('2026-03-02T04:59:59.999Z'));
    await write(place, 'the second of March', new Date('2026-03-02T05:00:00.000Z'));
  });
  const labels = async (query: Record<string, string>) =>
    labelsOf(await read({ organization_number: place, to: '2026-03-31', ...query }));

  it('are days in the time zone of the deployment, both included', async () => {
    expect(await labels({ from: '2026-03-01', to: '03/01/2026' })).toEqual([
      'the end of the first of March',
      'the first of March',
    ]);
    expect(await labels({ from: '2026-03-02' })).toEqual(['the second of March']);
    expect(await labels({ to: '2026-02-28' })).toEqual(['the last of February']);
  });

  it('are who did it and what, together too, and nothing where they are empty', async () => {
    const ruths = ['the first of March', 'the last of February'];
    expect(await labels({ actor: 'Ruth.Adeyemi@demo.test' })).toEqual(ruths);
    expect(await labels({ action: 'group.created', actor: author.email })).toEqual(ruths);
    expect(await labels({ action: 'member.created', actor: author.email })).toEqual([]);
    expect(await labels({ actor: '', action: '', from: '', cursor: '' })).toHaveLength(4);
    const { entries } = await read({ organization_number: place, action: 'organization.created' });
    expect(entries.map(({ action }) => action)).toEqual(['organization.created']);
  });

  it.each<[Record<string, string>, string]>([
    [{}, 'organization_number'],
    [{ organization_number: '' }, 'organization_number'],
    [{ subject_type: 'member' }, 'subject_id'],
    [{ subject_type: 'card', subject_id: 'x' }, 'subject_type'],
    [{ action: 'no.such' }, 'action'],
    [{ from: '02/30/2026' }, 'from'],
    [{ from: '2026-03-02', to: '2026-03-01' }, 'to'],
    [{ page_size: '0' }, 'page_size'],
    [{ cursor: 'nonsense' }, 'cursor'],
    [{ cursor: Buffer.from('1.x').toString('base64url') }, 'cursor'],
  ])('%j are refused at their field', async (query, field) => {
    const whole = field === 'organization_number' ? query : { organization_number: place, ...query };
    const { status, body } = await ask(whole, administrator);
    expect(status).toBe(422);
    expect(body.errors.map(({ path }: { path: string }) => path)).toContain(field);
  });
});

describe('a cursor', () => {
  let place: string;
  beforeAll(async () => {
    place = (await anOrganization({ parentOrganization: tree })).organizationNumber;
    // Three of each instant: their ids decide.
    for (let index = 0; index < 12; index += 1)
      await write(place, `Entry ${index}`, new Date(TWELVE.getTime() + Math.floor(index / 3)));
  });

  it('goes through all entries without gaps and repeats while new ones come in', async () => {
    const query = { organization_number: place, to: '2026-03-31', page_size: '2' };
    const whole = await read({ ...query, page_size: '100' });
    expect(whole.next).toBeNull();
    expect(labelsOf(whole)).toEqual(Array.from({ length: 12 }, (_, index) => `Entry ${11 - index}`));
    const seen: string[] = [];
    let page = await read(query);
    for (let pages = 1; ; pages += 1) {
      seen.push(...idsOf(page));
      if (page.next === null) break;
      expect(pages).toBeLessThan(12);
      await write(place, `New ${pages}`, new Date(TWELVE.getTime() + DAY_MS));
      page = await read({ ...query, cursor: page.next });
    }
    expect(seen).toEqual(idsOf(whole));
  });

  it('never leads out of the user’s scope, whatever its content and owner', async () => {
    const { next } = await read({ organization_number: place, page_size: '1' });
    const forged = Buffer.from(`99999999999999.${'f'.repeat(24)}`).toString('base64url');
    for (const cursor of [next ?? '', forged]) {
      expect((await ask({ organization_number: place, cursor }, otherAdministrator)).status).toBe(403);
      const { entries } = await read(
        { organization_number: other, page_size: '100', cursor },
        otherAdministrator,
      );
      for (const { organizationNumber } of entries) expect(organizationNumber).toBe(other);
      const ofSubject = { subject_type: 'organization', subject_id: place, cursor };
      expect(await read(ofSubject, otherAdministrator)).toEqual({ entries: [], next: null });
    }
    // A place past the last day that was asked for shows nothing after that day.
    const inMarch = { organization_number: place, to: '2026-03-01', page_size: '100', cursor: forged };
    expect(labelsOf(await read(inMarch))).toHaveLength(12);
  });
});

describe('an entry', () => {
  const entry: StoredEntry = {
    _id: '0'.repeat(24),
    organizationNumber: 'T1',
    scope: ['*', 'T1'],
    at: TWELVE,
    actor: { userId: null, name: 'Ruth', email: 'ruth@demo.test' },
    action: 'member.updated',
    subject: { type: 'member', id: '1', label: 'Sam Okafor' },
    changes: [
      { field: 'birthDt', from: null, to: '1961-02-03' },
      { field: 'phones', from: [{ phoneNbr: '3015550142' }], to: [] },
      { field: 'address', from: { cityNm: 'Laurel' }, to: null },
      { field: 'emails', from: null, to: [{ email: 'sam@demo.test' }] },
      { field: 'user', from: 'sam@demo.test', to: null },
      { field: 'members', from: null, to: [{ price: 1500, birthDt: '1961-02-03' }] },
      { field: 'relationship', from: 'Son', to: 'Spouse' },
    ],
    reason: 'Asked by phone',
    requestId: null,
  };

  it('hides birth dates, phones, addresses and e-mails from who may not read members', () => {
    const { changes, ...rest } = presentEntry(entry, false);
    expect(changes).toEqual([
      { field: 'birthDt', from: null, to: '(hidden)' },
      { field: 'phones', from: '(hidden)', to: '(hidden)' },
      { field: 'address', from: '(hidden)', to: null },
      { field: 'emails', from: null, to: '(hidden)' },
      { field: 'user', from: '(hidden)', to: null },
      { field: 'members', from: null, to: [{ price: 1500, birthDt: '(hidden)' }] },
      { field: 'relationship', from: 'Son', to: 'Spouse' },
    ]);
    expect(rest).toMatchObject({ at: '2026-03-01T12:00:00.000Z', reason: 'Asked by phone', seq: null });
    expect(rest).not.toHaveProperty('scope');
  });

  it('shows them to users who may', () => {
    expect(presentEntry(entry, true).changes).toEqual(entry.changes);
  });

  it('is shown whole to a manager of the organization, who reads its members', async () => {
    const member = await aMember({ organizationNumber: branch });
    const manager = await anAccount({ role: 'manager', organizationNumber: branch });
    const { entries } = await read({ subject_type: 'member', subject_id: member._id }, manager);
    expect(entries[0]?.changes).toContainEqual({ field: 'birthDt', from: null, to: '1960-05-17' });
  });
});
