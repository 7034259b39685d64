/** Staff below an organization to which a campaign is offered: they read the campaign, and in it their own data. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cents } from '@kinfold/domain/money';
import { ROLES, type Role } from '@kinfold/domain/role';
import {
  aDonation,
  aMember,
  aMembership,
  anAccount,
  anOrganization,
  aRun,
  TEST_AUTHOR,
} from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { pay } from '../../../../test/paying.ts';
import type { CampaignRunRecord } from '../campaign-runs/campaign-run.service.ts';
import { runTotals } from '../donations/run-figures.service.ts';
import { createCampaign, type CampaignRecord } from './campaign.service.ts';
import { refresh } from '../../../work/projections.ts';

let api: Api;
/** The organizations by name. */
const at: Record<string, string> = {};
/** The tree: `guest` participates, `other` is outside the fund, and nothing is offered to it. */
const TREE = [
  ['province', undefined],
  ['diocese', 'province'],
  ['parish', 'diocese'],
  ['chapel', 'parish'],
  ['beside', 'diocese'],
  ['other', 'province'],
  ['guest', undefined],
  ['guestParish', 'guest'],
] as const;
/** Where members have joined, and what each has paid of 25.00. */
const PAID = { diocese: 1, parish: 2, chapel: 4, beside: 8, guest: 16, guestParish: 0 };
let campaign: CampaignRecord;
let run: CampaignRunRecord;
let base: string;

const staff = (role: Role, place: string) => anAccount({ role, organizationNumber: at[place] ?? '' });
const read = async (path: string, as: Account) => (await api.get(path, as).expect(200)).body;

beforeAll(async () => {
  api = await startApi();
  for (const [name, above] of TREE) {
    const place = { organizationName: `Zz${name}`, ...(above && { parentOrganization: at[above] ?? '' }) };
    at[name] = (await anOrganization(place)).organizationNumber;
  }
  ({ campaign } = await createCampaign(
    {
      campaignName: 'Beulah Fund',
      shortDescription: 'For us all',
      requiresMembership: true,
      organizationNumber: at['diocese'] ?? '',
      participatingOrganizations: [at['guest'] ?? ''],
      defaultPrice: cents(2500),
    },
    TEST_AUTHOR,
    new Date(),
  ));
  run = await aRun({ campaign, endsInDays: 10 });
  base = `/v2/campaigns/${campaign._id}`;
  for (const [place, dollars] of Object.entries(PAID)) {
    const primary = await aMember({ organizationNumber: at[place] ?? '' });
    const due = await aDonation({ membership: await aMembership({ campaign, primary }), run });
    const line = { donationId: due._id, amount: dollars * 100 };
    if (dollars) await pay(api, await anAccount({ memberId: primary._id }), [line]);
  }
  await refresh(runTotals, { now: api.deps.now(), timeZone: 'UTC' });
});
afterAll(() => api.stop());

/** An answer names none of some organizations. */
function expectWithout(places: readonly string[], text: string) {
  for (const place of places) {
    expect(text).not.toContain(at[place]);
    expect(text).not.toContain(`Zz${place}`);
  }
}

describe.each([
  ['parish', 6, ['province', 'beside', 'other', 'guest', 'guestParish']],
  ['chapel', 4, ['province', 'parish', 'beside', 'other', 'guest', 'guestParish']],
  ['guestParish', 0, ['province', 'parish', 'chapel', 'beside', 'other', 'guest']],
] as const)('at a %s', (place, paid, hidden) => {
  it.each(ROLES)('a %s reads the campaign and its runs, and of others nothing', async (role) => {
    const account = await staff(role, place);
    const one = await read(`/api/v1/campaign/${campaign._id}`, account);
    expect(one).toMatchObject({ campaignName: 'Beulah Fund', participatingOrganizations: [] });
    const seen = await read(`${base}/runs/${run._id}`, account);
    expect(seen).toMatchObject({
      _id: run._id,
      status: 'active',
      donationsAmount: role === 'viewer' ? null : paid,
    });
    for (const field of ['job', 'createdBy', 'modifiedBy']) expect(seen).not.toHaveProperty(field);
    const { campaignRuns } = await read(`${base}/runs`, account);
    expect(campaignRuns).toContainEqual(seen);
    expect(await read(`${base}/organizations`, account)).toEqual([]);
    const [runs, places, campaigns] = await Promise.all(
      [`${base}/runs.csv`, `${base}/organizations.csv`, '/v2/campaigns.csv'].map((path) =>
        api.get(path, account).expect(200),
      ),
    );
    expect(runs?.text.includes(`,${paid}.00`)).toBe(role !== 'viewer');
    expect(runs?.text).not.toContain('31.00');
    expect(campaigns?.text).toContain('Beulah Fund');
    for (const { text } of [runs, places, campaigns].filter((answer) => answer !== undefined))
      expectWithout(hidden, text);
    expectWithout(hidden, JSON.stringify([one, seen, campaignRuns]));
  });

  it.each(ROLES)('a %s finds the campaign in the list and in the search', async (role) => {
    const account = await staff(role, place);
    const { results, campaigns } = await read('/v2/campaigns', account);
    expect([results, campaigns.length]).toEqual([1, 1]);
    expect(campaigns[0]).toMatchObject({ _id: campaign._id, activeRuns: 1 });
    expect((await read('/v2/campaigns?searchTerm=beulah', account)).results).toBe(1);
    const found = await read('/v2/search?q=beulah', account);
    expect(found.campaigns).toEqual([{ _id: campaign._id, campaignName: 'Beulah Fund' }]);
    // For an organization: what it manages or participates in itself.
    expect((await read(`/v2/campaigns?organization_number=${at[place]}`, account)).results).toBe(0);
    expectWithout(hidden, JSON.stringify([campaigns, found]));
  });

  it.each(ROLES)('a %s changes nothing of it, and is shown no preview', async (role) => {
    const account = await staff(role, place);
    const post = async (path: string, body: object) =>
      (await api.request.post(path).set(api.as(account)).send(body)).status;
    expect(await post('/api/v1/campaign', { _id: campaign._id, version: 1, taxNote: 'Ours' })).toBe(403);
    expect(await post('/v2/campaign-run', { campaignId: campaign._id, name: 'A', description: 'B' })).toBe(
      403,
    );
    expect(await post('/v2/campaign-run', { _id: run._id, isActive: false })).toBe(403);
    for (const path of ['preview', 'reminders', 'messages'])
      expect((await api.get(`${base}/runs/${run._id}/${path}`, account)).status).toBe(403);
  });
});

