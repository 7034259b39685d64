import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { Statements } from '../../../features/payments/statements.tsx';
import { May } from '../../../parts/access/may.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { Breadcrumb, organizationSteps } from '../../../parts/breadcrumb.tsx';
import { organizationQuery } from '../../../queries/organizations.ts';

/** `/organizations/:organizationNumber/statements`: the yearly statements of everybody of an organization. */
export function StatementsPage() {
  const { organizationNumber = '' } = useParams();
  const { data } = useQuery(organizationQuery(organizationNumber));
  return (
    <StaffPage
      title="Yearly statements"
      lead="Everybody with payments in a year gets a statement: by email, or on paper from one file to print. People in mourning are left to you."
      breadcrumb={
        <Breadcrumb
          steps={organizationSteps(organizationNumber, data?.organizationName)}
          current="Yearly statements"
        />
      }
    >
      <May at={organizationNumber} permission="reports.get" isPage>
        <Statements organizationNumber={organizationNumber} />
      </May>
    </StaffPage>
  );
}
