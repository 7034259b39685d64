import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CoverageAnswer } from '../features/overview/coverage-answer.tsx';
import { DueAnswer } from '../features/overview/due-answer.tsx';
import { Fundraisers } from '../features/overview/fundraisers.tsx';
import { LinkedAccountsCard } from '../features/overview/linked-accounts-card.tsx';
import { ReceiptsAndStatements } from '../features/overview/receipts-and-statements.tsx';
import { RecentDonations } from '../features/overview/recent-donations.tsx';
import { useIsAfterFirstPaint } from '../lib/use-is-after-first-paint.ts';
import { useMayPay } from '../parts/use-may-pay.ts';
import { memberCampaignsQuery } from '../queries/campaigns.ts';
import { coverageQuery } from '../queries/coverage.ts';
import { memberQuery } from '../queries/members.ts';
import { AnswerSkeleton } from '../ui/skeleton.tsx';

/** What the first words of a dashboard are made of. */
export const answerQueries = (memberId: string) =>
  [memberQuery(memberId), coverageQuery(memberId), memberCampaignsQuery(memberId)] as const;

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
  // The answers come together, so that nothing jumps under a thumb; what is below them asks at the same time.
  const answers = useQueries({ queries: answerQueries(memberId) });
  const mayPay = useMayPay(memberId);
  const isLoading = mayPay === undefined || answers.some((answer) => !answer.isFetched);
  // The answers are painted before the rest is drawn: a slow phone takes a while for all of it.
  const isRestShown = useIsAfterFirstPaint();
  return (
    <>
      {isLoading && <DashboardSkeleton />}
      <div className="dashboard" hidden={isLoading}>
        <CoverageAnswer memberId={memberId} />
        <DueAnswer memberId={memberId} isOwn={isOwn} mayPay={mayPay === true} />
        {note}
        {isRestShown && (
          <>
            <Fundraisers
              memberId={memberId}
              organizationNumber={organizationNumber}
              mayPay={mayPay === true}
            />
            <RecentDonations memberId={memberId} isOwn={isOwn} />
            {isOwn && <LinkedAccountsCard memberId={memberId} />}
            {/* Far below: it asks when the answers are there, so that it does not slow them. */}
            {isOwn && !isLoading && <ReceiptsAndStatements memberId={memberId} />}
          </>
        )}
      </div>
    </>
  );
}

/** The shape of the answers while they are on their way. */
function DashboardSkeleton() {
  return (
    <div className="dashboard-skeleton">
      <div className="answer">
        <AnswerSkeleton label="Loading what you are covered for" />
      </div>
      <div className="answer">
        <AnswerSkeleton label="Loading what is due" />
      </div>
    </div>
  );
}
