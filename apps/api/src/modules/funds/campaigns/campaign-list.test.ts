import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAccount, anOrganization, TEST_AUTHOR } from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { createCampaignRun } from '../campaign-runs/campaign-run.service.ts';
import { createCampaign } from './campaign.service.ts';

const make = async (campaignName: string, organizationNumber: string, more: object = {}) => {
  const input = { campaignName, shortDescription: 'For us all', requiresMembership: true, ...more };
  return (await createCampaign({ ...input, organizationNumber }, TEST_AUTHOR, api.deps.now())).campaign;
};

let api: Api;
let above: string;
let below: string;
let other: string;
let manager: Account;
let ids: Record<'above' | 'below' | 'shared', string>;
beforeAll(async () => {
  api = await startApi();
  above = (await anOrganization()).organizationNumber;
  below = (await anOrganization({ parentOrganization: above })).organizationNumber;
  other = (await anOrganization()).organizationNumber;
  manager = await anAccount({ role: 'manager', organizationNumber: above });
  const participant = (await anOrganization()).organizationNumber;
  const one = await make('Beulah Fund', above);
  const two = await make('Zion Roof', below, { requiresMembership: false });
  const shared = await make('Ark Fund', other, { participatingOrganizations: [below, participant] });
  await make('Elsewhere', other);
  ids = { above: one._id, below: two._id, shared: shared._id };
});
afterAll(() => api.stop());

const list = async (query: string, as = manager) => (await api.get(`/v2/campaigns${query}`, as)).body;
const names = ({ campaigns }: { campaigns: { campaignName: string }[] }) =>
  campaigns.map(({ campaignName }) => campaignName);

describe('the list of campaigns', () => {
  it('has those of the user’s organizations, by name, with their managing organizations and active runs', async () => {
    const now = api.deps.now();
    const run = { campaignId: ids.above, organizationNumber: above, name: 'Spring', description: 'Spring' };
    for (const isActive of [true, true, false])
      await createCampaignRun({ ...run, isActive, startDt: now }, TEST_AUTHOR, now);
    const ended = { endDt: new Date(now.getTime() + 1000), startDt: now, isActive: true };
    await createCampaignRun({ ...run, ...ended }, TEST_AUTHOR, now);
    api.advance(2000);
    const body = await list('');
    expect(names(body)).toEqual(['Ark Fund', 'Beulah Fund', 'Zion Roof']);
    expect(body).toMatchObject({ results: 3, pages: 1 });
    expect(body.campaigns[1]).toEqual({
      _id: ids.above,
      campaignName: 'Beulah Fund',
      shortDescription: expect.any(String),
      requiresMembership: true,
      organizationNumber: above,
      managedBy: expect.any(String),
      activeRuns: 2,
    });
    expect(body.campaigns[2]).toMatchObject({ requiresMembership: false, activeRuns: 0 });
  });

  it('is cut into pages, searched by name, and filtered by an organization with those below it', async () => {
    const page = await list('?page_size=2&page_number=2');
    expect([page.results, page.pages, names(page)]).toEqual([3, 2, ['Zion Roof']]);
    expect(names(await list('?searchTerm=fund'))).toEqual(['Ark Fund', 'Beulah Fund']);
    expect(names(await list('?searchTerm=fund%20beu'))).toEqual(['Beulah Fund']);
    expect(names(await list('?searchTerm=---'))).toEqual([]);
    expect(names(await list(`?organization_number=${below}`))).toEqual(['Ark Fund', 'Zion Roof']);
    expect(names(await list(`?organization_number=${above}`))).toHaveLength(3);
    expect(names(await list('?organization_number=&searchTerm='))).toHaveLength(3);
  });

  it('is all there is for an administrator', async () => {
    const administrator = await anAccount({ role: 'administrator', organizationNumber: '*' });
    expect(names(await list('', administrator))).toEqual(
      expect.arrayContaining(['Ark Fund', 'Beulah Fund', 'Elsewhere', 'Zion Roof']),
    );
    expect(names(await list('?searchTerm=els', administrator))).toEqual(['Elsewhere']);
  });

  it('refuses other organizations and invalid filters', async () => {
    for (const [query, status] of [
      [`organization_number=${other}`, 403],
      ['organization_number=nothing', 403],
      ['searchTerm=a', 422],
      ['page_size=101', 422],
      ['page_number=0', 422],
    ] as const)
      expect((await api.get(`/v2/campaigns?${query}`, manager)).status, query).toBe(status);
    expect((await api.get('/v2/campaigns', await anAccount())).status).toBe(403);
  });
});

describe('the participating organizations of a campaign', () => {
  const participants = (as: Account) => api.get(`/v2/campaigns/${ids.shared}/organizations`, as);

  it('are all shown to its managers, and to others only their own', async () => {
    const managing = await anAccount({ role: 'viewer', organizationNumber: other });
    expect((await participants(managing)).body).toHaveLength(2);
    const { body } = await participants(manager);
    expect(body).toEqual([{ organizationNumber: below, organizationName: expect.any(String) }]);
    const seen = (await api.get(`/api/v1/campaign/${ids.shared}`, manager)).body;
    expect(seen.participatingOrganizations).toEqual([below]);
    const [offered] = (await api.get(`/api/v1/organization/${below}/campaigns`, manager)).body;
    expect(offered).toMatchObject({ _id: ids.shared, participatingOrganizations: [below] });
  });

  it('are not shown to anybody else', async () => {
    const stranger = await anAccount({
      role: 'manager',
      organizationNumber: (await anOrganization()).organizationNumber,
    });
    expect((await participants(stranger)).status).toBe(403);
    expect((await api.get(`/v2/campaigns/${'0'.repeat(24)}/organizations`, manager)).status).toBe(404);
  });
});
