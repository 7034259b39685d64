import type { Cents } from '@kinfold/domain/money';
import { money } from '../lib/format.ts';

/** An amount in cents, in figures of equal width. */
export function Money({ amount }: { amount: Cents }) {
  return <span className="money">{money(amount)}</span>;
}
