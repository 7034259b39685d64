import { depositLines, type Deposit } from '@kinfold/domain/deposit';
import { AmountLines } from '../../ui/amount-table.tsx';

/** Says why a deposit is what it is: paid in, fees, what went back, and what was deposited. */
export function DepositLines({ items, label }: Pick<Deposit, 'items'> & { label: string }) {
  const lines = depositLines(items).map(({ label: name, amount }) => [name, amount] as const);
  return <AmountLines label={label} lines={lines} />;
}
