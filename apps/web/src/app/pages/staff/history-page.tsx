import { historyPermissions } from '@kinfold/domain/audit';
import { Link, useSearchParams } from 'react-router-dom';
import { readFilters } from '../../../features/history/filters.ts';
import { HistoryFilters } from '../../../features/history/history-filters.tsx';
import { HistoryList } from '../../../features/history/history-list.tsx';
import { InOrganization } from '../../../parts/access/in-organization.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { paths } from '../../../paths.ts';

/** `/history`: what was changed in an organization and below it, by filters of the address. */
export function HistoryPage() {
  const [query] = useSearchParams();
  return (
    <StaffPage title="History" lead="Who changed what, and when.">
      <InOrganization permissions={historyPermissions()}>
        {({ organizationNumber, choices, nameOf }) => {
          const filters = { ...readFilters(query), organization_number: organizationNumber };
          return (
            <>
              <HistoryFilters filters={filters} choices={choices} />
              <Link className="row-link" to={paths.roles.href(organizationNumber)}>
                Roles: who may do what at {nameOf(organizationNumber)}
              </Link>
              <HistoryList filters={filters} nameOf={nameOf} />
            </>
          );
        }}
      </InOrganization>
    </StaffPage>
  );
}
