import { monthName } from '@kinfold/domain/month';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { date } from '../../lib/format.ts';
import { oneOf, OrganizationSelect, withoutRoot, type Chosen } from '../../parts/access/in-organization.tsx';
import { paths } from '../../paths.ts';
import { monthsQuery } from '../../queries/months.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { AccountNames } from './account-names.tsx';

/** The months of the organization of the address, and what the accounts of its journal are called. */
export function Months(chosen: Omit<Chosen, 'nameOf'>) {
  const shown = oneOf(chosen);
  const choices = withoutRoot(chosen.choices);
  if (shown === undefined)
    return <EmptyState title="No months yet">There is no organization that could receive any.</EmptyState>;
  return (
    <div className="stack" key={shown}>
      <OrganizationSelect organizationNumber={shown} choices={choices} />
      <MonthList organizationNumber={shown} />
      <AccountNames organizationNumber={shown} />
    </div>
  );
}

/** The months of an organization, the newest first, with what was received in each. */
function MonthList({ organizationNumber }: { organizationNumber: string }) {
  const query = useQuery(monthsQuery(organizationNumber));
  return (
    <Loaded query={query} what="the months" rows={5}>
      {({ months }) => (
        <ul className="rows">
          {months.map(({ month, receivedTotal, closed }) => (
            <li className="row-item" key={month}>
              <div>
                <p className="row-name">
                  <Link to={paths.month.href(month, organizationNumber)}>{monthName(month)}</Link>
                </p>
                <p className="row-note">{closed ? `Closed by ${closed.by} on ${date(closed.at)}` : 'Open'}</p>
              </div>
              <Money amount={receivedTotal} />
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}
