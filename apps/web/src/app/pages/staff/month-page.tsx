import { monthName } from '@kinfold/domain/month';
import { isMonth } from '@kinfold/domain/month-report';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { MonthDetail } from '../../../features/months/month-detail.tsx';
import { InOrganization, oneOf } from '../../../parts/access/in-organization.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { Breadcrumb } from '../../../parts/breadcrumb.tsx';
import { paths } from '../../../paths.ts';
import { monthQuery } from '../../../queries/months.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { EmptyState, NoPermission } from '../../../ui/states.tsx';

/** `/months/:month`: a month of an organization to the cent, and its close. */
export function MonthPage() {
  const { month = '' } = useParams();
  const title = isMonth(month) ? monthName(month) : 'Month';
  return (
    <StaffPage
      title={title}
      breadcrumb={<Breadcrumb steps={[{ name: 'Months', to: paths.months.href() }]} current={title} />}
    >
      {isMonth(month) ? (
        <InOrganization permissions={['reports.get']}>
          {(chosen) => {
            const shown = oneOf(chosen);
            return shown === undefined ? (
              <NoPermission />
            ) : (
              <Month organizationNumber={shown} month={month} />
            );
          }}
        </InOrganization>
      ) : (
        <EmptyState title="There is no such month">The address has no month like 2026-11.</EmptyState>
      )}
    </StaffPage>
  );
}

function Month(of: { organizationNumber: string; month: string }) {
  const query = useQuery(monthQuery(of.organizationNumber, of.month));
  return (
    <Loaded query={query} what="the month" rows={8}>
      {(report) => <MonthDetail report={report} />}
    </Loaded>
  );
}
