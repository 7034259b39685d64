import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, calendarDateOf, DAY_MS } from '@kinfold/domain/dates';
import { listenToCommands, type Command } from '../../../../test/commands.ts';
import {
  aCampaign,
  aDonation,
  aHousehold,
  aMembership,
  anAccount,
  anOrganization,
  aRun,
} from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';

let api: Api;
let organizationNumber: string;
let manager: Account;
let viewer: Account;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  organizationNumber = (await anOrganization()).organizationNumber;
  manager = await anAccount({ role: 'manager', organizationNumber });
  viewer = await anAccount({ role: 'viewer', organizationNumber });
});

const inWords = (date: Date) =>
  date.toLocaleDateString('en-US', { timeZone: 'UTC', year: 'numeric', month: 'long', day: 'numeric' });
const body = async (path: string, account = manager) => {
  const answer = await api.get(path, account);
  expect(answer.status, path).toBe(200);
  return answer.body;
};

let made = 0;
/** A couple with one membership, whose dues of $50.00 end in ten days. */
async function aFamily({
  lastNm = `Quill${(made += 1)}`,
  campaign,
}: { lastNm?: string; campaign?: string } = {}) {
  const { members, primary } = await aHousehold({
    organizationNumber,
    size: 2,
    primary: { firstNm: 'Ann', lastNm },
  });
  const fund = await aCampaign({ organizationNumber, ...(campaign && { campaignName: campaign }) });
  const membership = await aMembership({
    campaign: fund,
    primary,
    covered: members,
  });
  const endsInDays = Math.round((api.deps.now().getTime() - Date.now()) / DAY_MS) + 10;
  const run = await aRun({ campaign: fund, endsInDays });
  await aDonation({ membership, run });
  return { primary, spouse: members[1] ?? primary, membership, fund, run };
}

/** The covers of everything that says one of this family. */
async function coversOf(
  { primary, membership, fund }: Awaited<ReturnType<typeof aFamily>>,
  account: Account,
) {
  const term = encodeURIComponent(primary.lastNm);
  const [list, page, found, byReference, household, member] = await Promise.all([
    body(`/v2/members?searchTerm=${term}`, account),
    body(
      `/api/v1/organization/${organizationNumber}/members/page/1/size/20/?searchTerm=${primary.memberId}`,
      account,
    ),
    body(`/v2/search?q=${primary.memberId}`, account),
    body(`/v2/search?q=${encodeURIComponent(membership.externalRef ?? '')}`, account),
    body(`/api/v1/member/${primary._id}/household`, account),
    body(`/v2/members/${primary._id}`, account),
  ]);
  const mayRead = account !== viewer;
  const [whole, rows] = mayRead
    ? await Promise.all([
        body(`/v2/membership/${membership._id}`, account),
        body(`/v2/campaigns/${fund._id}/memberships`, account),
      ])
    : [undefined, undefined];
  const people = [list.members[0], page.members[0], found.members[0], member, household.members[0]];
  const ofMemberships = mayRead ? [byReference.memberships[0], rows.memberships[0], whole] : [];
  return [...people, household, ...ofMemberships, ...(whole?.members ?? [])].map(({ cover }) => cover);
}

describe('covered today', () => {
  it('is the same sentence in every list, and follows the dues', async () => {
    const family = await aFamily();
    const until = new Date(family.run.endDt);
    const soon = { isCovered: true, text: `Covered until ${inWords(until)}.`, isQuiet: false };
    for (const cover of await coversOf(family, manager))
      expect(cover).toEqual({ ...soon, until: until.toISOString() });
    api.advance(11 * DAY_MS);
    const lost = inWords(new Date(until.getTime() + 1)).replace(`, ${api.deps.now().getUTCFullYear()}`, '');
    for (const [account, mend] of [
      [manager, '$50.00 would bring it back.'],
      [viewer, 'Paying the dues would bring it back.'],
    ] as const) {
      const covers = await coversOf(family, account);
      expect(covers.length).toBeGreaterThan(5);
      for (const cover of covers)
        expect(cover).toEqual({
          isCovered: false,
          text: `Not covered since ${lost}. ${mend}`,
          until: null,
          isQuiet: false,
        });
    }
  });

  it('says of nobody in no fund, waiting or dead that they are covered', async () => {
    const { primary: alone } = await aHousehold({ organizationNumber });
    expect((await body(`/v2/members/${alone._id}`)).cover).toEqual({
      isCovered: null,
      text: 'Not in a funeral fund.',
      until: null,
      isQuiet: false,
    });
    const family = await aFamily();
    const day = addDays(calendarDateOf(api.deps.now(), 'UTC'), -1);
    const event = { event: 'death', deceasedDt: day };
    const { status } = await api.request
      .post(`/v2/members/${family.spouse._id}/life-events`)
      .set(api.as(manager))
      .send(event);
    expect(status).toBe(200);
    const { cover, members } = await body(`/api/v1/member/${family.primary._id}/household`);
    const died = members.find((one: { member_id: string }) => one.member_id === family.spouse._id);
    expect(died.cover).toMatchObject({ isCovered: false, text: `Died on ${inWords(new Date(day))}.` });
    // The household is that of the living.
    expect(cover).toMatchObject({ isCovered: true, isQuiet: true });
    const membership = await body(`/v2/membership/${family.membership._id}`);
    expect(membership.cover).toMatchObject({ isCovered: true, isQuiet: true });
  });

  it('gives a member their own amounts, and another payer’s none', async () => {
    const { primary, spouse } = await aFamily();
    api.advance(11 * DAY_MS);
    const own = await anAccount({ memberId: primary._id });
    const other = await anAccount({ memberId: spouse._id });
    expect((await body(`/v2/members/${primary._id}`, own)).cover.text).toContain('$50.00');
    expect((await body(`/v2/members/${spouse._id}`, other)).cover.text).toContain('Paying the dues');
  });

  it('counts an open campaign for nothing', async () => {
    const { primary } = await aHousehold({ organizationNumber });
    const campaign = await aCampaign({ organizationNumber, requiresMembership: false });
    const membership = await aMembership({ campaign, primary });
    expect((await body(`/v2/membership/${membership._id}`)).cover).toBeNull();
    expect((await body(`/v2/members/${primary._id}`)).cover.text).toBe('Not in a funeral fund.');
  });

  it.each(['members', 'search'])('asks as often for a page of many as for one: %s', async (what) => {
    const lastNm = `Zephyr${what}`;
    const path = what === 'search' ? `/v2/search?q=${lastNm}` : `/v2/members?searchTerm=${lastNm}`;
    const campaign = `Fund of ${what}`;
    await aFamily({ lastNm, campaign });
    const commands: Command[] = [];
    const stop = await listenToCommands(api, (command) => commands.push(command));
    const count = async () => {
      commands.length = 0;
      await body(path);
      return commands.length;
    };
    await count();
    const one = await count();
    for (let n = 0; n < 4; n += 1) await aFamily({ lastNm, campaign });
    const many = await count();
    stop();
    expect(many).toBeLessThanOrEqual(one + 1);
  });
});