describe('nobody else', () => {
  it.each(ROLES)('a %s at an organization beside reads it, or finds it', async (role) => {
    const account = await staff(role, 'other');
    for (const path of ['', '/organizations', '/runs', `/runs/${run._id}`])
      expect(
        (await api.get(path ? `${base}${path}` : `/api/v1/campaign/${campaign._id}`, account)).status,
      ).toBe(403);
    expect((await read('/v2/campaigns', account)).results).toBe(0);
    expect((await read('/v2/search?q=beulah', account)).campaigns).toEqual([]);
  });

  it('does not reduce what its managers read', async () => {
    const account = await staff('treasurer', 'province');
    expect((await read(`${base}/runs/${run._id}`, account)).donationsAmount).toBe(31);
    expect((await api.get(`${base}/runs.csv`, account).expect(200)).text).toContain(',31.00');
    expect(await read(`${base}/organizations`, account)).toHaveLength(1);
  });
});

describe('dues for one who came later', () => {
  it('are made below where the fund is managed, in the active runs that are read there', async () => {
    const primary = await aMember({ organizationNumber: at['chapel'] ?? '' });
    const membership = await aMembership({ campaign, primary });
    const account = await staff('manager', 'parish');
    const { campaignRuns } = await read(`${base}/runs`, account);
    const active = campaignRuns.find(({ status }: { status: string }) => status === 'active');
    const body = { campaignMembershipId: membership._id, campaignRunId: active._id };
    const answer = await api.request.post('/v2/membership/donations').set(api.as(account)).send(body);
    expect(answer.status).toBeLessThan(300);
    const dues = await read(`/api/v1/donation/${membership._id}/dues`, account);
    expect(dues).toMatchObject([{ campaignRunId: run._id, minAmountDue: 25 }]);
    // The member whom the next tests count.
    const line = { donationId: dues[0]._id, amount: 2500 };
    expect((await pay(api, await anAccount({ memberId: primary._id }), [line])).status).toBe(200);
    await refresh(runTotals, { now: api.deps.now(), timeZone: 'UTC' });
  });
});

describe('the home of the staff', () => {
  const ending = async (role: Role, place: string) =>
    (await read('/v2/staff/attention', await staff(role, place))).endingRuns;

  it('lists a run from above while the user’s own organizations owe in it, with what they owe', async () => {
    const recorded = {
      campaignId: campaign._id,
      campaignRunId: run._id,
      name: run.name,
      endDt: run.endDt.toISOString(),
    };
    expect(await ending('treasurer', 'parish')).toEqual([{ ...recorded, openBalance: 44 }]);
    expect(await ending('manager', 'chapel')).toEqual([{ ...recorded, openBalance: 21 }]);
    expect(await ending('treasurer', 'diocese')).toEqual([{ ...recorded, openBalance: 119 }]);
    expect(await ending('viewer', 'parish')).toEqual([]);
    expect(await ending('treasurer', 'other')).toEqual([]);
  });

  it('does not list it if nothing is owed', async () => {
    const { organizationNumber } = await anOrganization({ parentOrganization: at['parish'] ?? '' });
    const treasurer = await anAccount({ role: 'treasurer', organizationNumber });
    expect((await read('/v2/staff/attention', treasurer)).endingRuns).toEqual([]);
    // The run is read although it is not shown.
    expect((await read(`${base}/runs/${run._id}`, treasurer)).donationsAmount).toBe(0);
  });
});
