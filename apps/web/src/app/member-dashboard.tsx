import { useQueries } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react';
import { Answer } from '../features/overview/answer.tsx';
import { Fundraisers } from '../features/overview/fundraisers.tsx';
import { LinkedAccountsCard } from '../features/overview/linked-accounts-card.tsx';
import { ReceiptsAndStatements } from '../features/overview/receipts-and-statements.tsx';
import { RecentDonations } from '../features/overview/recent-donations.tsx';
import { useIsAfterFirstPaint } from '../lib/use-is-after-first-paint.ts';
import { useMayPay } from '../parts/payment/use-may-pay.ts';
import { memberCampaignsQuery } from '../queries/campaigns.ts';
import { coverageQuery } from '../queries/coverage.ts';
import { memberQuery } from '../queries/members.ts';
import { AnswerCard } from '../ui/answer-card.tsx';
import { AnswerSkeleton } from '../ui/skeleton.tsx';

// Loaded only after a death in the household; the dashboard waits for it, because it is first.
const FamilyClaims = lazy(() =>
  import('../features/overview/family-claims.tsx').then((m) => ({ default: m.FamilyClaims })),
);

/** The queries of the answer: cover and dues. */
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
  /** Rendered below the answer. */
  note?: ReactNode;
}) {
  // Shown once all answers have loaded, to avoid layout shift; the sections below send their queries meanwhile.
  const answers = useQueries({ queries: answerQueries(memberId) });
  const mayPay = useMayPay(memberId);
  const coverage = answers[1].data;
  const hasClaims = isOwn && coverage?.mayHaveClaims === true;
  const [areClaimsIn, setClaimsIn] = useState(false);
  const onFetched = useCallback(() => setClaimsIn(true), []);
  const isLoading =
    mayPay === undefined || answers.some((answer) => !answer.isFetched) || (hasClaims && !areClaimsIn);
  // Rendering all of it at once delays the first paint on a slow phone.
  const isRestShown = useIsAfterFirstPaint();
  return (
    <>
      {isLoading && <DashboardSkeleton />}
      <div className="dashboard" hidden={isLoading}>
        <div className="dashboard-column">
          {isOwn && coverage?.deaths?.length ? <p>We are sorry for your loss.</p> : null}
          {hasClaims && (
            <Suspense fallback={null}>
              <FamilyClaims memberId={memberId} onFetched={onFetched} />
            </Suspense>
          )}
          <Answer memberId={memberId} isOwn={isOwn} mayPay={mayPay === true} />
          {note}
          {isRestShown && (
            <>
              <Fundraisers
                memberId={memberId}
                isOwn={isOwn}
                organizationNumber={organizationNumber}
                mayPay={mayPay === true}
              />
              {isOwn && <RecentDonations memberId={memberId} isOwn />}
            </>
          )}
        </div>
        <div className="dashboard-column">
          {isRestShown && !isOwn && <RecentDonations memberId={memberId} isOwn={false} />}
          {isRestShown && isOwn && <LinkedAccountsCard memberId={memberId} />}
          {/* Far below on a phone: its queries wait for the answers, so that they do not slow them. */}
          {isRestShown && isOwn && !isLoading && <ReceiptsAndStatements memberId={memberId} />}
        </div>
      </div>
    </>
  );
}

/** Placeholder of the answer while it loads. */
function DashboardSkeleton() {
  return (
    <div className="dashboard-skeleton">
      <AnswerCard label="Cover and dues">
        <AnswerSkeleton label="Loading what you are covered for, and what is due" />
      </AnswerCard>
    </div>
  );
}
