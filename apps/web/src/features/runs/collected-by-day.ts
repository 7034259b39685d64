import { cents, type Cents } from '@kinfold/domain/money';
import type { RunFigures } from '@kinfold/domain/run-donations';

/** What was paid on a day, and up to its end; in cents. */
export type CollectedDay = { day: string; amount: Cents; total: Cents };

/** Payments by day with the running sum, in the order of days. */
export function collectedByDay(days: RunFigures['days']): CollectedDay[] {
  let total = 0;
  return days
    .toSorted((one, other) => one.day.localeCompare(other.day))
    .map(({ day, amount }) => {
      total += amount;
      return { day, amount, total: cents(total) };
    });
}
