import { DateText } from '../../ui/date-text.tsx';
import { Money } from '../../ui/money.tsx';
import { Table } from '../../ui/table.tsx';
import type { CollectedDay } from './collected-by-day.ts';

/** The figures of the chart, latest day first; a scrolling area of its own. */
export function DayTable({ days }: { days: readonly CollectedDay[] }) {
  return (
    // A keyboard scrolls it as a pointer does.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="day-table" tabIndex={0} role="group" aria-label="Table of what was collected by day">
      <Table>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col" className="numeric">
              Paid
            </th>
            <th scope="col" className="numeric">
              In all
            </th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, amount, total }) => (
            <tr key={day}>
              <th scope="row">
                <DateText value={day} />
              </th>
              <td className="numeric">
                <Money amount={amount} />
              </td>
              <td className="numeric">
                <Money amount={total} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
