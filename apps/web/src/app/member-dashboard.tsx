import type { ReactNode } from 'react';
import { CoverageAnswer } from '../features/overview/coverage-answer.tsx';
import { DueAnswer } from '../features/overview/due-answer.tsx';
import { Fundraisers } from '../features/overview/fundraisers.tsx';
import { LinkedAccounts } from '../features/overview/linked-accounts.tsx';
import { RecentDonations } from '../features/overview/recent-donations.tsx';
import { Statements } from '../features/overview/statements.tsx';

/** What a member's account comes to, the answer first: one's own, or a linked account's. */
export function MemberDashboard({
  memberId,
  isOwn,
  organizationNumber,
  note,
}: {
  memberId: string;
  isOwn: boolean;
  /** Undefined while it is not known. */
  organizationNumber: string | undefined;
  /** Stands below the answers. */
  note?: ReactNode;
}) {
  return (
    <>
      <CoverageAnswer memberId={memberId} />
      <DueAnswer memberId={memberId} isOwn={isOwn} />
      {note}
      <Fundraisers memberId={memberId} organizationNumber={organizationNumber} />
      <RecentDonations memberId={memberId} isOwn={isOwn} />
      {isOwn && <LinkedAccounts memberId={memberId} />}
      {isOwn && <Statements memberId={memberId} />}
    </>
  );
}
