import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LinkAccountHint, LinkAccountOffer } from '../../../features/account-linking/link-account-offer.tsx';
import { OrganizationDetails } from '../../../features/organizations/organization-details.tsx';
import { asProblem } from '../../../lib/problem.ts';
import { useSession } from '../../../lib/session.ts';
import { toast } from '../../../lib/toast.ts';
import { BackToOverview } from '../../../parts/member/back-to-overview.tsx';
import { myOrganizationQuery } from '../../../queries/organizations.ts';
import { Page } from '../../../ui/page.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorPanel } from '../../../ui/states.tsx';

/** `/my/organization`: the user's organization and its contacts. */
export function MyOrganizationPage() {
  const isLinked = useSession()?.memberId !== null;
  const { data, error, errorUpdatedAt, refetch } = useQuery(myOrganizationQuery);
  // Errors are also shown as a toast (spec section 8); 403 and 404 are expected here.
  useEffect(() => {
    const failed = error && asProblem(error);
    if (failed && ![403, 404].includes(failed.status)) toast.problem(failed);
  }, [error, errorUpdatedAt]);
  const problem = error && !data ? asProblem(error) : undefined;
  return (
    <Page title="My organization" heading={data?.organizationName ?? 'My organization'}>
      {data && <OrganizationDetails organization={data} />}
      {problem &&
        (problem.status === 404 && !isLinked ? (
          <LinkAccountOffer />
        ) : problem.status === 404 ? (
          <EmptyState title={problem.detail}>
            Ask the office of your church or organization to connect your sign-in with it.
          </EmptyState>
        ) : (
          <ErrorPanel
            problem={problem}
            title="We cannot show your organization at the moment."
            onRetry={() => void refetch()}
          />
        ))}
      {!data && !problem && <SkeletonRows rows={3} label="Loading your organization" />}
      {isLinked ? <BackToOverview /> : data && <LinkAccountHint />}
    </Page>
  );
}
