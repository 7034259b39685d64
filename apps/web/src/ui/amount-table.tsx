import type { Cents } from '@kinfold/domain/money';
import type { ReactNode } from 'react';
import '../theme/amount-table.scss';
import { Money } from './money.tsx';

type Column = { head: string; isAmount?: boolean };

/**
 * A list with amounts: a table with the amounts on the right, or two lines a row where there is no room for a table.
 * The cells of a row (`tr`) have the classes `amount-name`, `amount-figure` (`is-main` in the first line),
 * `amount-note`, `amount-status`; `amount-wide` is shown only in the table; `amount-more` is a row below.
 */
export function AmountTable({
  label,
  columns,
  isDense = false,
  children,
}: {
  label: string;
  columns: readonly Column[];
  /** For long lists: many rows in sight. */
  isDense?: boolean;
  /** Each row in a `tbody` of its own. */
  children: ReactNode;
}) {
  return (
    <div className="amount-frame">
      <table className={isDense ? 'amount-table is-dense' : 'amount-table'} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ head, isAmount }) => (
              <th key={head} scope="col" className={isAmount ? 'amount-figure' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  );
}

/** An amount table of what it is and how much, without links. */
export function AmountLines({
  label,
  lines,
}: {
  label: string;
  lines: readonly (readonly [what: ReactNode, amount: Cents])[];
}) {
  return (
    <AmountTable label={label} columns={[{ head: 'What' }, { head: 'Amount', isAmount: true }]}>
      {lines.map(([what, amount], index) => (
        // Two lines may have the same words.
        <tbody key={index}>
          <tr>
            <th scope="row" className="amount-name">
              {what}
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
