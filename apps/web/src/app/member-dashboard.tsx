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

/** The queries of the first two sections, cover and dues. */
export const answerQueries = (memberId: string) =>
  [memberQuery(memberId), coverageQuery(memberId), memberCampaignsQuery(memberId)] as const;

/** The dashboard of a member: of the signed-in member (`isOwn`) or of a linked account. */
export function MemberDashboard({
  memberId,
  isOwn,
  organizationNumber,
  note,
}: {
  memberId: string;
  isOwn: boolean;
  /** Undefined while loading. */
  organizationNumber: string | undefined;
  /** Rendered below the answers. */
  note?: ReactNode;
}) {
  // The answers are shown together, to avoid layout shift; the sections below send their queries meanwhile.
  const answers = useQueries({ queries: answerQueries(memberId) });
  const mayPay = useMayPay(memberId);
  const isLoading = mayPay === undefined || answers.some((answer) => !answer.isFetched);
  // Rendering all of it at once delays the first paint on a slow phone.
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

/** Placeholder of the answers while they load. */
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
