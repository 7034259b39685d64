import { OrganizationChoice } from '@kinfold/domain/organization';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { NewOrganization } from '../../../features/organization-form/new-organization.tsx';
import { Breadcrumb } from '../../../parts/breadcrumb.tsx';
import { ForStaff } from '../../../parts/access/for-staff.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { paths } from '../../../paths.ts';

/** Navigation state: the organization above the new one. */
const State = z.object({ parent: OrganizationChoice });

/** `/organizations/create` */
export function OrganizationCreatePage() {
  const navigate = useNavigate();
  const state = z.safeParse(State, useLocation().state);
  return (
    <StaffPage
      title="New Organization"
      breadcrumb={
        <Breadcrumb
          steps={[{ name: 'Organizations', to: paths.organizations.href() }]}
          current="New Organization"
        />
      }
    >
      <ForStaff permission="organizations.create">
        {(scope) => (
          <NewOrganization
            scope={scope}
            parent={state.data?.parent}
            onMade={({ organizationNumber, organizationName }) =>
              void navigate(paths.organization.href(organizationNumber), {
                state: { message: `${organizationName} was added.` },
                replace: true,
              })
            }
          />
        )}
      </ForStaff>
    </StaffPage>
  );
}
