/** What decides about autopay of a member: their sign-in, the membership, its cover, and the dues. */
import { cardAmountProblem, paymentFigures } from '@kinfold/domain/payment';
import { payableBalance } from '@kinfold/domain/donation';
import type { AutopayEnd } from '@kinfold/domain/autopay';
import { showMoney, type Cents } from '@kinfold/domain/money';
import type { Config } from '../../../platform/config.ts';
import { memberCoverage } from '../../funds/coverage/coverage.service.ts';
import { findPayableDonations, type OwedDonation } from '../../funds/donations/donation.service.ts';
import {
  findMembershipOfPrimary,
  type MembershipRecord,
} from '../../funds/memberships/membership.service.ts';
import { findUserOfMember, type User } from '../../identity/users/user.service.ts';
import { findMembers, type MemberRecord } from '../../people/members/member.service.ts';
import type { AutopayRecord } from '../cards/autopay.service.ts';

/** Some dues, what a card is charged for them, and whether they are for a person who has died. */
export type FactsOfDue = { donation: OwedDonation; amount: Cents; total: Cents; isForDeceased: boolean };

export type Facts = { member: MemberRecord; user: User; membership: MembershipRecord; dues: FactsOfDue[] };

/** What decides now about autopay of a living member; or why it ends. */
export async function factsOf(
  { memberId, campaignId }: Pick<AutopayRecord, 'memberId' | 'campaignId'>,
  member: MemberRecord,
  now: Date,
): Promise<Facts | AutopayEnd> {
  const [user, membership] = await Promise.all([
    findUserOfMember(memberId),
    findMembershipOfPrimary(campaignId, memberId),
  ]);
  if (!user || user.endedDt) return 'unlinked';
  if (!membership || membership.isActive === false) return 'membership_ended';
  return { member, user, membership, dues: await duesOf(memberId, campaignId, now) };
}

/** The payable dues of a member in a fund, those first that are to be paid first; without those that are too small for a card. */
async function duesOf(memberId: string, campaignId: string, now: Date): Promise<FactsOfDue[]> {
  const found = await findPayableDonations([memberId], { campaignId }, now);
  const charged = ({ members }: OwedDonation) =>
    (members ?? [{ member_id: memberId }]).map(({ member_id }) => member_id);
  const people = await findMembers([...new Set(found.flatMap(charged))]);
  const dead = new Set(people.filter(({ deceasedDt }) => deceasedDt !== null).map(({ _id }) => _id));
  return found
    .toSorted((a, b) => a.run.endDt.getTime() - b.run.endDt.getTime())
    .flatMap((donation): FactsOfDue | [] => {
      const amount = payableBalance(donation, now);
      if (cardAmountProblem(amount, [], (one) => showMoney(one))) return [];
      const { total } = paymentFigures([{ amount }]);
      return { donation, amount, total, isForDeceased: charged(donation).some((id) => dead.has(id)) };
    });
}

/** Whether a membership covers anybody now. */
export async function isCovering(
  { member, membership }: Pick<Facts, 'member' | 'membership'>,
  { CURRENCY, TIME_ZONE }: Pick<Config, 'CURRENCY' | 'TIME_ZONE'>,
  now: Date,
): Promise<boolean> {
  const reader = { isReader: true, mayReadMoneyOf: async () => false };
  const shown = { currency: CURRENCY, timeZone: TIME_ZONE };
  const { people } = await memberCoverage(member, reader, shown, now);
  return people.some((one) => one.campaignMembershipId === membership._id && one.isCovered === true);
}
