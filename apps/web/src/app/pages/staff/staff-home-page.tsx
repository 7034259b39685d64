import { LinkAccountHint } from '../../../features/account-linking/link-account-offer.tsx';
import { AttentionList } from '../../../features/staff-home/attention-list.tsx';
import { FirstSteps } from '../../../features/staff-home/first-steps.tsx';
import { OrganizationFigures } from '../../../features/staff-home/organization-figures.tsx';
import { useState } from 'react';
import { SearchPanel } from '../../../features/search/search-panel.tsx';
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
            <HomeSearch />
            <FirstSteps permissions={permissions} />
            <AttentionList />
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
