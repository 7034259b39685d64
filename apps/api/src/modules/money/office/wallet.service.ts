/** What is missing to the wallets that the funds of a household ask for (rules.md "Credit"). */
import { calendarDateOf } from '@kinfold/domain/dates';
import { sumCents } from '@kinfold/domain/money';
import { creditAccount, creditedTo } from '@kinfold/domain/payment';
import { dormantDaysOf, topUpText, walletMinimumOf, walletSince } from '@kinfold/domain/wallet';
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
  const asking = memberships.flatMap((membership) => {
    const fund = campaigns.get(membership.campaignId);
    return fund?.fundRules.walletMinimum ? [{ ...membership, fund }] : [];
  });
  if (!asking.length) return undefined;
  const rules = asking.map(({ fund }) => fund.fundRules);
  const movements = (await creditEntriesOf(ids)).map((entry) => ({
    day: calendarDateOf(entry.entryDt, timeZone),
    amount: sumCents(ids.map((id) => creditedTo(creditAccount(id), [entry]))),
  }));
  const wallet = {
    minimum: walletMinimumOf(rules),
    dormantDays: dormantDaysOf(rules),
    movements,
    asked: calendarDateOf(walletSince(asking), timeZone),
  };
  return topUpText(wallet, calendarDateOf(now, timeZone), currency);
}
