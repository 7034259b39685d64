import { ClaimList } from '../../../features/claims/claim-list.tsx';
import { InOrganization } from '../../../parts/access/in-organization.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';

/** `/claims`: what the funds pay at deaths, by state. */
export function ClaimsPage() {
  return (
    <StaffPage isList title="Claims" lead="What a fund pays when somebody has died.">
      <InOrganization permissions={['claims.report']}>{(chosen) => <ClaimList {...chosen} />}</InOrganization>
    </StaffPage>
  );
}
