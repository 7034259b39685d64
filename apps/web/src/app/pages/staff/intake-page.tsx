import { IntakeList } from '../../../features/intake-review/intake-list.tsx';
import { InOrganization } from '../../../parts/access/in-organization.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';

/** `/intake`: who asked to become a member of an organization or one below it. */
export function IntakePage() {
  return (
    <StaffPage title="Intake" lead="Who asked to become a member.">
      <InOrganization permissions={['intake.review']}>
        {(chosen) => (
          <>
            <div className="button-row">
              <ButtonLink
                variant="outline-primary"
                to={paths.intakeLink.href({ organization_number: chosen.organizationNumber })}
              >
                Link and QR code
              </ButtonLink>
            </div>
            <IntakeList {...chosen} />
          </>
        )}
      </InOrganization>
    </StaffPage>
  );
}
