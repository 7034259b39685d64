import { depositLines, type Deposit } from '@kinfold/domain/deposit';
import { AmountTable } from '../../ui/amount-table.tsx';
import { Money } from '../../ui/money.tsx';

/** Says why a deposit is what it is: paid in, fees, what went back, and what was deposited. */
export function DepositLines({ items, label }: Pick<Deposit, 'items'> & { label: string }) {
  const lines = depositLines(items);
  return (
    <AmountTable label={label} columns={[{ head: 'What' }, { head: 'Amount', isAmount: true }]}>
      {lines.map(({ label: name, amount }) => (
        <tbody key={name}>
          <tr>
            <th scope="row" className="amount-name">
              {name}
            </th>
            <td className="amount-figure is-main">
              <Money amount={amount} />
            </td>
          </tr>
        </tbody>
      ))}
    </AmountTable>
  );
}
