import { useState } from 'react';
import { SearchPanel } from '../../../features/search/search-panel.tsx';
import { useSession } from '../../../lib/session.ts';
import { setFilters, useAddressQuery } from '../../../lib/use-address-query.ts';
import { ForStaff } from '../../../parts/access/for-staff.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';

/** `/search?q=`: members, organizations and memberships in one field. */
export function SearchPage() {
  const [query, setQuery] = useAddressQuery();
  const [text, setText] = useState(query.get('q') ?? '');
  const email = useSession()?.email ?? '';
  return (
    <StaffPage title="Search">
      <ForStaff>
        {() => (
          <SearchPanel
            email={email}
            text={text}
            onText={(typed) => {
              setText(typed);
              setQuery((before) => setFilters(before, { q: typed }), { replace: true });
            }}
          />
        )}
      </ForStaff>
    </StaffPage>
  );
}
