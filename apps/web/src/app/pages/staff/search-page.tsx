import { useState } from 'react';
import { SearchPanel } from '../../../features/search/search-panel.tsx';
import { useSession } from '../../../lib/session.ts';
import * as z from 'zod/mini';
import { freeText, useFilters } from '../../../lib/use-filters.ts';
import { ForStaff } from '../../../parts/access/for-staff.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';

const SearchFilter = z.object({ q: freeText });

/** `/search?q=`: members, organizations and memberships in one field. */
export function SearchPage() {
  const { filters, show } = useFilters(SearchFilter);
  const [text, setText] = useState(filters.q ?? '');
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
              show({ q: typed }, { replace: true });
            }}
          />
        )}
      </ForStaff>
    </StaffPage>
  );
}
