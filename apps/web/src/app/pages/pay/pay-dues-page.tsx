import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router-dom';
import { asProblem } from '../../../lib/problem.ts';
import { paths } from '../../../paths.ts';
import { messageLinkQuery } from '../../../queries/messages.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Page } from '../../../ui/page.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorPanel } from '../../../ui/states.tsx';

/** `/pay/:token/dues`: the dues that the link of a reminder is about, to be paid. */
export function PayDuesPage() {
  const { token = '' } = useParams();
  const { data, error, refetch } = useQuery(messageLinkQuery(token));
  if (data)
    return <Navigate to={paths.membershipDonate.href(data.member_id, data.campaignMembershipId)} replace />;
  const problem = error && asProblem(error);
  return (
    <Page title="Pay what is due">
      {!problem && <SkeletonRows rows={3} label="Loading what is due" />}
      {problem?.status === 404 && (
        <EmptyState title="This link does not lead to dues of yours">
          It may be an old one, or of a mail to somebody else. What you can pay stands here:
        </EmptyState>
      )}
      {problem && problem.status !== 404 && (
        <ErrorPanel
          problem={problem}
          title="We cannot show what is due at the moment."
          onRetry={() => void refetch()}
        />
      )}
      {problem && (
        <div className="button-row">
          <ButtonLink to={paths.donate.href()}>See what is due</ButtonLink>
          <ButtonLink variant="outline-primary" to={paths.overview.href()}>
            Go to your overview
          </ButtonLink>
        </div>
      )}
    </Page>
  );
}
