import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router-dom';
import { AddressConfirm } from '../../../features/address-confirmation/address-confirm.tsx';
import { asProblem } from '../../../lib/problem.ts';
import { useSession } from '../../../lib/session.ts';
import { paths, safeReturnTo } from '../../../paths.ts';
import { memberQuery } from '../../../queries/members.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Page } from '../../../ui/page.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { ErrorPanel } from '../../../ui/states.tsx';

/** `/address-confirm`: after sign-in, when the address was last confirmed 60 or more days ago. */
export function AddressConfirmPage() {
  const memberId = useSession()?.memberId;
  const returnTo = safeReturnTo(useSearchParams()[0].get('returnTo'));
  if (!memberId) return <Navigate to={paths.linkAccount.href({ returnTo })} replace />;
  return (
    <Page
      title="Please Verify Your Address"
      lead="Every two months we ask whether it is still right, so that letters reach you."
    >
      <Confirm memberId={memberId} returnTo={returnTo} />
    </Page>
  );
}

function Confirm({ memberId, returnTo }: { memberId: string; returnTo: string | undefined }) {
  const { data: member, error, refetch } = useQuery(memberQuery(memberId));
  if (!member)
    return error ? (
      <>
        <ErrorPanel
          problem={asProblem(error)}
          title="We cannot show your address at the moment."
          onRetry={() => void refetch()}
        />
        <div className="button-row">
          <ButtonLink variant="outline-primary" to={returnTo ?? paths.overview.href()}>
            Go on without
          </ButtonLink>
        </div>
      </>
    ) : (
      <SkeletonRows rows={2} label="Loading your address" />
    );
  if (!member.address)
    return (
      <>
        <p>We have no address for you yet.</p>
        <div className="button-row">
          <ButtonLink to={paths.addressUpdate.href({ returnTo })}>Update My Address</ButtonLink>
          <ButtonLink variant="outline-primary" to={returnTo ?? paths.overview.href()}>
            Not now
          </ButtonLink>
        </div>
      </>
    );
  return <AddressConfirm member={member} address={member.address} returnTo={returnTo} />;
}
