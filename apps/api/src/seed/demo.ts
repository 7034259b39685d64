/**
 * The demo data (README.md): the same every time, relative to today, all names invented, created through the services so
 * that it cannot break a rule.
 */
import { calendarDateOf, startOfDay } from '@kinfold/domain/dates';
import { commandAuthor } from '../platform/author.ts';
import { refresh } from '../work/projections.ts';
import { hashPassword } from '../platform/password.ts';
import type { Deps } from '../platform/deps.ts';
import { runTotals } from '../modules/funds/donations/run-figures.service.ts';
import { linkHousehold } from '../modules/people/households/linked-household.service.ts';
import type { MemberRecord } from '../modules/people/members/member.service.ts';
import { createUser, type NewUser, type User } from '../modules/identity/users/user.service.ts';
import { depositReceipts } from './deposits.ts';
import { recordOfflineReceipts } from '../modules/money/charges/offline-receipt.service.ts';
import { makeCampaigns } from './demo-campaigns.ts';
import { payByDemoCard, saveDemoCards } from './demo-cards.ts';
import { makeCommunity, type Community } from './demo-people.ts';

const AUTHOR = commandAuthor('admin@demo.test');
const PASSWORD = 'Demo1234';

/** Creates the accounts; returns that of the member with nothing due. */
async function makeAccounts(community: Community, now: Date): Promise<User> {
  // One hash for all: at the cost of real passwords, ten of them take seconds.
  const common = { passwordHash: await hashPassword(PASSWORD), isEmailConfirmed: true, now };
  const make = (account: { email: string } & Partial<NewUser>) =>
    createUser({ ...common, ...account }, AUTHOR);
  const staff = async (name: string, role: 'viewer' | 'treasurer' | 'manager') =>
    make({
      email: `${name}@demo.test`,
      organizationNumber: '1001',
      roles: [{ organizationNumber: '1001', role }],
    });
  const member = async (name: string, { _id, organizationNumber }: MemberRecord) =>
    make({ email: `${name}@demo.test`, memberId: _id, organizationNumber });
  const roles = [{ organizationNumber: '*', role: 'administrator' as const }];
  await make({ email: AUTHOR.email, organizationNumber: '1001', roles });
  await staff('manager', 'manager');
  await staff('treasurer', 'treasurer');
  await staff('viewer', 'viewer');
  await member('member', community.member.primary);
  await member('spouse', community.spouse);
  const paid = await member('paid', community.paid.primary);
  await member('stale', community.stale.primary);
  await make({ email: 'newcomer@demo.test' });
  await make({ email: 'unconfirmed@demo.test', isEmailConfirmed: false });
  return paid;
}

/** Creates all of it, relative to the day of `now`; `print` gets the progress. */
export async function makeDemo(deps: Deps, now: Date, print: (line: string) => void): Promise<void> {
  // The same all day long.
  const { TIME_ZONE } = deps.config;
  const today = startOfDay(calendarDateOf(now, TIME_ZONE), TIME_ZONE);
  print('Demo data: organizations and members …');
  const community = await makeCommunity(today);
  const { member, linked } = community;
  await linkHousehold({ memberId: member.primary._id, householdId: linked.household_id }, AUTHOR, today);
  print('Demo data: campaigns, memberships and dues …');
  const receipts = await makeCampaigns(community, today, deps.config);
  print(`Demo data: ${receipts.length} past payments …`);
  await recordOfflineReceipts(receipts, { now: () => today, checkpoint: () => undefined });
  await depositReceipts(receipts, today, TIME_ZONE);
  print('Demo data: accounts and cards …');
  const paid = await makeAccounts(community, today);
  const { _id, firstNm, lastNm } = member.primary;
  const holder = { memberId: _id, name: `${firstNm} ${lastNm}`, email: 'member@demo.test' };
  try {
    await saveDemoCards(deps, holder, today);
    const { _id: memberId, organizationNumber } = community.paid.primary;
    await payByDemoCard({ userId: paid._id, memberId, organizationNumber, email: paid.email }, deps);
  } catch (error) {
    // Everything else works without them.
    const why = error instanceof Error ? error.message : String(error);
    print(`Demo data: without cards, and what they would have paid: ${why}.`);
  }
  // The totals of the runs are counted by the workers of a server, or here.
  await refresh(runTotals, { now: today, timeZone: TIME_ZONE });
}
