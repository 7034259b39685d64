/** What is missing to the wallets that the funds of a household ask for (rules.md "Credit"). */
import { calendarDateOf } from '@kinfold/domain/dates';
import { sumCents, ZERO } from '@kinfold/domain/money';
import { creditAccount, creditedTo } from '@kinfold/domain/payment';
import { dormantDaysOf, topUpText, walletMinimumOf } from '@kinfold/domain/wallet';
import { campaignsOf, findMembershipsCoveringAny } from '../../funds/memberships/membership.service.ts';
import type { MemberRecord } from '../../people/members/member.service.ts';
import { creditEntriesOf } from '../ledger/credit-entries.service.ts';
import { householdOf } from './credit.service.ts';

/** Asks the household of a member for what is missing; undefined where nothing is, or no fund of theirs has wallets. */
export async function topUpOf(
  member: MemberRecord,
  { now, timeZone, currency }: { now: Date; timeZone: string; currency: string },
): Promise<string | undefined> {
  const ids = (await householdOf(member)).map(({ _id }) => _id);
  const memberships = (await findMembershipsCoveringAny(ids)).filter(
    ({ isActive, primaryMemberId }) => isActive && ids.includes(primaryMemberId),
  );
  const campaigns = await campaignsOf(memberships);
  const rulesOf = ({ campaignId }: (typeof memberships)[number]) =>
    campaigns.get(campaignId)?.fundRules ?? {};
  const funds = memberships.map(rulesOf);
  const minimum = walletMinimumOf(funds);
  if (minimum === ZERO) return undefined;
  const started = memberships
    .filter((membership) => rulesOf(membership).walletMinimum)
    .flatMap(({ members }) => members.map(({ startDt }) => startDt.getTime()));
  const movements = (await creditEntriesOf(ids)).map((entry) => ({
    day: calendarDateOf(entry.entryDt, timeZone),
    amount: sumCents(ids.map((id) => creditedTo(creditAccount(id), [entry]))),
  }));
  const joined = calendarDateOf(new Date(Math.min(...started)), timeZone);
  const wallet = { minimum, dormantDays: dormantDaysOf(funds), movements, joined };
  return topUpText(wallet, calendarDateOf(now, timeZone), currency);
}
