import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { MemberPage } from '../member/member-page.tsx';

/** The page of a member for users without a member, who are staff: as wide while it loads as it will be. */
export function UnlinkedMemberPage() {
  return (
    <MemberPage
      waiting={
        <StaffPage title="Member">
          <SkeletonRows rows={3} label="Loading the member" />
        </StaffPage>
      }
    />
  );
}
