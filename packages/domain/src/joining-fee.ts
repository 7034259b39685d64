/**
 * The fee of a fund for joining (rules.md "Joining fee"): owed once, by a household when its membership begins, or for each
 * person with a price, also one who is added later. Who was in the fund before owes none. Amounts in cents.
 */
import { endOfDay, showDateInWords, type CalendarDate } from './dates.ts';
import type { CoveredPerson, MembershipState } from './membership-state.ts';
import { showMoney, sumCents, type Cents } from './money.ts';
import { addMonths, boundsOf, lastDayOf, monthName, monthOf } from './month.ts';
import { pluralOf } from './text.ts';

export const JOINING_FEE_PER = ['household', 'person'] as const;
export type JoiningFee = { amount: Cents; per: (typeof JOINING_FEE_PER)[number] };

/** What joining costs, and for whom. */
export type JoiningDue = { amount: Cents; members: { member_id: string; price: Cents }[] };

type Joined = Pick<MembershipState, 'isActive' | 'primaryMemberId' | 'members'>;

/** Whether a part of a membership has covered somebody: one that waits to be confirmed, or was declined, has not. */
export const hasBegun = ({ isActive, startDt, endDt, earlier = [] }: CoveredPerson): boolean =>
  earlier.length > 0 || (isActive !== null && startDt < endDt);

/** The people who begin to be covered with a change: by a membership that is active now, and never before in it. */
export function newcomersOf(before: Pick<Joined, 'members'> | undefined, after: Joined): CoveredPerson[] {
  if (after.isActive !== true) return [];
  const there = new Set(before?.members.filter(hasBegun).map(({ member_id }) => member_id));
  return after.members.filter(({ isActive, member_id }) => isActive === true && !there.has(member_id));
}

/** What a change makes owed as joining fee; `known` are people who were in the fund before, in another membership. */
export function joiningDue(
  fee: JoiningFee | undefined,
  before: Pick<Joined, 'members'> | undefined,
  after: Joined,
  known: ReadonlySet<string> = new Set(),
): JoiningDue | undefined {
  const newcomers = newcomersOf(before, after);
  if (!fee || !newcomers.length) return undefined;
  const { primaryMemberId } = after;
  const isHousehold = fee.per === 'household';
  const begins = !before?.members.some(hasBegun) && !known.has(primaryMemberId);
  const charged = isHousehold
    ? begins
      ? [primaryMemberId]
      : []
    : newcomers.filter((one) => one.price > 0 && !known.has(one.member_id)).map((one) => one.member_id);
  if (!charged.length) return undefined;
  const members = charged.map((member_id) => ({ member_id, price: fee.amount }));
  return { amount: sumCents(members.map(({ price }) => price)), members };
}

/** The month in which a fee becomes owed: its first instant, the end of the next month, by which it is paid, and its run. */
export function joiningMonth(now: Date, timeZone: string) {
  const month = monthOf(now, timeZone);
  const lastDay = lastDayOf(addMonths(month, 1));
  return {
    name: `Joining fees, ${monthName(month)}`,
    startDt: boundsOf(month, timeZone).from,
    endDt: endOfDay(lastDay, timeZone),
    lastDay,
  };
}

/** The rule as a sentence: 'To join costs $75.00 once, for each person with a price.' */
export const joiningFeeText = ({ amount, per }: JoiningFee, currency: string): string =>
  `To join costs ${showMoney(amount, currency)} once, for each ${per === 'household' ? 'household' : 'person with a price'}.`;

/** What changes of `count` memberships make owed: 'A joining fee of $75.00 is owed once, by December 31, 2026.' */
export const joiningDueText = (amount: Cents, lastDay: CalendarDate, currency: string, count = 1): string =>
  pluralOf(
    count,
    'A joining fee of {amount} is owed once, by {day}.',
    'Joining fees of {amount} in all are owed once, for # memberships, by {day}.',
    { amount: showMoney(amount, currency), day: showDateInWords(lastDay) },
  );
