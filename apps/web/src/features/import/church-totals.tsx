import type { Import, ImportBalances } from '@kinfold/domain/import';
import { sumCents } from '@kinfold/domain/money';
import { useId } from 'react';
import { Money } from '../../ui/money.tsx';

/** What was owed from before at each church: before this file, by it, and after it. A church is three lines on a phone. */
export function ChurchTotals({ given, balances }: { given: Import; balances: ImportBalances }) {
  const title = useId();
  const { churches } = balances;
  const isEntered = given.status === 'done';
  const sum = (of: (church: (typeof churches)[number]) => (typeof churches)[number]['before']) =>
    sumCents(churches.map(of));
  const rows = [
    ...churches,
    {
      organizationNumber: 'all',
      organizationName: 'Together',
      before: sum(({ before }) => before),
      added: sum(({ added }) => added),
      after: sum(({ after }) => after),
    },
  ];
  // Roles are said again: a table that is laid out as a grid loses them.
  return (
    <div className="stack">
      <h2 id={title}>Owed from before, by church</h2>
      <table className="church-totals" role="table" aria-labelledby={title}>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              Church
            </th>
            <th role="columnheader" scope="col">
              Before
            </th>
            <th role="columnheader" scope="col">
              This file
            </th>
            <th role="columnheader" scope="col">
              {isEntered ? 'Now' : 'After'}
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(({ organizationNumber, organizationName, before, added, after }) => (
            <tr key={organizationNumber} role="row">
              <th role="rowheader" scope="row" className="break-anywhere">
                {organizationName}
              </th>
              <td role="cell" data-label="Before">
                <Money amount={before} />
              </td>
              <td role="cell" data-label="This file">
                <Money amount={added} />
              </td>
              <td role="cell" data-label={isEntered ? 'Now' : 'After'}>
                <Money amount={after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
