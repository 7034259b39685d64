import type { Import } from '@kinfold/domain/import';
import { isJobOpen } from '@kinfold/domain/job';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { ImportDetails } from '../../../features/import/import-details.tsx';
import { JobDetails } from '../../../parts/job/job-details.tsx';
import { useFocusWhenLost } from '../../../lib/use-focus-when-lost.ts';
import { Breadcrumb } from '../../../parts/breadcrumb.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { paths } from '../../../paths.ts';
import { importQuery, type ImportKey } from '../../../queries/imports.ts';
import { organizationQuery } from '../../../queries/organizations.ts';
import '../../../theme/import.scss';
import { Loaded } from '../../../ui/loaded.tsx';

/** `/organizations/:organizationNumber/imports/:importId`: a file from its columns to its outcome. */
export function ImportPage() {
  const { organizationNumber = '', importId = '' } = useParams();
  const key = { organizationNumber, importId };
  const query = useQuery(importQuery(key));
  const { data } = query;
  const name = useQuery(organizationQuery(organizationNumber)).data?.organizationName;
  return (
    <StaffPage
      title="Import"
      heading={data?.fileName ?? 'Import'}
      breadcrumb={
        <Breadcrumb
          steps={[
            {
              name: name ?? 'Organization',
              to: paths.organization.href(organizationNumber),
              at: organizationNumber,
            },
            {
              name: 'Import members',
              to: paths.imports.href(organizationNumber),
              permission: 'members.import',
              at: organizationNumber,
            },
          ]}
          current={data?.fileName ?? 'Import'}
        />
      }
    >
      <Loaded
        query={query}
        what="the import"
        title="We cannot show this import at the moment."
        staleTitle="We cannot show its progress at the moment."
        rows={5}
      >
        {(given) => <ImportParts given={given} importKey={key} asOf={new Date(query.dataUpdatedAt)} />}
      </Loaded>
    </StaffPage>
  );
}

/** The job that works on the import, and the import; takes the focus if the button that started the job is gone. */
function ImportParts({ given, importKey, asOf }: { given: Import; importKey: ImportKey; asOf: Date }) {
  const { job, status } = given;
  const whole = useFocusWhenLost<HTMLDivElement>(`${status} ${job?._id} ${job?.status}`);
  return (
    <div ref={whole} tabIndex={-1} role="group" aria-label="This import" className="stack">
      {job && (isJobOpen(job) || job.status === 'failed') && <JobDetails job={job} asOf={asOf} />}
      <ImportDetails key={status === 'mapping' ? 'checked' : status} given={given} importKey={importKey} />
    </div>
  );
}
