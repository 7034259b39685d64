import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type Account, type Api } from '../../test/harness.ts';
import { DEMO_LOCK } from '../modules/operations/health/demo-state.service.ts';
import { lock } from '../work/leases.ts';
import { collection } from '../platform/database.ts';
import { verify } from '../modules/operations/verification/verification.service.ts';
import { thoroughChecks } from '../platform/verification.ts';
import { findUnlinkedMatches } from '../modules/people/members/member.service.ts';
import { makeDemoOnce } from './demo-once.ts';
import { makeVolume } from './volume.ts';

let api: Api;
const printed: string[] = [];
const print = (line: string) => void printed.push(line);

beforeAll(async () => {
  api = await startApi();
  await makeDemoOnce(api.deps, print);
});
afterAll(() => api.stop());

type Stored = { _id: { toHexString(): string }; email: string; memberId?: { toHexString(): string } };

async function accountOf(name: string): Promise<Account> {
  const user = await collection<Stored>('users').findOne({ email: `${name}@demo.test` });
  if (!user) throw new Error(`there is no ${name}@demo.test`);
  return {
    userId: user._id.toHexString(),
    memberId: user.memberId?.toHexString() ?? null,
    email: user.email,
  };
}
const get = async (path: string, account: Account) => (await api.request.get(path).set(api.as(account))).body;

describe('the demo data', () => {
  it('signs everybody in as README.md says', async () => {
    const signIn = (name: string) =>
      api.request
        .post('/v2/token')
        .type('form')
        .send({ username: `${name}@demo.test`, password: 'Demo1234' });
    for (const name of [
      'admin',
      'manager',
      'treasurer',
      'viewer',
      'member',
      'spouse',
      'paid',
      'newcomer',
      'stale',
    ])
      expect((await signIn(name)).status, name).toBe(200);
    expect((await signIn('unconfirmed')).body.code).toBe('email_not_verified');
  });

  it('gives the member an active run with dues, an ended one in part unpaid, and paid ones', async () => {
    const account = await accountOf('member');
    const member = await get(`/v2/members/${account.memberId}`, account);
    expect(member).toMatchObject({ memberId: 'M-000001', campaignMembership: [{}, {}] });
    const household = await get(`/api/v1/member/${account.memberId}/household`, account);
    expect(household.members).toHaveLength(4);
    const campaigns = await get(`/v2/members/${account.memberId}/campaigns`, account);
    expect(
      campaigns.map(
        (campaign: { currentCampaignRunsBalance: number }) => campaign.currentCampaignRunsBalance,
      ),
    ).toEqual([68.6, 0]);
    const { donations } = await get('/v2/my/donations?page_size=100', account);
    const states = donations.map((donation: { runStatus: string; payableBalance: number }) => [
      donation.runStatus,
      donation.payableBalance,
    ]);
    expect(states).toEqual([
      ['active', 49],
      ['paused', 0],
      ['active', 0],
      ['ended', 19.6],
      ['ended', 0],
      ['ended', 0],
    ]);
    const linked = await get(`/v2/members/${account.memberId}/linked-members`, account);
    expect(linked).toMatchObject([{ outstandingBalance: 48.5 }]);
    const cards = await get(`/api/v1/member/${account.memberId}/cards`, account);
    expect(cards.map((card: { isExpired: boolean }) => card.isExpired)).toEqual([false, true]);
  });

  it('has one with nothing due, one with an old address, one to be linked', async () => {
    const paid = await accountOf('paid');
    const campaigns = await get(`/v2/members/${paid.memberId}/campaigns`, paid);
    expect(campaigns).toMatchObject([
      { requiresMembership: true, currentCampaignRunsBalance: 0, hasPausedDues: false },
      { requiresMembership: false, currentCampaignRunsBalance: 0, takesGifts: true },
    ]);
    const stale = await accountOf('stale');
    const { address } = await get(`/v2/members/${stale.memberId}`, stale);
    const days = (api.deps.now().getTime() - Date.parse(address.modifiedDt)) / 86_400_000;
    expect(Math.floor(days)).toBe(90);
    const found = await findUnlinkedMatches({ lastNm: 'Rivera', birthDt: '1985-03-14', phoneLast4: '0142' });
    expect(found).toHaveLength(1);
    expect((await accountOf('newcomer')).memberId).toBeNull();
  });

  it('has a spouse whom the member’s memberships cover', async () => {
    const [spouse, member] = [await accountOf('spouse'), await accountOf('member')];
    expect(await get(`/v2/members/${spouse.memberId}/campaigns`, spouse)).toEqual([]);
    const { people } = await get(`/v2/members/${spouse.memberId}/coverage`, spouse);
    const own = people.filter((person: { member_id: string }) => person.member_id === spouse.memberId);
    expect(own).toMatchObject([
      { isPrimary: false, primaryMemberId: member.memberId, primaryMemberName: 'Miriam Holloway' },
      { isPrimary: false, primaryMemberId: member.memberId, isCovered: true },
    ]);
  });

  it('has 60 memberships, some inactive or unknown, and books that agree', async () => {
    const memberships = collection('campaign_memberships');
    expect(await memberships.countDocuments()).toBe(60);
    for (const isActive of [false, null])
      expect(await memberships.countDocuments({ isActive })).toBeGreaterThan(2);
    const report = await verify(thoroughChecks({ doesRepair: false, now: api.deps.now() }));
    expect(report.problems).toEqual([]);
    expect(report.checked['entries']).toBeGreaterThan(80);
  });

  it('hides the second tree from the first one’s staff', async () => {
    const manager = await accountOf('manager');
    const path = (number: string) => api.request.get(`/v2/organizations/${number}`).set(api.as(manager));
    expect((await path('1004')).body).toMatchObject({
      parentOrganization: '1002',
      membersCnt: expect.any(Number),
    });
    expect((await path('2002')).status).toBe(403);
    const other = await collection('members').findOne({ organizationNumber: '2001' });
    const answer = await api.request.get(`/v2/members/${other?._id.toString()}`).set(api.as(manager));
    expect(answer.status).toBe(404);
  });

  it('is loaded once, and again when loading it was interrupted', async () => {
    await makeDemoOnce(api.deps, print);
    expect(printed.at(-1)).toContain('nothing to do');
    await lock(DEMO_LOCK);
    await makeDemoOnce(api.deps, print);
    expect(await collection('campaign_memberships').countDocuments()).toBe(60);
    expect(await collection('users').countDocuments()).toBe(10);
  });
});

describe('data in volume', () => {
  it('has as many members as asked for, beside what is there, and books that agree', async () => {
    const before = await collection('members').countDocuments();
    await makeVolume({ members: 60, seed: 7 }, api.deps.now(), api.deps.config, print);
    expect((await collection('members').countDocuments()) - before).toBe(60);
    await makeVolume({ members: 60, seed: 7 }, api.deps.now(), api.deps.config, print);
    expect(printed.at(-1)).toContain('nothing to do');
    const report = await verify(thoroughChecks({ doesRepair: false, now: api.deps.now() }));
    expect(report.problems).toEqual([]);
  });
});
