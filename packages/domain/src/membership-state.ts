/** A campaign membership as the rules see it: whom it covers, who pays, and past intervals of both. */
import type { CalendarDate } from './dates.ts';
import type { Cents } from './money.ts';

/**
 * A past interval of a person's part. A part that continues with another waiver or price by hand keeps its `startDt`,
 * from which waiting times count, and its next interval begins at `endDt`.
 */
export type EarlierTime = {
  startDt: Date;
  endDt: Date;
  /** In cents; null if the rules decided. */
  priceOverride: Cents | null;
  isWaitingWaived?: true;
};

/**
 * A former payer, until `endDt`: from the end of the payer before them, the first one from when the membership was
 * made.
 */
type EarlierPayer = { member_id: string; endDt: Date };

/** What a price was made of: the rule in words, the day, and the age (null: not known) and relationship of that day. */
export type PriceOrigin = { rule: string; day: CalendarDate; age: number | null; relationship: string };

/** A covered person of a membership; prices in cents. */
export type CoveredPerson = {
  _id: string;
  member_id: string;
  price: Cents;
  /** Missing where a price is older than this was kept. */
  priceFrom?: PriceOrigin;
  /** Set by hand; null if the rules decide. */
  priceOverride: Cents | null;
  startDt: Date;
  endDt: Date;
  isActive: boolean | null;
  isWaitingWaived?: true;
  /** Why the part ended: `died` if a death ended it, at the end of its day. */
  endReason?: 'died';
  /** Past intervals of this part, oldest first: appended, and never changed (`membership-times.ts`). */
  earlier?: readonly EarlierTime[];
};

/** A membership as the rules see it. */
export type MembershipState = {
  primaryMemberId: string;
  isActive: boolean | null;
  activeDt: Date | null;
  totalPrice: Cents;
  members: readonly CoveredPerson[];
  /** Payers before the primary member, oldest first: appended, and never changed (`membership-times.ts`). */
  payers?: readonly EarlierPayer[] | undefined;
};
