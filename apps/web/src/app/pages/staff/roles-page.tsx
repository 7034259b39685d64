import { rolesToGive } from '@kinfold/domain/assigned-role';
import { ROOT, ROOT_NAME } from '@kinfold/domain/permission';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router-dom';
import { RoleTexts } from '../../../features/roles/role-texts.tsx';
import { Roles } from '../../../features/roles/role-list.tsx';
import { asProblem } from '../../../lib/problem.ts';
import { SubjectHistory } from '../../../parts/history/subject-history.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { paths } from '../../../paths.ts';
import { organizationQuery } from '../../../queries/organizations.ts';
import { rolesQuery, startViewAs } from '../../../queries/roles.ts';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { ErrorPanel } from '../../../ui/states.tsx';

/** `/organizations/:organizationNumber/roles`: who may do what at an organization; `*` for all of them. */
export function RolesPage() {
  const { organizationNumber = '' } = useParams();
  const navigate = useNavigate();
  const isRoot = organizationNumber === ROOT;
  const organization = useQuery({ ...organizationQuery(organizationNumber), enabled: !isRoot });
  const { data, error, refetch } = useQuery(rolesQuery(organizationNumber));
  const name = isRoot ? ROOT_NAME : organization.data?.organizationName;
  const problem = error && asProblem(error);
  return (
    <StaffPage
      title="Roles"
      heading={name ? `Roles: ${name}` : 'Roles'}
      lead="Who may see and change what, here and in everything below."
    >
      {problem && (!data || problem.status === 403) ? (
        <ErrorPanel
          problem={problem}
          title={problem.status === 404 ? undefined : 'We cannot show the roles at the moment.'}
          onRetry={() => void refetch()}
        />
      ) : data && (isRoot || !organization.isPending) ? (
        <>
          <Roles
            key={organizationNumber}
            organizationNumber={organizationNumber}
            organizationName={name ?? organizationNumber}
            roles={data}
          />
          <RoleTexts
            offered={rolesToGive(organizationNumber)}
            onView={async (role) => {
              await startViewAs({ role, organizationNumber, organizationName: name ?? organizationNumber });
              await navigate(paths.staff.href());
            }}
          />
          <SubjectHistory type="organization" id={organizationNumber} />
        </>
      ) : (
        <SkeletonRows rows={4} label="Loading the roles" />
      )}
    </StaffPage>
  );
}
