/** What a death changes of memberships and dues, before it is written or told. */
import type { Cents } from '@kinfold/domain/money';
import type { findAllOfMembership } from '../../funds/donations/donation.service.ts';
import type { MemberRecord } from '../members/member.service.ts';
import type { TriedChange } from '../../funds/memberships/membership-change.service.ts';
import type { DeathRecord } from '../members/member.service.ts';

export type Donation = Awaited<ReturnType<typeof findAllOfMembership>>[number];

/** What becomes of a membership: `closes` where nobody living is left in it, or can pay. */
export type MembershipPlan = { tried: TriedChange; closes: boolean };

/** Unpaid dues that change; `amount` (cents) is what the deceased cost in them, below 0 where it is added again. */
export type DuePlan = { donation: Donation; amount: Cents; isRaised: boolean };

/** All that a death changes beside the household. */
export type DeathPlan = {
  memberId: string;
  payer: MemberRecord | undefined;
  memberships: MembershipPlan[];
  dues: DuePlan[];
  /** Dues made after the day that have a payment, or are being paid: the office refunds or credits. */
  paid: Donation[];
  /** All donations of those memberships. */
  donations: Donation[];
  record: DeathRecord | undefined;
};
