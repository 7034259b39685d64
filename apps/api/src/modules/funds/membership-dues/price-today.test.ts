import { afterAll, beforeAll, expect, it } from 'vitest';
import { cents } from '@kinfold/domain/money';
import { aCampaign, aHousehold, aMembership, anAccount, anOrganization } from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { refresh } from '../../../work/projections.ts';
import { covers } from '../coverage/kept-cover.service.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const body = async (path: string, account: Account) => {
  const answer = await api.get(path, account);
  expect(answer.status, path).toBe(200);
  return answer.body;
};
const send = async (path: string, sent: object, account: Account) => {
  const answer = await api.request.post(path).set(api.as(account)).send(sent);
  expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300);
  return answer.body;
};

/** A couple and a child of ten in a fund with a price for children. */
async function aFamily() {
  const { organizationNumber } = await anOrganization();
  const campaign = await aCampaign({
    organizationNumber,
    priceRules: [{ label: 'Child', minAge: 0, maxAge: 17, price: cents(600) }],
    defaultPrice: cents(3000),
  });
  const { members } = await aHousehold({ organizationNumber, size: 3 });
  const [head, spouse, child] = members;
  if (!head || !spouse || !child) throw new Error('a household has three members');
  const manager = await anAccount({ role: 'manager', organizationNumber });
  const membership = await aMembership({ campaign, primary: head, covered: [spouse, child] });
  return { organizationNumber, campaign, head, child, manager, membership };
}
type Family = Awaited<ReturnType<typeof aFamily>>;

const work = () => refresh(covers, { now: api.deps.now(), timeZone: 'UTC' });
/** What the membership, its list and the staff home say of its price. */
async function saidOf({ campaign, manager, membership }: Family) {
  await work();
  const [whole, list, outdated, home] = await Promise.all([
    body(`/v2/membership/${membership._id}`, manager),
    body(`/v2/campaigns/${campaign._id}/memberships`, manager),
    body(`/v2/campaigns/${campaign._id}/memberships?price_outdated=true`, manager),
    body('/v2/staff/attention', manager),
  ]);
  expect(list.memberships[0].priceToday).toEqual(whole.priceToday);
  expect(outdated.results).toBe(whole.priceToday ? 1 : 0);
  expect(home.outdatedPrices?.count ?? 0).toBe(whole.priceToday ? 1 : 0);
  return whole;
}

it('a price keeps its rule, its day, and the age and relationship of that day', async () => {
  const family = await aFamily();
  const { members, priceToday } = await saidOf(family);
  const child = members.find((one: { member_id: string }) => one.member_id === family.child._id);
  expect(child).toMatchObject({
    price: 6,
    priceReason: 'Child: 0 to 17 years',
    priceFrom: { day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), relationship: 'Child' },
  });
  expect(priceToday).toBeUndefined();
});

it('a corrected birth date shows at once that today’s price differs, and a refresh ends it', async () => {
  const family = await aFamily();
  const { child, manager, membership } = family;
  await send('/v2/members', { _id: child._id, birthDt: '1990-01-01' }, manager);
  const said = await saidOf(family);
  expect(said.totalPrice).toBe(66);
  expect(said.priceToday).toEqual({ totalPrice: 90, since: null, text: 'Today it would be $90.00' });
  // The stored price is explained, not that of today.
  expect(said.members.at(-1).priceReason).toBe('Child: 0 to 17 years');
  await send(`/v2/membership/${membership._id}/refresh-price`, {}, manager);
  const refreshed = await saidOf(family);
  expect([refreshed.totalPrice, refreshed.priceToday]).toEqual([90, undefined]);
  expect(refreshed.members.at(-1).priceReason).toBe('Default price');
});

it('a birthday names its day', async () => {
  const family = await aFamily();
  const { child, manager, membership } = family;
  const year = api.deps.now().getUTCFullYear();
  const born = `${year - 18}-${new Date(api.deps.now().getTime() + 3 * 864e5).toISOString().slice(5, 10)}`;
  await send('/v2/members', { _id: child._id, birthDt: born }, manager);
  await send(`/v2/membership/${membership._id}/refresh-price`, {}, manager);
  expect((await saidOf(family)).priceToday).toBeUndefined();
  api.advance(4 * 864e5);
  const { priceToday } = await saidOf(family);
  expect(priceToday).toMatchObject({ totalPrice: 90, since: `${year}${born.slice(4)}` });
  expect(priceToday.text).toMatch(/^Since [A-Z][a-z]+ \d+ it would be \$90\.00$/);
});

it('one that waits says what it will cost, and one that is not active differs from nothing', async () => {
  const { campaign, manager, organizationNumber } = await aFamily();
  const { primary, members } = await aHousehold({ organizationNumber, size: 2 });
  const waiting = await aMembership({ campaign, primary, covered: members, isActive: null });
  const path = `/v2/membership/${waiting._id}`;
  expect(await body(path, manager)).toMatchObject({ totalPrice: 0, priceWhenActive: 60 });
  await send('/v2/membership', { _id: waiting._id, isActive: false }, manager);
  await send('/v2/members', { _id: primary._id, birthDt: '2015-01-01' }, manager);
  const ended = await body(path, manager);
  expect([ended.totalPrice, ended.priceToday, ended.priceWhenActive]).toEqual([0, undefined, undefined]);
});
