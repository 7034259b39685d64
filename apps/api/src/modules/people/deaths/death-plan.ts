/** A plan of what a death changes in memberships and dues, before it is written or shown. */
import type { Cents } from '@kinfold/domain/money';
import type { findAllOfMembership } from '../../funds/donations/donation.service.ts';
import type { MemberRecord } from '../members/member.service.ts';
import type { TriedChange } from '../../funds/memberships/membership-change.service.ts';
import type { DeathRecord } from '../members/member.service.ts';

export type Donation = Awaited<ReturnType<typeof findAllOfMembership>>[number];

/** The change of a membership: `closes` where no living member is left in it, or none can pay. */
export type MembershipPlan = { tried: TriedChange; closes: boolean };

/** Unpaid dues that change; `amount` (cents) is the deceased's share of them, below 0 where it is added again. */
export type DuePlan = { donation: Donation; amount: Cents; isRaised: boolean };

/** All that a death changes besides the household. */
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
