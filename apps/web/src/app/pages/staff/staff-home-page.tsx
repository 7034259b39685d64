import { LinkAccountHint } from '../../../features/account-linking/link-account-offer.tsx';
import { AttentionList } from '../../../features/staff-home/attention-list.tsx';
import { FirstSteps } from '../../../features/staff-home/first-steps.tsx';
import { OrganizationFigures } from '../../../features/staff-home/organization-figures.tsx';
import { useSession } from '../../../lib/session.ts';
import { ForStaff } from '../../../parts/access/for-staff.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';

/** `/staff`: what needs somebody of the staff, and how their organizations stand. */
export function StaffHomePage() {
  const isMember = Boolean(useSession()?.memberId);
  return (
    <StaffPage title="What needs you">
      <ForStaff>
        {({ permissions }) => (
          <>
            <FirstSteps permissions={permissions} />
            <AttentionList permissions={permissions} />
            <section className="stack" aria-labelledby="your-organizations">
              <h2 id="your-organizations">Your organizations</h2>
              <OrganizationFigures />
            </section>
            {!isMember && <LinkAccountHint />}
          </>
        )}
      </ForStaff>
    </StaffPage>
  );
}
