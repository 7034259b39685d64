import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LinkAccountHint, LinkAccountOffer } from '../../../features/account-linking/link-account-offer.tsx';
import { OrganizationDetails } from '../../../features/organizations/organization-details.tsx';
import { asProblem } from '../../../lib/problem.ts';
import { useSession } from '../../../lib/session.ts';
import { toast } from '../../../lib/toast.ts';
import { BackToOverview } from '../../../parts/member/back-to-overview.tsx';
import { myOrganizationQuery } from '../../../queries/organizations.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { EmptyState } from '../../../ui/states.tsx';

/** `/my/organization`: the user's organization and its contacts. */
export function MyOrganizationPage() {
  const isLinked = useSession()?.memberId !== null;
  const query = useQuery(myOrganizationQuery);
  const { data, error, errorUpdatedAt } = query;
  // Errors are also shown as a toast (spec section 8); 403 and 404 are expected here.
  useEffect(() => {
    const failed = error && asProblem(error);
    if (failed && ![403, 404].includes(failed.status)) toast.problem(failed);
  }, [error, errorUpdatedAt]);
  return (
    <Page title="My organization" heading={data?.organizationName ?? 'My organization'}>
      <Loaded
        query={query}
        what="your organization"
        on={{
          404: ({ detail }) =>
            isLinked ? (
              <EmptyState title={detail}>
                Ask the office of your church or organization to connect your sign-in with it.
              </EmptyState>
            ) : (
              <LinkAccountOffer />
            ),
        }}
      >
        {(organization) => <OrganizationDetails organization={organization} />}
      </Loaded>
      {isLinked ? <BackToOverview /> : data && <LinkAccountHint />}
    </Page>
  );
}
