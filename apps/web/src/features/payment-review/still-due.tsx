import { useQuery } from '@tanstack/react-query';
import { money } from '../../lib/format.ts';
import { donateToHref, dueTo } from '../../parts/payment/due-to.ts';
import { payableDonationsQuery } from '../../queries/donations.ts';
import { linkedAccountsQuery } from '../../queries/members.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Callout } from '../../ui/callout.tsx';

/** Shown after a payment to one recipient: dues to others, each with a link to pay it next. Empty if there are none. */
export function StillDue({ memberId, paidTo }: { memberId: string; paidTo: string }) {
  const dues = useQuery(payableDonationsQuery(memberId)).data ?? [];
  const linked = useQuery(linkedAccountsQuery(memberId)).data ?? [];
  const others = dueTo(dues, linked).filter(
    ({ recipient }) => recipient.key !== paidTo && recipient.takesCards,
  );
  return others.map((due) => (
    <Callout
      key={due.recipient.key}
      tone="due"
      title={`${money(due.balance)} is still due to ${due.recipient.name}`}
    >
      <div className="button-row d-print-none">
        <ButtonLink to={donateToHref(due)}>Pay it now</ButtonLink>
      </div>
    </Callout>
  ));
}
