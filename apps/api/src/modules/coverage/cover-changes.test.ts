import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { showDate } from '@kinfold/domain/dates';
import { cents } from '@kinfold/domain/money';
import { aHousehold, aMembership, anAccount, anOrganization, TEST_AUTHOR } from '../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../test/harness.ts';
import { aPayer, type Payer } from '../../../test/payer.ts';
import { pay } from '../../../test/paying.ts';
import { collection } from '../../platform/database.ts';
import { objectId } from '../../platform/documents.ts';
import { createCampaign } from '../campaigns/campaign.service.ts';

const DAY_MS = 86_400_000;
let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const inDays = (days: number) => new Date(api.deps.now().getTime() + days * DAY_MS);
const dayIn = (days: number) => inDays(days).toISOString().slice(0, 10);
const treasurerOf = ({ organizationNumber }: Pick<Payer, 'organizationNumber'>) =>
  anAccount({ role: 'treasurer', organizationNumber });
const list = (as: Account, query = '') => api.get(`/v2/cover-changes${query}`, as);

describe('who loses cover soon', () => {
  it('are those with open dues of a run that ends within 30 days, over one’s scope and of a campaign', async () => {
    const payer = await aPayer();
    const treasurer = await treasurerOf(payer);
    for (const query of ['', `?campaign_id=${payer.campaignId}`]) {
      const { body } = await list(treasurer, query);
      const own = body.changes.filter(({ member_id }: { member_id: string }) => member_id === payer.memberId);
      expect(own, query).toMatchObject([
        {
          kind: 'loses',
          name: 'Ruth Okafor',
          people: 2,
          campaignId: payer.campaignId,
          campaignName: 'Funeral Fund',
          date: expect.stringMatching(/Z$/),
          reason: expect.stringMatching(/^The dues for Winter assessment are open: \$30\.00, due by /),
        },
      ]);
      expect(body.results).toBe(body.changes.length);
    }
    const file = await list(treasurer, '.csv');
    expect(file.text).toMatch(/^\u{feff}What,Date,Name,Phone,People,Campaign,Why\r\n/u);
    expect(file.text).toContain('"Okafor, Ruth"');
    await pay(api, payer.account, payer.dues);
    expect(JSON.stringify((await list(treasurer)).body)).not.toContain(payer.memberId);
  });

  it('is cut into pages', async () => {
    const payer = await aPayer();
    const treasurer = await treasurerOf(payer);
    const all = (await list(treasurer)).body;
    expect(all.results).toBeGreaterThan(1);
    const pages = [];
    for (let page = 1; page <= all.results; page += 1)
      pages.push(...(await list(treasurer, `?page_size=1&page_number=${page}`)).body.changes);
    expect(pages).toEqual(all.changes);
    expect((await list(treasurer, `?page_size=1&page_number=${all.results + 1}`)).body.changes).toEqual([]);
  });

  it('is nobody else’s business', async () => {
    const payer = await aPayer();
    const { organizationNumber } = await anOrganization();
    const other = await treasurerOf({ organizationNumber });
    expect(JSON.stringify((await list(other)).body)).not.toContain('Okafor');
    expect((await list(other, `?campaign_id=${payer.campaignId}`)).status).toBe(403);
    expect((await list(other, '?campaign_id=nothing')).status).toBe(404);
    const viewer = await anAccount({ role: 'viewer', organizationNumber: payer.organizationNumber });
    expect((await list(viewer)).status).toBe(403);
  });
});

it('tells who turns too old and whose waiting time ends, on the day', async () => {
  const { members, primary } = await aHousehold({ size: 3 });
  const { organizationNumber } = primary;
  const input = {
    campaignName: 'Rules',
    shortDescription: 'For us',
    requiresMembership: true,
    organizationNumber,
  };
  const ageLimits = [{ relationships: ['Son', 'Daughter', 'Child'], maxAge: 17 }];
  const { campaign } = await createCampaign(
    { ...input, defaultPrice: cents(100), fundRules: { waitingDays: 180, ageLimits } },
    TEST_AUTHOR,
    api.deps.now(),
  );
  const membership = await aMembership({ campaign, primary, covered: members });
  const child = members[2]?._id ?? '';
  const turns = async (days: number) => {
    const day = dayIn(days);
    const birthDt = `${Number(day.slice(0, 4)) - 18}${day.slice(4)}`;
    await collection('members').updateOne(
      { _id: objectId(child) },
      { $set: { birthDt, relationship: 'Son' } },
    );
  };
  const since = (days: number) =>
    collection('campaign_memberships').updateOne(
      { _id: objectId(membership._id) },
      { $set: { activeDt: inDays(days) } },
    );
  const treasurer = await treasurerOf({ organizationNumber });
  const changes = async () => (await list(treasurer, `?campaign_id=${campaign._id}`)).body.changes;
  await turns(31);
  await since(-149);
  expect(await changes()).toEqual([]);
  await turns(30);
  await since(-150);
  const day = showDate(dayIn(30));
  const first = members[2]?.firstNm;
  expect(await changes()).toMatchObject([
    {
      kind: 'loses',
      member_id: child,
      reason: `This fund covers ${first} up to age 17; ${first} turns 18 on ${day}.`,
      date: `${dayIn(30)}T00:00:00.000Z`,
    },
    { kind: 'reaches', member_id: primary._id, people: 3, date: `${dayIn(30)}T00:00:00.000Z` },
  ]);
  await turns(0);
  await since(-180);
  expect(await changes()).toEqual([]);
  await turns(1);
  await since(-179);
  expect(await changes()).toHaveLength(2);
});
