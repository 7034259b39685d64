import type { OrganizationFigures as Figures } from '@kinfold/domain/staff-home';
import { wholeNumber } from '@kinfold/domain/text';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { staffOrganizationsQuery } from '../../queries/staff-home.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Table } from '../../ui/table.tsx';
import { Money } from '../../ui/money.tsx';
import { ReceivedByMonth } from './received-by-month.tsx';

/** The figures of the organizations at the top of the user's scope, each with everything below it. */
export function OrganizationFigures() {
  const query = useQuery(staffOrganizationsQuery);
  return (
    <Loaded query={query} what="your organizations">
      {(data) => {
        const { organizations, more, months } = data;
        // Users who may not see money get no columns for it.
        const hasMoney = organizations.some(({ openDues }) => openDues !== null);
        return (
          <>
            <Table isStacked>
              <caption className="visually-hidden">Each with all organizations below it</caption>
              <thead>
                <tr>
                  <th scope="col">Organization</th>
                  <th scope="col" className="numeric">
                    Members
                  </th>
                  {hasMoney && (
                    <th scope="col" className="numeric">
                      Open dues
                    </th>
                  )}
                  {hasMoney && (
                    <th scope="col" className="numeric">
                      Received this month
                    </th>
                  )}
                </tr>
              </thead>
              <tbody>
                {organizations.map((one) => (
                  <Row key={one.organizationNumber} figures={one} hasMoney={hasMoney} />
                ))}
              </tbody>
            </Table>
            <ReceivedByMonth months={months} />
            {more > 0 && (
              <p>
                <Link to={paths.organizations.href()}>{more} more organizations</Link>
              </p>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function Row({
  figures: { organizationNumber, organizationName, members, openDues, collected },
  hasMoney,
}: {
  figures: Figures;
  hasMoney: boolean;
}) {
  return (
    <tr>
      <th scope="row">
        <Link className="row-link" to={paths.organization.href(organizationNumber)}>
          {organizationName}
        </Link>
      </th>
      <td className="numeric" data-label="Members">
        {wholeNumber(members)}
      </td>
      {hasMoney && (
        <td className="numeric" data-label="Open dues">
          {openDues === null ? '–' : <Money amount={openDues} />}
        </td>
      )}
      {hasMoney && (
        <td className="numeric" data-label="Received this month">
          {collected === null ? '–' : <Money amount={collected} />}
        </td>
      )}
    </tr>
  );
}
