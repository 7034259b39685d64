import type { Permission } from '@kinfold/domain/permission';
import type { ComponentProps } from 'react';
import '../../theme/staff.scss';
import { OfflineNote } from '../../ui/offline-note.tsx';
import { Page } from '../../ui/page.tsx';
import { ForStaff } from './for-staff.tsx';

/**
 * A page of the staff side: wider than those of members, in smaller type. With a permission, only for users who hold it
 * anywhere. Above a list little stands.
 */
export function StaffPage({
  permission,
  isList = false,
  children,
  ...page
}: ComponentProps<typeof Page> & { permission?: Permission; isList?: boolean }) {
  return (
    <div className={isList ? 'staff list-page' : 'staff'}>
      <Page {...page}>
        <OfflineNote />
        {permission ? <ForStaff permission={permission}>{() => children}</ForStaff> : children}
      </Page>
    </div>
  );
}
