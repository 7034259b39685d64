import type { Cents } from '@kinfold/domain/money';
import { money } from '../lib/format.ts';

/** An amount in cents, in tabular figures. */
export function Money({ amount }: { amount: Cents }) {
  return <span className="money">{money(amount)}</span>;
}
