import { type OpenDue } from '@kinfold/domain/campaign';
import { cents, sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import { dayOf } from '../../lib/format.ts';

/** What is due, in cents: by due date, earliest first, and late amounts of ended collections. */
export type DuesByDate = { late: Cents; dated: { by: Date; amount: Cents }[] };

/** Groups the open dues by due date. */
export function duesByDate(dues: readonly OpenDue[]): DuesByDate {
  const byDay = new Map<string, { by: Date; amount: Cents }>();
  for (const { endDt, balance, isLate } of dues) {
    if (isLate) continue;
    const day = dayOf(endDt);
    const part = byDay.get(day) ?? { by: endDt, amount: ZERO };
    byDay.set(day, { ...part, amount: cents(part.amount + balance) });
  }
  return {
    late: sumCents(dues.filter(({ isLate }) => isLate).map(({ balance }) => balance)),
    dated: [...byDay.values()].toSorted((a, b) => a.by.getTime() - b.by.getTime()),
  };
}
