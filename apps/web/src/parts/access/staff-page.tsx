import type { ComponentProps } from 'react';
import '../../theme/staff.scss';
import { Page } from '../../ui/page.tsx';

/** A page of the staff side: wider than those of members, in smaller type. */
export function StaffPage(page: ComponentProps<typeof Page>) {
  return (
    <div className="staff">
      <Page {...page} />
    </div>
  );
}
