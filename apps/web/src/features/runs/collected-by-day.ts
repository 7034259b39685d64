import { addDays, daysBetween } from '@kinfold/domain/dates';
import { cents, ZERO, type Cents } from '@kinfold/domain/money';
import type { RunFigures } from '@kinfold/domain/run-donations';

/** The amount paid on a day, and in total up to its end; in cents. */
export type CollectedDay = { day: string; amount: Cents; total: Cents };

/** Returns payments by day with the running sum, in the order of days. */
export function collectedByDay(days: RunFigures['days']): CollectedDay[] {
  let total = 0;
  return days
    .toSorted((one, other) => one.day.localeCompare(other.day))
    .map(({ day, amount }) => {
      total += amount;
      return { day, amount, total: cents(total) };
    });
}

/** The maximum number of days drawn one by one; more means a payment long after the run. */
const DRAWN_DAYS = 400;

/** Returns the same with the days without payments in between, because the chart is over time. */
export function withDaysBetween(days: readonly CollectedDay[]): readonly CollectedDay[] {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || daysBetween(new Date(first.day), new Date(last.day)) > DRAWN_DAYS) return days;
  const paid = new Map(days.map((one) => [one.day, one]));
  const all: CollectedDay[] = [];
  for (let { day } = first; day <= last.day; day = addDays(day, 1))
    all.push(paid.get(day) ?? { day, amount: ZERO, total: all.at(-1)?.total ?? ZERO });
  return all;
}
