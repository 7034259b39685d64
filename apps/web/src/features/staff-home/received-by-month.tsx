import type { StaffOrganizations } from '@kinfold/domain/staff-home';
import { Money } from '../../ui/money.tsx';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-11` as `Nov 2026`. */
const monthName = (month: string) => `${MONTHS[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;

/** The amounts that the shown organizations received by month: a decorative bar beside each figure of the table. */
export function ReceivedByMonth({ months }: Pick<StaffOrganizations, 'months'>) {
  const most = Math.max(...months.map(({ collected }) => collected));
  if (!(most > 0)) return null;
  return (
    <table className="received-by-month">
      <caption>Received by month</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Month</th>
          <th scope="col">Received</th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, collected }) => (
          <tr key={month}>
            <th scope="row">{monthName(month)}</th>
            <td>
              <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
                <rect width={(Math.max(0, collected) / most) * 100} height="10" rx="0.5" />
              </svg>
              <Money amount={collected} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
