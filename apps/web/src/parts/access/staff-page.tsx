import type { Permission } from '@kinfold/domain/permission';
import { lazy, Suspense, type ComponentProps } from 'react';
import { useStepUp } from '../../lib/step-up.ts';
import '../../theme/staff.scss';
import { OfflineNote } from '../../ui/offline-note.tsx';
import { Page } from '../../ui/page.tsx';
import { ForStaff } from './for-staff.tsx';

const StepUpDialog = lazy(() => import('./step-up-dialog.tsx').then((m) => ({ default: m.StepUpDialog })));

/**
 * A page of the staff side: wider than those of members, in smaller type. With a permission, only for users who hold it
 * anywhere. Above a list little stands. Asks for the password where a call needs it (`withStepUp`).
 */
export function StaffPage({
  permission,
  isList = false,
  children,
  ...page
}: ComponentProps<typeof Page> & { permission?: Permission; isList?: boolean }) {
  const isAsked = useStepUp() !== null;
  return (
    <div className={isList ? 'staff list-page' : 'staff'}>
      <Page {...page}>
        <OfflineNote />
        {permission ? <ForStaff permission={permission}>{() => children}</ForStaff> : children}
      </Page>
      {isAsked && (
        <Suspense>
          <StepUpDialog />
        </Suspense>
      )}
    </div>
  );
}
