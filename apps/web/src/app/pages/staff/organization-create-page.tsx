import { OrganizationChoice } from '@kinfold/domain/organization';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { NewOrganization } from '../../../features/organization-form/new-organization.tsx';
import { Breadcrumb } from '../../../parts/breadcrumb.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { paths } from '../../../paths.ts';
import { scopeQuery } from '../../../queries/scopes.ts';
import '../../../theme/organizations.scss';
import { Loaded } from '../../../ui/loaded.tsx';
import { NoPermission } from '../../../ui/states.tsx';

/** Navigation state: the organization below which the new one is to stand. */
const State = z.object({ parent: OrganizationChoice });

/** `/organizations/create` */
export function OrganizationCreatePage() {
  const navigate = useNavigate();
  const query = useQuery(scopeQuery);
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
      <Loaded query={query} what="this page">
        {(scope) =>
          scope.permissions.includes('organizations.create') ? (
            <NewOrganization
              scope={scope}
              parent={state.data?.parent}
              onMade={({ organizationNumber, organizationName }) =>
                void navigate(paths.organization.href(organizationNumber), {
                  state: { message: `${organizationName} is made.` },
                  replace: true,
                })
              }
            />
          ) : (
            <NoPermission />
          )
        }
      </Loaded>
    </StaffPage>
  );
}
