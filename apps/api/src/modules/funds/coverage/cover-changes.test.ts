import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { showDateInWords } from '@kinfold/domain/dates';
import { cents } from '@kinfold/domain/money';
import {
  aDonation,
  aHousehold,
  aMembership,
  anAccount,
  anOrganization,
  aRun,
  TEST_AUTHOR,
} from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { aPayer, type Payer } from '../../../../test/payer.ts';
import { pay } from '../../../../test/paying.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { runCheck, thoroughChecks } from '../../../platform/verification.ts';
import { markStale, refresh } from '../../../work/projections.ts';
import { createCampaign } from '../campaigns/campaign.service.ts';
import { writeCoverChanges } from './cover-change.model.ts';
import { batchesOfCoverChanges } from './cover-changes.service.ts';
import { writeDoubleCovers } from './double-cover.model.ts';
import { eachDoubleCover } from './double-covers.service.ts';
import { covers } from './kept-cover.service.ts';

const DAY_MS = 86_400_000;
let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** More than are read together. */
const MANY = 450;
const idsOf = (records: readonly { _id: string }[]) => records.map(({ _id }) => _id);
const inDays = (days: number) => new Date(api.deps.now().getTime() + days * DAY_MS);
const dayIn = (days: number) => inDays(days).toISOString().slice(0, 10);
const treasurerOf = ({ organizationNumber }: Pick<Payer, 'organizationNumber'>) =>
  anAccount({ role: 'treasurer', organizationNumber });
const list = async (as: Account, query = '') => {
  await refresh(covers, { now: api.deps.now(), timeZone: 'UTC' });
  return api.get(`/v2/cover-changes${query}`, as);
};

/** A payer who is covered: the dues of the ended run are paid. */
async function aCoveredPayer(): Promise<Payer> {
  const payer = await aPayer();
  await pay(api, payer.account, [payer.dues[0]]);
  return payer;
}

