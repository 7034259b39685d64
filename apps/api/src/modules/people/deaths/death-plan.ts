/** What a death changes of memberships and dues, before it is written or told. */
import type { DeathEvent } from '@kinfold/domain/life-event';
import { cents, sumCents, type Cents } from '@kinfold/domain/money';
import type { findAllOfMembership } from '../../funds/donations/donation.service.ts';
import type { MemberRecord } from '../members/member.service.ts';
import type { MembershipRecord } from '../../funds/memberships/membership.service.ts';
import type { TriedChange } from '../../funds/memberships/membership-change.service.ts';
import type { Clock } from '../../funds/memberships/membership-change.service.ts';
import type { HouseholdChange, HouseholdVersion } from '../households/household-change.service.ts';
import type { InScope } from '../../../platform/scopes.ts';
import type { DeathRecord } from '../members/member.service.ts';

export type Donation = Awaited<ReturnType<typeof findAllOfMembership>>[number];

/** The change of a membership: `closes` where no living member is left in it, or none can pay. */
export type MembershipPlan = { tried: TriedChange; closes: boolean };

/**
 * Unpaid dues that change; `amount` (cents) is the share that is taken out of them or, `isRaised`, added again; `parts`:
 * whose it was; `loweredBy`: by whose death, where it is another one.
 */
export type DuePlan = {
  donation: Donation;
  amount: Cents;
  isRaised: boolean;
  parts?: DeathRecord['dues'][number]['parts'];
  loweredBy?: string;
  /** The prices of the others that the death had changed, as they are again; null for whom it had added. */
  others?: readonly { member_id: string; price: Cents | null }[];
};

/** All that a death changes besides the household. */
export type DeathPlan = {
  memberId: string;
  payer: MemberRecord | undefined;
  memberships: MembershipPlan[];
  /** Every membership that covers the deceased, changed by this entry or not; `closes`: the death ended it whole. */
  covering: { before: MembershipRecord; closes: boolean }[];
  dues: DuePlan[];
  /** Dues made after the day that have a payment, or are being paid: the office refunds or credits. */
  paid: Donation[];
  /** All donations of those memberships. */
  donations: Donation[];
  record: DeathRecord | undefined;
  /** The claims of the death, where it was entered before. */
  claims: readonly { _id: string; campaignId: string }[];
};

export type DeathForm = DeathEvent;

/** What a death is entered with: `change` is that of the household; `read` the version of it that was looked at. */
export type DeathAsked = {
  member: MemberRecord;
  form: DeathForm;
  change: HouseholdChange;
  isInScope: InScope;
  clock: Clock;
  currency: string;
  read?: HouseholdVersion;
};

/** Whether what is entered takes a death back. */
export const isUndo = ({ undo, deceasedDt }: DeathForm) => undo === true || deceasedDt === null;

const sumOf = (parts: readonly { price: Cents }[]) => sumCents(parts.map(({ price }) => price));

/** Dues as they become: without the deceased, or with them again. */
export function newDue({ donation, amount, isRaised, parts, others: again = [] }: DuePlan, memberId: string) {
  const { _id, minAmountDue, members } = donation;
  const others = (members ?? []).filter(({ member_id }) => member_id !== memberId);
  if (isRaised) {
    const left = others.flatMap((part) => {
      const found = again.find(({ member_id }) => member_id === part.member_id);
      if (!found) return part;
      return found.price === null ? [] : { ...part, price: found.price };
    });
    return {
      _id,
      minAmountDue: cents(minAmountDue + amount + sumOf(left) - sumOf(others)),
      members: [...left, ...(parts ?? (amount > 0 ? [{ member_id: memberId, price: amount }] : []))],
    };
  }
  const left = cents(minAmountDue - amount);
  // Of a household's share the last death takes out the parts of those who died before, too.
  return { _id, minAmountDue: left, members: others.filter(({ price }) => left > 0 || price === 0) };
}

/** Whom dues that are lowered are for no more. */
export function partsLost(due: DuePlan, memberId: string): DeathRecord['dues'][number]['parts'] {
  const kept = newDue(due, memberId).members.map(({ member_id }) => member_id);
  return (due.donation.members ?? []).filter(({ member_id }) => !kept.includes(member_id));
}
