import { LinkAccountOffer } from '../../../features/account-linking/link-account-offer.tsx';
import { AutopayFunds } from '../../../features/autopay/autopay-funds.tsx';
import { useSession } from '../../../lib/session.ts';
import { BackToOverview } from '../../../parts/member/back-to-overview.tsx';
import { Page } from '../../../ui/page.tsx';

/** `/my/autopay`: the funds whose dues are paid by a saved card by themselves. */
export function AutopayPage() {
  const memberId = useSession()?.memberId;
  return (
    <Page
      title="Paid by itself"
      lead="Your dues can be paid with a card that you keep here, without you doing anything. We send you an email five days before, and you can stop it at any time."
    >
      {memberId ? <AutopayFunds memberId={memberId} /> : <LinkAccountOffer />}
      <BackToOverview />
    </Page>
  );
}
