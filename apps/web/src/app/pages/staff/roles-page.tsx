import { rolesToGive } from '@kinfold/domain/assigned-role';
import { ROOT, ROOT_NAME } from '@kinfold/domain/permission';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router-dom';
import { RoleTexts } from '../../../features/roles/role-texts.tsx';
import { Roles } from '../../../features/roles/role-list.tsx';
import { SubjectHistory } from '../../../parts/history/subject-history.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { paths } from '../../../paths.ts';
import { organizationQuery } from '../../../queries/organizations.ts';
import { rolesQuery, startViewAs } from '../../../queries/roles.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { ErrorPanel } from '../../../ui/states.tsx';

/** `/organizations/:organizationNumber/roles`: the roles at an organization; `*` for all organizations. */
export function RolesPage() {
  const { organizationNumber = '' } = useParams();
  const navigate = useNavigate();
  const isRoot = organizationNumber === ROOT;
  const organization = useQuery({ ...organizationQuery(organizationNumber), enabled: !isRoot });
  const roles = useQuery(rolesQuery(organizationNumber));
  const name = isRoot ? ROOT_NAME : organization.data?.organizationName;
  return (
    <StaffPage
      title="Roles"
      heading={name ? `Roles: ${name}` : 'Roles'}
      lead="Who may see and change what, here and in everything below."
    >
      <Loaded
        query={roles}
        what="the roles"
        rows={4}
        on={{ 404: (problem) => <ErrorPanel problem={problem} /> }}
      >
        {(assigned) =>
          !isRoot && organization.isPending ? (
            <SkeletonRows rows={4} label="Loading the roles" />
          ) : (
            <>
              <Roles
                key={organizationNumber}
                organizationNumber={organizationNumber}
                organizationName={name ?? organizationNumber}
                roles={assigned}
              />
              <RoleTexts
                offered={rolesToGive(organizationNumber)}
                onView={async (role) => {
                  await startViewAs({
                    role,
                    organizationNumber,
                    organizationName: name ?? organizationNumber,
                  });
                  await navigate(paths.staff.href());
                }}
              />
              <SubjectHistory type="organization" id={organizationNumber} />
            </>
          )
        }
      </Loaded>
    </StaffPage>
  );
}
