/**
 * What the list of payments of organizations counts and sums (rules.md "What is owed, and when"): a fold of ledger
 * entries by organization, kept by month. Amounts are integer cents.
 */
import { addDays, type CalendarDate } from './dates.ts';
import { isGoingBack } from './fund.ts';
import { addMonths, type Month } from './month.ts';
import { methodOf, type PaymentMethod } from './month-figures.ts';
import { cents, sumCents, ZERO, type Cents } from './money.ts';
import { FEE_ACCOUNT, type Posting } from './payment.ts';

/**
 * What payments by one method are to the list of an organization: they are counted there unless one of `unless`, which
 * counts the same ones, is in the list too. `received` and `wentBack` are the organization's own part.
 */
export type Listed = {
  method: PaymentMethod;
  unless: string[];
  count: number;
  received: Cents;
  wentBack: Cents;
  fees: Cents;
};

type Entry = { _id: string; kind: string; postings: readonly Posting[] };

const ASSIGNED = /^(?:reversed:)?assigned:/;
const isUnknown = ({ account }: Posting) => account.startsWith('unknown:');

/** What an organization got by postings; negative where it went back. */
export const partOf = (postings: readonly Posting[], isOwn: (organizationNumber: string) => boolean): Cents =>
  cents(
    0 -
      sumCents(
        postings
          .filter(({ organizationNumber }) => organizationNumber !== undefined && isOwn(organizationNumber))
          .map(({ amount }) => amount),
      ),
  );

/** What an entry is to the list of an organization; `back` are the refunds and disputes of it. */
export function listedBy(
  entry: Entry,
  organizationNumber: string,
  back: readonly Entry[],
): Listed | undefined {
  const method = methodOf(entry.kind);
  if (!method) return undefined;
  const isOwn = (number: string) => number === organizationNumber;
  const numbers = new Set(entry.postings.flatMap((posting) => posting.organizationNumber ?? []));
  const holder = ASSIGNED.test(entry._id) ? entry.postings.find(isUnknown)?.organizationNumber : undefined;
  const before = [...numbers].filter((number) => number < organizationNumber || number === holder);
  const isCounted = holder !== organizationNumber;
  const fees = entry.postings.filter(({ account }) => account === FEE_ACCOUNT);
  return {
    method,
    unless: isCounted ? before.toSorted() : [],
    count: isCounted ? 1 : 0,
    received: partOf(entry.postings, isOwn),
    wentBack: sumCents(back.filter(isGoingBack).map(({ postings }) => cents(0 - partOf(postings, isOwn)))),
    fees: isCounted ? cents(0 - sumCents(fees.map(({ amount }) => amount))) : ZERO,
  };
}

/** Adds up what may be added up, in a fixed order. */
export function sumListed(all: readonly Listed[]): Listed[] {
  const sums = new Map<string, Listed>();
  for (const one of all) {
    const key = [one.method, ...one.unless].join('\n');
    const { count, received, wentBack, fees } = sums.get(key) ?? { ...one, count: 0, ...NOTHING };
    sums.set(key, {
      ...one,
      count: count + one.count,
      received: cents(received + one.received),
      wentBack: cents(wentBack + one.wentBack),
      fees: cents(fees + one.fees),
    });
  }
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

const NOTHING = { received: ZERO, wentBack: ZERO, fees: ZERO };

/** The number of the payments in a list of some organizations, and their sums. */
export function totalsOf(all: readonly Listed[], isOwn: (organizationNumber: string) => boolean) {
  const counted = all.filter(({ unless }) => !unless.some(isOwn));
  return {
    count: counted.reduce((sum, { count }) => sum + count, 0),
    received: sumCents(all.map(({ received }) => received)),
    refunded: sumCents(all.map(({ wentBack }) => wentBack)),
    fees: sumCents(counted.map(({ fees }) => fees)),
  };
}

/** What takes something out of a list again. */
export const opposite = (one: Listed): Listed => ({
  ...one,
  count: -one.count,
  received: cents(0 - one.received),
  wentBack: cents(0 - one.wentBack),
  fees: cents(0 - one.fees),
});

type Days = { from?: string | undefined; to?: string | undefined };

/** The whole months between two days, the last one excluded, and the days that are in no whole month. */
export function monthsBetween(
  { from, to }: Days,
  today: CalendarDate,
): { whole?: { from?: Month | undefined; before?: Month | undefined }; days: Days[] } {
  const isUpToToday = !to || to >= today;
  const first = (month: Month) => `${month}-01`;
  const monthIn = (day: string) => day.slice(0, 7) as Month;
  const begins = from && (from === first(monthIn(from)) ? monthIn(from) : addMonths(monthIn(from), 1));
  const ends = isUpToToday ? undefined : monthIn(addDays(to as CalendarDate, 1));
  const days: Days[] = [];
  if (begins && begins >= (ends ?? addMonths(monthIn(today), 1))) return { days: [{ from, to }] };
  const dayBefore = (month: Month) => addDays(first(month) as CalendarDate, -1);
  if (from && begins && from !== first(begins)) days.push({ from, to: dayBefore(begins) });
  if (to && ends && addDays(to as CalendarDate, 1) !== first(ends)) days.push({ from: first(ends), to });
  return { whole: { from: begins || undefined, before: ends }, days };
}
