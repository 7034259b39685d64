import type { ImportKind } from '@kinfold/domain/import-fields';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { ImportList } from '../../../features/import/import-list.tsx';
import { UploadForm } from '../../../features/import/upload-form.tsx';
import * as z from 'zod/mini';
import { oneOf, useFilters } from '../../../lib/use-filters.ts';
import { Breadcrumb, organizationSteps } from '../../../parts/breadcrumb.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { May } from '../../../parts/access/may.tsx';
import { paths } from '../../../paths.ts';
import { organizationQuery } from '../../../queries/organizations.ts';
import '../../../theme/import.scss';

const KindFilter = z.object({ kind: oneOf('balances') });

/** `/organizations/:organizationNumber/imports`: the upload of a file of members, and the list of earlier files. */
export function ImportsPage() {
  const { organizationNumber = '' } = useParams();
  const navigate = useNavigate();
  const { filters, show } = useFilters(KindFilter);
  // Also in the address, for a reload; the address changes a moment later.
  const [kind, setKind] = useState<ImportKind>(filters.kind ?? 'members');
  const choose = (chosen: ImportKind) => {
    setKind(chosen);
    show({ kind: chosen === 'members' ? undefined : chosen }, { replace: true });
  };
  const { data } = useQuery(organizationQuery(organizationNumber));
  return (
    <StaffPage
      title="Import members"
      lead="Members, households and memberships from a spreadsheet, and opening balances."
      breadcrumb={
        <Breadcrumb
          steps={organizationSteps(organizationNumber, data?.organizationName)}
          current="Import members"
        />
      }
    >
      <May at={organizationNumber} permission="members.import" isPage>
        <UploadForm
          organizationNumber={organizationNumber}
          kind={kind}
          onKind={choose}
          onSent={({ _id }) => void navigate(paths.import.href(organizationNumber, _id))}
        />
        <h2>Imports</h2>
        <ImportList organizationNumber={organizationNumber} />
      </May>
    </StaffPage>
  );
}
