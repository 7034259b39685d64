/** What is missing to the wallets that the funds of a household ask for (rules.md "Credit"). */
import { sumCents } from '@kinfold/domain/money';
import { topUpText, walletMinimumOf } from '@kinfold/domain/wallet';
import { campaignsOf, findMembershipsCoveringAny } from '../../funds/memberships/membership.service.ts';
import type { MemberRecord } from '../../people/members/member.service.ts';
import { creditsOf } from '../ledger/credit-entries.service.ts';
import { householdOf } from './credit.service.ts';

/** Asks the household of a member for what is missing; undefined where nothing is, or no fund of theirs has wallets. */
export async function topUpOf(member: MemberRecord, currency: string): Promise<string | undefined> {
  const ids = (await householdOf(member)).map(({ _id }) => _id);
  const memberships = (await findMembershipsCoveringAny(ids)).filter(
    ({ isActive, primaryMemberId }) => isActive && ids.includes(primaryMemberId),
  );
  const campaigns = await campaignsOf(memberships);
  const minimum = walletMinimumOf(
    memberships.map(({ campaignId }) => campaigns.get(campaignId)?.fundRules ?? {}),
  );
  return minimum > 0 ? topUpText(minimum, sumCents((await creditsOf(ids)).values()), currency) : undefined;
}
