import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { messageLinkQuery } from '../../../queries/messages.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { EmptyState } from '../../../ui/states.tsx';

/** `/pay/:token/dues`: the dues that a reminder links to, ready to be paid. */
export function PayDuesPage() {
  const { token = '' } = useParams();
  const query = useQuery(messageLinkQuery(token));
  return (
    <Loaded
      query={query}
      what="what is due"
      on={{
        404: () => (
          <EmptyState title="This link does not lead to your dues">
            It may be old, or from a mail to somebody else. Here is what you can pay:
          </EmptyState>
        ),
      }}
      frame={(state, problem) => (
        <Page title="Pay what is due">
          {state}
          {problem && (
            <div className="button-row">
              <ButtonLink to={paths.donate.href()}>See what is due</ButtonLink>
              <ButtonLink variant="outline-primary" to={paths.overview.href()}>
                Go to your overview
              </ButtonLink>
            </div>
          )}
        </Page>
      )}
    >
      {({ member_id, campaignMembershipId }) => (
        <Navigate to={paths.membershipDonate.href(member_id, campaignMembershipId)} replace />
      )}
    </Loaded>
  );
}
