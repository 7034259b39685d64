import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { AddressUpdateForm } from '../../../features/address-confirmation/address-update-form.tsx';
import { useSession } from '../../../lib/session.ts';
import { paths, safeReturnTo } from '../../../paths.ts';
import { memberQuery } from '../../../queries/members.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Page } from '../../../ui/page.tsx';

/** `/address-update` and its thank-you. */
export function AddressUpdatePage() {
  const memberId = useSession()?.memberId;
  const returnTo = safeReturnTo(useSearchParams()[0].get('returnTo'));
  const [isDone, setDone] = useState(false);
  if (!memberId) return <Navigate to={paths.linkAccount.href({ returnTo })} replace />;
  if (isDone)
    return (
      <Page key="thanks" title="Thank you" lead="Your address is saved. Letters go there from now on.">
        <div className="button-row">
          <ButtonLink to={returnTo ?? paths.overview.href()}>Continue</ButtonLink>
        </div>
      </Page>
    );
  return (
    <div className="page-narrow">
      <Page
        key="form"
        title="Update Contact Information"
        lead="Where should letters about your membership go?"
      >
        <Update memberId={memberId} onDone={() => setDone(true)} />
        <p className="way-line">
          <Link to={returnTo ?? paths.overview.href()}>Leave it as it is</Link>
        </p>
      </Page>
    </div>
  );
}

function Update({ memberId, onDone }: { memberId: string; onDone: () => void }) {
  const query = useQuery(memberQuery(memberId));
  return (
    <Loaded query={query} what="your address">
      {(member) => <AddressUpdateForm member={member} onDone={onDone} />}
    </Loaded>
  );
}
