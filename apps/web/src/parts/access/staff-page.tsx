import type { ComponentProps } from 'react';
import '../../theme/staff.scss';
import { OfflineNote } from '../../ui/offline-note.tsx';
import { Page } from '../../ui/page.tsx';

/** A page of the staff side: wider than those of members, in smaller type. */
export function StaffPage({ children, ...page }: ComponentProps<typeof Page>) {
  return (
    <div className="staff">
      <Page {...page}>
        <OfflineNote />
        {children}
      </Page>
    </div>
  );
}
