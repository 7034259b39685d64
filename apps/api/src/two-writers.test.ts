/** Two users change the same document at once, having read the same version: one of them succeeds, and the other gets a 409. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  aCampaign,
  aHousehold,
  aMember,
  aMembership,
  anAccount,
  anIntakeRequest,
  anOrganization,
  aRun,
} from '../test/factories.ts';
import type { Account } from '../test/harness.ts';
import { apiOfFile } from '../test/scenes.ts';
import { collection } from './platform/database.ts';
import { objectId } from './platform/documents.ts';
import { definitions } from './platform/model.ts';

const api = await apiOfFile();
let organizationNumber: string;
let writers: [Account, Account];
beforeEach(async () => {
  ({ organizationNumber } = await anOrganization());
  const role = 'administrator';
  writers = [await anAccount({ role }), await anAccount({ role })];
});

type Edit = { path: string; bodies: [object, object] };
/** Two edits of a document of which the first version was read; `shown` is what a body changes, as the wire shows it. */
type Row = () => Promise<Edit & { id: object; shown: (body: never) => unknown }>;

/** Versions that no person's edit sends: they are compared by the server's own writes. */
const NOT_EDITED = ['card_tries', 'claims', 'payment_batches', 'run_figures'];

/** Each kind of document that has a version. */
const versioned: Readonly<Record<string, Row>> = {
  members: async () => {
    const { _id } = await aMember({ organizationNumber });
    const bodies: [object, object] = [
      { _id, lastNm: 'Eze' },
      { _id, lastNm: 'Bello' },
    ];
    return { path: '/v2/members', bodies, id: { _id: objectId(_id) }, shown: named('lastNm') };
  },
  households: async () => {
    const { household_id, members, primary } = await aHousehold({ organizationNumber, size: 3 });
    // A child pays for nobody: the third is of age too.
    const third = { _id: objectId(members[2]?._id ?? '') };
    await collection('members').updateOne(third, { $set: { birthDt: '1960-05-17' } });
    const make = (index: number) => ({ member_id: members[index]?._id, isPrimary: true });
    return {
      path: `/api/v1/member/${primary._id}/household/add`,
      bodies: [make(1), make(2)],
      id: { _id: objectId(household_id) },
      shown: ({ member_id, primaryMemberId }: { member_id?: string; primaryMemberId?: string }) =>
        primaryMemberId ?? member_id,
    };
  },
  organizations: async () => ({
    path: '/api/v1/organization',
    bodies: [
      { organizationNumber, organizationName: 'Hope' },
      { organizationNumber, organizationName: 'Zion' },
    ],
    id: { organizationNumber },
    shown: named('organizationName'),
  }),
  campaigns: async () => {
    const { _id } = await aCampaign({ organizationNumber });
    const bodies: [object, object] = [
      { _id, campaignName: 'Grace Fund' },
      { _id, campaignName: 'Hope Fund' },
    ];
    return { path: '/api/v1/campaign', bodies, id: { _id: objectId(_id) }, shown: named('campaignName') };
  },
  campaign_runs: async () => {
    const { _id } = await aRun({ campaign: await aCampaign({ organizationNumber }) });
    const bodies: [object, object] = [
      { _id, name: 'Spring' },
      { _id, name: 'Autumn' },
    ];
    return { path: '/v2/campaign-run', bodies, id: { _id: objectId(_id) }, shown: named('name') };
  },
  campaign_memberships: async () => {
    const campaign = await aCampaign({ organizationNumber });
    const { _id } = await aMembership({ campaign, isActive: null });
    const bodies: [object, object] = [
      { _id, isActive: true },
      { _id, isActive: false },
    ];
    return { path: '/v2/membership', bodies, id: { _id: objectId(_id) }, shown: named('isActive') };
  },
};
const named = (field: string) => (body: Record<string, unknown>) => body[field];

const post = (path: string, body: object, account: Account) =>
  api.request.post(path).set(api.as(account)).send(body);
const sorted = (statuses: readonly number[]) => statuses.toSorted((a, b) => a - b);
const both = async ({ path, bodies }: Edit) =>
  Promise.all([post(path, bodies[0], writers[0]), post(path, bodies[1], writers[1])]);

it('is tried for every kind of document that has a version', () => {
  const kinds = [...definitions]
    .filter(([, { fields }]) => fields && 'version' in fields)
    .map(([name]) => name);
  expect(kinds.filter((name) => !NOT_EDITED.includes(name)).toSorted()).toEqual(
    Object.keys(versioned).toSorted(),
  );
});

