import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router-dom';
import { AddressConfirm } from '../../../features/address-confirmation/address-confirm.tsx';
import { useSession } from '../../../lib/session.ts';
import { paths, safeReturnTo } from '../../../paths.ts';
import { memberQuery } from '../../../queries/members.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Page } from '../../../ui/page.tsx';

/** `/address-confirm`: after sign-in, when the address was last confirmed 60 or more days ago. */
export function AddressConfirmPage() {
  const memberId = useSession()?.memberId;
  const returnTo = safeReturnTo(useSearchParams()[0].get('returnTo'));
  if (!memberId) return <Navigate to={paths.linkAccount.href({ returnTo })} replace />;
  return (
    <Page
      title="Please Verify Your Address"
      lead="We ask for it every two months, so that letters reach you."
    >
      <Confirm memberId={memberId} returnTo={returnTo} />
    </Page>
  );
}

function Confirm({ memberId, returnTo }: { memberId: string; returnTo: string | undefined }) {
  const query = useQuery(memberQuery(memberId));
  return (
    <Loaded
      query={query}
      what="your address"
      rows={2}
      frame={(state, problem) => (
        <>
          {state}
          {problem && (
            <div className="button-row">
              <ButtonLink variant="outline-primary" to={returnTo ?? paths.overview.href()}>
                Go on without
              </ButtonLink>
            </div>
          )}
        </>
      )}
    >
      {(member) =>
        member.address ? (
          <AddressConfirm member={member} address={member.address} returnTo={returnTo} />
        ) : (
          <>
            <p>We have no address for you yet.</p>
            <div className="button-row">
              <ButtonLink to={paths.addressUpdate.href({ returnTo })}>Update My Address</ButtonLink>
              <ButtonLink variant="outline-primary" to={returnTo ?? paths.overview.href()}>
                Not now
              </ButtonLink>
            </div>
          </>
        )
      }
    </Loaded>
  );
}