describe('people who lose cover soon', () => {
  it('have open dues of a run that ends within 30 days, in the user’s scope and in a campaign', async () => {
    const payer = await aCoveredPayer();
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
    expect(file.text).toMatch(/^\u{feff}What,Date,Name,Phone,People,Campaign,Why,Warned\r\n/u);
    expect(file.text).toContain('"Okafor, Ruth"');
    await pay(api, payer.account, [payer.dues[1]]);
    expect(JSON.stringify((await list(treasurer)).body)).not.toContain(payer.memberId);
  });

  it('have not lost it already', async () => {
    const payer = await aPayer();
    expect(JSON.stringify((await list(await treasurerOf(payer))).body)).not.toContain(payer.memberId);
  });

  it('is cut into pages', async () => {
    const payer = await aCoveredPayer();
    const treasurer = await treasurerOf(payer);
    const all = (await list(treasurer)).body;
    expect(all.results).toBeGreaterThan(1);
    const pages = [];
    for (let page = 1; page <= all.results; page += 1)
      pages.push(...(await list(treasurer, `?page_size=1&page_number=${page}`)).body.changes);
    expect(pages).toEqual(all.changes);
    expect((await list(treasurer, `?page_size=1&page_number=${all.results + 1}`)).body.changes).toEqual([]);
  });

  it('are all in a file, although some of them pay while it is made', async () => {
    const { campaignId, campaignMembershipId, memberId, organizationNumber } = await aCoveredPayer();
    const of = { campaignId, campaignMembershipId, organizationNumber, kind: 'loses' } as const;
    const many = Array.from({ length: MANY }, (_, index) => ({
      ...{ ...of, _id: `many:${index}`, memberIds: [memberId], people: 1 },
      date: new Date(api.deps.now().getTime() + (index + 1) * 60_000),
    }));
    await writeCoverChanges(many, []);
    const shown = { currency: 'usd', timeZone: 'UTC' };
    const found: string[] = [];
    const asked = { campaign: undefined, organizationNumbers: [organizationNumber] };
    for await (const rows of batchesOfCoverChanges(asked, shown, api.deps.now())) {
      if (!found.length) await writeCoverChanges([], idsOf(many.slice(0, 50)));
      found.push(...rows.map(({ date }) => date.toISOString()));
    }
    await writeCoverChanges([], idsOf(many));
    expect(found).toEqual(expect.arrayContaining(many.slice(50).map(({ date }) => date.toISOString())));
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

describe('people who lose or reach cover by the rules of a fund', () => {
  const AGES = [{ relationships: ['Son', 'Daughter', 'Child'], maxAge: 17 }];

  /** A family of three in a fund, of whom the last is a son. */
  async function aFamily(fundRules: NonNullable<Parameters<typeof createCampaign>[0]['fundRules']>) {
    const { members, primary } = await aHousehold({ size: 3 });
    const { organizationNumber } = primary;
    const input = { campaignName: 'Rules', shortDescription: 'For us', requiresMembership: true };
    const { campaign } = await createCampaign(
      { ...input, organizationNumber, defaultPrice: cents(100), fundRules },
      TEST_AUTHOR,
      api.deps.now(),
    );
    const membership = await aMembership({ campaign, primary, covered: members });
    const treasurer = await treasurerOf({ organizationNumber });
    const son = members[2]?._id ?? '';
    return {
      primary,
      spouse: members[1],
      son,
      firstNm: members[2]?.firstNm,
      async sonTurns18In(days: number) {
        const day = dayIn(days);
        const birthDt = `${Number(day.slice(0, 4)) - 18}${day.slice(4)}`;
        const change = { birthDt, relationship: 'Son' };
        await collection('members').updateOne({ _id: objectId(son) }, { $set: change });
        await markStale({ member_cover: [son] });
      },
      /** When the membership became active, and some of its people were added to it. */
      async since(days: number, index: string) {
        const set = { activeDt: inDays(-400), [`members.${index}.startDt`]: inDays(days) };
        await collection('campaign_memberships').updateOne({ _id: objectId(membership._id) }, { $set: set });
        await markStale({ membership_cover: [membership._id] });
      },
      changes: async () => (await list(treasurer, `?campaign_id=${campaign._id}`)).body.changes,
      ofScope: async () => (await list(treasurer)).body.changes,
      run: (endsInDays: number) => aRun({ campaign, endsInDays }),
      membership,
      losingAtHome: async () => (await api.get('/v2/staff/attention', treasurer)).body.losingCover,
    };
  }

  it('turn too old on the day, and are listed for the whole scope too', async () => {
    const { sonTurns18In, changes, ofScope, son, firstNm, primary, losingAtHome } = await aFamily({
      ageLimits: AGES,
    });
    await sonTurns18In(31);
    expect(await changes()).toEqual([]);
    await sonTurns18In(30);
    const day = showDateInWords(dayIn(30));
    const found = {
      kind: 'loses',
      member_id: son,
      people: 1,
      phoneNbr: expect.stringMatching(/^555/),
      reason: `This fund covers ${firstNm} up to age 17; ${firstNm} turns 18 on ${day}.`,
      date: `${dayIn(30)}T00:00:00.000Z`,
    };
    expect(await changes()).toMatchObject([found]);
    expect(await ofScope()).toMatchObject([found]);
    expect(await losingAtHome()).toBe(1);
    await collection('members').updateOne({ _id: objectId(son) }, { $set: { phones: [] } });
    expect(await changes()).toMatchObject([{ phoneNbr: primary.phones[0]?.phoneNbr }]);
    await sonTurns18In(0);
    expect(await changes()).toEqual([]);
  });

  it('have waited long enough, also if they were added later', async () => {
    const { since, changes, primary, spouse, losingAtHome } = await aFamily({ waitingDays: 180 });
    await since(-149, '$[]');
    expect(await changes()).toEqual([]);
    await since(-150, '$[]');
    const onDay = { kind: 'reaches', date: `${dayIn(30)}T00:00:00.000Z` };
    expect(await changes()).toMatchObject([{ ...onDay, member_id: primary._id, people: 3 }]);
    await since(-300, '$[]');
    expect(await changes()).toEqual([]);
    await since(-150, '1');
    expect(await changes()).toMatchObject([{ ...onDay, member_id: spouse?._id, people: 1 }]);
    expect(await losingAtHome()).toBe(0);
  });

  it('follow the days of grace, and disappear with the membership', async () => {
    const { run, membership, changes, ofScope, losingAtHome } = await aFamily({ graceDays: 10 });
    await aDonation({ membership, run: await run(15) });
    expect(await changes()).toMatchObject([
      { kind: 'loses', people: 3, reason: expect.stringMatching(/^The dues for Run .* due by /) },
    ]);
    expect(await ofScope()).toEqual(await changes());
    expect(await losingAtHome()).toBe(3);
    const manager = await anAccount({ role: 'manager', organizationNumber: membership.organizationNumber });
    const removed = await api.request.delete(`/api/v1/membership/${membership._id}`).set(api.as(manager));
    expect(removed.status).toBe(204);
    expect(await changes()).toEqual([]);
  });

  it('are recomputed when stored values change', async () => {
    const { sonTurns18In, changes } = await aFamily({ ageLimits: AGES });
    await sonTurns18In(20);
    expect(await changes()).toHaveLength(1);
    const problems = async (doesRepair: boolean) => {
      const found: string[] = [];
      const checks = thoroughChecks({ doesRepair, now: api.deps.now(), looksAgain: 0 });
      await runCheck(covers, checks, found);
      return found;
    };
    expect(await problems(false)).toEqual([]);
    await collection('cover_changes').deleteMany({});
    expect(await problems(true)).toContainEqual(
      expect.stringMatching(/^The stored cover changes of member M-\d+ are wrong/),
    );
    expect(await changes()).toHaveLength(1);
    expect(await problems(false)).toEqual([]);
  });
});

describe('people who are covered twice', () => {
  /** Two funds that cover each person once, and a couple whom the first covers, each in a membership of their own. */
  async function twoFunds(oneCoverPerPerson = true) {
    const { organizationNumber } = await anOrganization();
    const below = await anOrganization({ parentOrganization: organizationNumber });
    const { members, primary } = await aHousehold({ organizationNumber, size: 2 });
    const other = await aHousehold({ organizationNumber: below.organizationNumber });
    const funds = [];
    for (const campaignName of ['One', 'Two']) {
      const input = { campaignName, shortDescription: 'For us', requiresMembership: true };
      const rules = { defaultPrice: cents(100), fundRules: { oneCoverPerPerson } };
      const given = { ...input, ...rules, organizationNumber };
      funds.push((await createCampaign(given, TEST_AUTHOR, api.deps.now())).campaign);
    }
    const [one, two] = funds as [(typeof funds)[0], (typeof funds)[0]];
    await aMembership({ campaign: one, primary, covered: members });
    const second = await aMembership({ campaign: two, primary: other.primary, covered: members.slice(1) });
    return { organizationNumber, below: below.organizationNumber, one, two, second, spouse: members[1] };
  }
  const doublesOf = async (campaignId: string, as: Account, query = '') => {
    await refresh(covers, { now: api.deps.now(), timeZone: 'UTC' });
    return api.get(`/v2/campaigns/${campaignId}/double-covers${query}`, as);
  };

  it('are listed for each fund with both memberships, and as a file', async () => {
    const { organizationNumber, one, two, second, spouse } = await twoFunds();
    const treasurer = await treasurerOf({ organizationNumber });
    for (const [first, other] of [
      [one, two],
      [two, one],
    ] as const) {
      const { body } = await doublesOf(first._id, treasurer);
      expect(body).toMatchObject({ results: 1, pages: 1 });
      expect(body.doubleCovers).toMatchObject([
        {
          member_id: spouse?._id,
          memberships: [{ campaignName: first.campaignName }, { campaignName: other.campaignName }],
        },
      ]);
    }
    const file = await doublesOf(one._id, treasurer, '.csv');
    expect(file.text).toMatch(
      /Name,Member Number,Membership of,Organization,Also in,Also Membership of,Other Organization\r\n/,
    );
    expect(file.text).toContain(`"${spouse?.lastNm}, ${spouse?.firstNm}",${spouse?.memberId},`);

    const manager = await anAccount({ role: 'manager', organizationNumber });
    const state = { _id: second._id, isActive: false };
    await api.request.post('/v2/membership').set(api.as(manager)).send(state).expect(200);
    expect((await doublesOf(one._id, treasurer)).body.results).toBe(0);
  });

  it('are all in a file, although some change while it is made', async () => {
    const { organizationNumber, one, second, spouse } = await twoFunds();
    const numbers = { organizationNumber, otherOrganizationNumber: organizationNumber };
    const both = { campaignMembershipId: second._id, otherMembershipId: second._id };
    const many = Array.from({ length: MANY }, (_, index) => ({
      ...{ ...numbers, ...both, _id: `many:${String(index).padStart(4, '0')}` },
      ...{ memberId: spouse?._id ?? '', campaignId: one._id },
    }));
    await writeDoubleCovers(many, []);
    let found = 0;
    for await (const _row of eachDoubleCover(one._id, undefined)) {
      if (found === 0) await writeDoubleCovers([], idsOf(many.slice(0, 50)));
      found += 1;
    }
    await writeDoubleCovers([], idsOf(many));
    expect(found).toBeGreaterThanOrEqual(MANY);
  });

  it('are listed once if both memberships are of one fund, and not if a fund may cover twice', async () => {
    const { organizationNumber, one, spouse } = await twoFunds();
    const treasurer = await treasurerOf({ organizationNumber });
    await aMembership({ campaign: one, primary: spouse });
    const { body } = await doublesOf(one._id, treasurer);
    expect(body.results).toBe(3);
    const free = await twoFunds(false);
    const theirs = await treasurerOf(free);
    expect((await doublesOf(free.one._id, theirs)).body.results).toBe(0);
  });

  it('are listed only if both memberships are in the user’s scope', async () => {
    const { below, two } = await twoFunds();
    const treasurer = await treasurerOf({ organizationNumber: below });
    const { status, body } = await doublesOf(two._id, treasurer);
    expect({ status, body }).toEqual({ status: 200, body: { results: 0, pages: 0, doubleCovers: [] } });
    const viewer = await anAccount({ role: 'viewer', organizationNumber: below });
    expect((await doublesOf(two._id, viewer)).status).toBe(403);
  });
});
