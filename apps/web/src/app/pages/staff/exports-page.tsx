import { EXPORT_PERMISSION } from '@kinfold/domain/export';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { Exports } from '../../../features/export/export-panel.tsx';
import { Breadcrumb, organizationSteps } from '../../../parts/breadcrumb.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { May } from '../../../parts/access/may.tsx';
import { organizationQuery } from '../../../queries/organizations.ts';

/** `/organizations/:organizationNumber/exports`: all data of an organization as an archive. */
export function ExportsPage() {
  const { organizationNumber = '' } = useParams();
  const { data } = useQuery(organizationQuery(organizationNumber));
  return (
    <StaffPage
      title="Export everything"
      lead="Members, households, memberships, dues, payments, history and more, of this organization and all below it: a ZIP of CSV files, with a README of their columns."
      breadcrumb={
        <Breadcrumb
          steps={organizationSteps(organizationNumber, data?.organizationName)}
          current="Export everything"
        />
      }
    >
      <May at={organizationNumber} permission={EXPORT_PERMISSION} isPage>
        <Exports organizationNumber={organizationNumber} />
      </May>
    </StaffPage>
  );
}
