import { lateBalance, owedOf, payableBalance, type Donation } from '@kinfold/domain/donation';
import { calendarDateOf } from '@kinfold/domain/dates';
import { cents, sumCents, ZERO, type Cents } from '@kinfold/domain/money';

/** What is due, by when: cents by date, earliest first, and what ended collections left open. */
export type DueParts = { total: Cents; late: Cents; dated: { by: Date; amount: Cents }[] };

/** Splits what is payable of some donations by the day until which it is due. */
export function dueParts(donations: readonly Donation[], now: Date): DueParts {
  const byDay = new Map<string, { by: Date; amount: Cents }>();
  let late = ZERO;
  for (const donation of donations) {
    const owed = owedOf(donation);
    const lateHere = lateBalance(owed, now);
    late = cents(late + lateHere);
    const current = cents(payableBalance(owed, now) - lateHere);
    if (current === 0) continue;
    const day = calendarDateOf(donation.runEndDt);
    const part = byDay.get(day) ?? { by: donation.runEndDt, amount: ZERO };
    byDay.set(day, { ...part, amount: cents(part.amount + current) });
  }
  const dated = [...byDay.values()].toSorted((a, b) => a.by.getTime() - b.by.getTime());
  return { total: cents(late + sumCents(dated.map((part) => part.amount))), late, dated };
}
