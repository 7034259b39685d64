import { historyPermissions } from '@kinfold/domain/audit';
import { Link } from 'react-router-dom';
import { HistoryFilter } from '../../../features/history/filters.ts';
import { HistoryFilters } from '../../../features/history/history-filters.tsx';
import { HistoryList } from '../../../features/history/history-list.tsx';
import { useFilters } from '../../../lib/use-filters.ts';
import { InOrganization } from '../../../parts/access/in-organization.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { paths } from '../../../paths.ts';

/** `/history`: the changes in an organization and below it, filtered by the address. */
export function HistoryPage() {
  const { filters: asked } = useFilters(HistoryFilter);
  return (
    <StaffPage isList title="History" lead="Who changed what, and when.">
      <InOrganization permissions={historyPermissions()}>
        {({ organizationNumber, choices, nameOf }) => {
          const filters = { ...asked, organization_number: organizationNumber };
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
