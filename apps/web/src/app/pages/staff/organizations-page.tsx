import { useLocation } from 'react-router-dom';
import { OrganizationBrowser } from '../../../features/organization-tree/organization-browser.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { useMayAnywhere } from '../../../parts/access/use-may-anywhere.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Said } from '../../../ui/said.tsx';

/** `/organizations`: the tree of organizations that staff may see. */
export function OrganizationsPage() {
  const { state } = useLocation() as { state: { message?: string } | null };
  const mayAdd = useMayAnywhere('organizations.create');
  return (
    <StaffPage isList title="Organizations" permission="organization.details.get">
      {state?.message && <Said>{state.message}</Said>}
      <OrganizationBrowser
        add={mayAdd && <ButtonLink to={paths.organizationCreate.href()}>Add organization</ButtonLink>}
      />
    </StaffPage>
  );
}
