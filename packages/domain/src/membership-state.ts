/** A campaign membership as the rules see it: whom it covers, who pays, and what of both is over. */
import type { Cents } from './money.ts';

/**
 * A time of somebody's part that is over. A part that goes on with another waiver or price by hand keeps its `startDt`,
 * from which waiting times count, and the next interval of it begins at `endDt`.
 */
export type EarlierTime = {
  startDt: Date;
  endDt: Date;
  /** In cents; null where the rules decided. */
  priceOverride: Cents | null;
  isWaitingWaived?: true;
};

/** Who paid before, until `endDt`: since the payer before them, the first one since the membership was made. */
type EarlierPayer = { member_id: string; endDt: Date };

/** A covered person of a membership; prices in cents. */
export type CoveredPerson = {
  _id: string;
  member_id: string;
  price: Cents;
  /** Set by hand; null where the rules decide. */
  priceOverride: Cents | null;
  startDt: Date;
  endDt: Date;
  isActive: boolean | null;
  isWaitingWaived?: true;
  /** Why the part ended: `died` where a death ended it, at the end of its day. */
  endReason?: 'died';
  /** Times of this part that are over, oldest first: added, and never changed (`membership-times.ts`). */
  earlier?: readonly EarlierTime[];
};

/** A membership as the rules see it. */
export type MembershipState = {
  primaryMemberId: string;
  isActive: boolean | null;
  activeDt: Date | null;
  totalPrice: Cents;
  members: readonly CoveredPerson[];
  /** Who paid before the primary member, oldest first: added, and never changed (`membership-times.ts`). */
  payers?: readonly EarlierPayer[] | undefined;
};
