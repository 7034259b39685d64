import { IntakeList } from '../../../features/intake-review/intake-list.tsx';
import { InOrganization } from '../../../parts/access/in-organization.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';

/** `/intake`: people who asked to become members of an organization or one below it. */
export function IntakePage() {
  return (
    <StaffPage isList title="Intake" lead="People who asked to become members.">
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