describe('of two edits of one version', () => {
  it.each(Object.keys(versioned))('one is stored, of %s', async (kind) => {
    const row = await versioned[kind]?.();
    if (!row) throw new Error(`there is no row for ${kind}`);
    const bodies = row.bodies.map((body) => ({ ...body, version: 1 })) as [object, object];
    const entries = () => collection('audit_entries').countDocuments();
    const recorded = await entries();
    const answers = await both({ ...row, bodies });
    expect(sorted(answers.map(({ status }) => status))).toEqual([200, 409]);
    const winner = answers.findIndex(({ status }) => status === 200);
    const [won, lost] = [answers[winner], answers[1 - winner]];
    const kept = row.shown(bodies[winner] as never);
    expect(row.shown(won?.body as never)).toEqual(kept);
    expect(lost?.body).toMatchObject({ code: 'changed_meanwhile', current: { version: 2 } });
    expect(row.shown(lost?.body.current as never)).toEqual(kept);
    expect(await collection(kind).findOne(row.id)).toMatchObject({ version: 2 });
    expect(await entries()).toBe(recorded + 1);
    // After seeing the present state, they may change it.
    const again = { ...bodies[1 - winner], version: 2 };
    expect((await post(row.path, again, writers[0])).status).toBe(200);
  });
});

/** Additions and answers that happen once, without a version: the second user gets the first one's. */
const once: Readonly<Record<string, () => Promise<Edit & { code: string; collection: string }>>> = {
  'a contact of an organization': async () => {
    const { _id } = await aMember({ organizationNumber });
    const body = { member_id: _id, title: 'Deacon' };
    const path = `/v2/organizations/${organizationNumber}/contacts`;
    return { path, bodies: [body, body], code: 'contact_exists', collection: 'contacts' };
  },
  'a group of a name': async () => {
    const body = { groupName: 'Choir' };
    const path = `/api/v1/organization/${organizationNumber}/groups`;
    return { path, bodies: [body, body], code: 'group_exists', collection: 'groups' };
  },
  'a role of somebody': async () => {
    const body = { email: (await anAccount()).email, role: 'viewer' };
    const path = `/v2/organizations/${organizationNumber}/roles`;
    return { path, bodies: [body, body], code: 'role_held', collection: 'roles' };
  },
  'a membership in a fund': async () => {
    const { _id } = await aMember({ organizationNumber });
    const campaign = await aCampaign({ organizationNumber });
    const path = `/v2/members/${_id}/campaigns/${campaign._id}/join`;
    return { path, bodies: [{}, {}], code: '', collection: 'campaign_memberships' };
  },
};

describe('of two users who enter the same', () => {
  it.each(Object.keys(once))('one is stored: %s', async (what) => {
    const row = await once[what]?.();
    if (!row) throw new Error(`there is no row for ${what}`);
    const stored = () => collection(row.collection).countDocuments();
    const [before, recorded] = [await stored(), await collection('audit_entries').countDocuments()];
    const answers = await both(row);
    expect(await stored()).toBe(before + 1);
    expect(await collection('audit_entries').countDocuments()).toBe(recorded + 1);
    const statuses = sorted(answers.map(({ status }) => status));
    // Joining twice is joining once: both answers have the same membership.
    if (!row.code) expect(new Set(answers.map(({ body }) => body.campaignMembershipId)).size).toBe(1);
    else {
      expect(statuses).toEqual([201, 409]);
      expect(answers.find(({ status }) => status === 409)?.body.code).toBe(row.code);
    }
  });

  it('a request to become a member is answered once, and the other reads how', async () => {
    const id = await anIntakeRequest({ organizationNumber });
    const path = `/v2/intake-requests/${id}`;
    const person = { firstNm: 'Ana', lastNm: 'Lima', birthDt: '1985-03-14', relationship: 'Spouse' };
    const members = await collection('members').countDocuments();
    const [made, dismissed] = await Promise.all([
      post(`${path}/member`, person, writers[0]),
      post(`${path}/dismiss`, { reason: 'They are a member already' }, writers[1]),
    ]);
    const isMade = made.status === 201;
    expect(sorted([made.status, dismissed.status])).toEqual(isMade ? [201, 409] : [204, 409]);
    const lost = isMade ? dismissed : made;
    expect(lost.body).toMatchObject({
      code: 'intake_answered',
      current: { _id: id, status: isMade ? 'member' : 'dismissed' },
    });
    expect(await collection('members').countDocuments()).toBe(members + (isMade ? 1 : 0));
  });
});
