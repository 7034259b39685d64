import { LinkAccountHint } from '../../../features/account-linking/link-account-offer.tsx';
import { AttentionList } from '../../../features/staff-home/attention-list.tsx';
import { DeathsToDo } from '../../../features/deaths/deaths-to-do.tsx';
import { FirstSteps } from '../../../features/staff-home/first-steps.tsx';
import { OrganizationFigures } from '../../../features/staff-home/organization-figures.tsx';
import { useState } from 'react';
import { SearchPanel } from '../../../features/search/search-panel.tsx';
import { useSession } from '../../../lib/session.ts';
import { ForStaff } from '../../../parts/access/for-staff.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Icon } from '../../../ui/icon.tsx';

/** `/staff`: items that need the staff's attention, and the figures of their organizations. */
export function StaffHomePage() {
  const isMember = Boolean(useSession()?.memberId);
  return (
    <StaffPage title="What needs you">
      <ForStaff>
        {({ permissions, roles }) => (
          <>
            <HomeSearch />
            <FirstSteps permissions={permissions} />
            <div className="button-row">
              {permissions.includes('claims.report') && (
                <>
                  <ButtonLink variant="outline-primary" to={paths.death.href()}>
                    Somebody has died
                  </ButtonLink>
                  <ButtonLink variant="outline-primary" to={paths.claims.href()}>
                    Claims
                  </ButtonLink>
                </>
              )}
              {permissions.includes('payments.record') && (
                <ButtonLink variant="outline-primary" to={paths.batches.href()}>
                  Enter payments
                </ButtonLink>
              )}
              {permissions.includes('members.create') && (
                <ButtonLink variant="outline-primary" to={paths.familyCreate.href()}>
                  <Icon name="plus" /> New family
                </ButtonLink>
              )}
            </div>
            <DeathsToDo roles={roles} />
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

/** The search, on the page itself: who is covered is one field away from opening the app. */
function HomeSearch() {
  const email = useSession()?.email ?? '';
  const [text, setText] = useState('');
  return <SearchPanel email={email} text={text} onText={setText} showsRecent={false} />;
}
