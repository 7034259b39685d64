import type { Import, ImportBalances } from '@kinfold/domain/import';
import { sumCents } from '@kinfold/domain/money';
import { useId } from 'react';
import { Money } from '../../ui/money.tsx';
import { Table } from '../../ui/table.tsx';

/**
 * The opening balances at each church: before this file, in it, and after it. On a phone a church takes three lines.
 */
export function ChurchTotals({ given, balances }: { given: Import; balances: ImportBalances }) {
  const title = useId();
  const { churches } = balances;
  const isEntered = given.status === 'done';
  const sum = (of: (church: (typeof churches)[number]) => (typeof churches)[number]['before']) =>
    sumCents(churches.map(of));
  const together = [
    {
      organizationNumber: 'all',
      organizationName: 'Together',
      before: sum(({ before }) => before),
      added: sum(({ added }) => added),
      after: sum(({ after }) => after),
    },
  ];
  const rows = [...churches, ...(churches.length > 1 ? together : [])];
  return (
    <div className="stack">
      <h2 id={title}>Owed from before, by church</h2>
      <Table isStacked aria-labelledby={title}>
        <thead>
          <tr>
            <th scope="col">Church</th>
            <th scope="col" className="numeric">
              Before
            </th>
            <th scope="col" className="numeric">
              This file
            </th>
            <th scope="col" className="numeric">
              {isEntered ? 'Now' : 'After'}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ organizationNumber, organizationName, before, added, after }) => (
            <tr key={organizationNumber}>
              <th scope="row" className="break-anywhere">
                {organizationName}
              </th>
              <td className="numeric" data-label="Before">
                <Money amount={before} />
              </td>
              <td className="numeric" data-label="This file">
                <Money amount={added} />
              </td>
              <td className="numeric" data-label={isEntered ? 'Now' : 'After'}>
                <Money amount={after} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
