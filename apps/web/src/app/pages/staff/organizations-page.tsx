import { useLocation } from 'react-router-dom';
import { OrganizationBrowser } from '../../../features/organization-tree/organization-browser.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { useMayAnywhere } from '../../../parts/access/use-may-anywhere.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Said } from '../../../ui/said.tsx';

/** `/organizations`: the tree of organizations that staff may see. */
export function OrganizationsPage() {
  const { state } = useLocation() as { state: { message?: string } | null };
  const mayAdd = useMayAnywhere('organizations.create');
  return (
    <StaffPage
      title="Organizations"
      lead="Churches and organizations, each below the one it belongs to."
      permission="organization.details.get"
    >
      {state?.message && <Said>{state.message}</Said>}
      <OrganizationBrowser
        add={
          mayAdd && (
            <ButtonLink to={paths.organizationCreate.href()}>
              <Icon name="plus" /> Add organization
            </ButtonLink>
          )
        }
      />
    </StaffPage>
  );
}
