import { useQuery } from '@tanstack/react-query';
import { LinkAccountOffer } from '../../../features/account-linking/link-account-offer.tsx';
import { PaymentCards } from '../../../features/cards/payment-cards.tsx';
import { ChangePassword } from '../../../features/profile/change-password.tsx';
import { DeleteSignIn } from '../../../features/profile/delete-sign-in.tsx';
import { ProfileDetails } from '../../../features/profile/profile-details.tsx';
import { SignOutEverywhere } from '../../../features/profile/sign-out-everywhere.tsx';
import { useSession } from '../../../lib/session.ts';
import { BackToOverview } from '../../../parts/member/back-to-overview.tsx';
import { memberQuery } from '../../../queries/members.ts';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Page } from '../../../ui/page.tsx';

/** `/my/profile`: contact data and saved cards of the signed-in member. */
export function ProfilePage() {
  const session = useSession();
  return (
    <Page title="User Profile">
      {session?.memberId ? (
        <Profile memberId={session.memberId} email={session.email} />
      ) : (
        <>
          <Card title="About you">
            <p className="break-anywhere">{session?.email}</p>
          </Card>
          <LinkAccountOffer />
        </>
      )}
      <ChangePassword />
      <SignOutEverywhere />
      <DeleteSignIn />
      <BackToOverview />
    </Page>
  );
}

function Profile({ memberId, email }: { memberId: string; email: string }) {
  const query = useQuery(memberQuery(memberId));
  return (
    <>
      <Loaded
        query={query}
        what="your profile"
        rows={4}
        frame={(state) => <Card title="About you">{state}</Card>}
      >
        {(member) => <ProfileDetails member={member} email={email} />}
      </Loaded>
      <PaymentCards memberId={memberId} />
    </>
  );
}
