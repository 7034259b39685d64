import type { SavedCard } from '@kinfold/domain/card';
import type { Donation } from '@kinfold/domain/donation';
import type { CardData } from '@kinfold/domain/payment';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useDonateDraft } from '../../parts/payment/donate-draft.ts';
import { owedTo } from '../../parts/payment/due-to.ts';
import { openDues } from '../../parts/payment/payment-lines.ts';
import type { DonateTarget } from '../../parts/payment/payment-payload.ts';
import { savedCardsQuery } from '../../queries/cards.ts';
import { payableDonationsQuery } from '../../queries/donations.ts';
import { linkedAccountsQuery } from '../../queries/members.ts';
import { chosenCard } from './card-choice.tsx';
import { quotePayment } from './payment-quote.ts';

/** The state of the donate page: dues, linked accounts, saved cards, draft and the resulting payment. */
export function useDonation(target: DonateTarget, dues: readonly Donation[]) {
  const { memberId, payeeId, isGift } = target;
  const key = target.recipient?.key;
  const [draft, update] = useDonateDraft(
    memberId,
    [target.membershipId ?? payeeId, key].filter(Boolean).join('.'),
  );
  const linked = useQuery(linkedAccountsQuery(memberId));
  const cards = useQuery(savedCardsQuery(memberId));

  // The server does not accept dues and gifts in one payment.
  const linkedAccounts = isGift
    ? []
    : (linked.data ?? []).filter((account) => account.primary_member_id !== payeeId);
  const owing = linkedAccounts.filter((account) => owedTo(account, key).balance > 0);
  const ticked = owing.map((account) => account.primary_member_id).filter((id) => draft.ticked.includes(id));
  const linkedDues = useQueries({ queries: ticked.map(payableDonationsQuery) });

  const own = openDues(dues);
  const maySkipOwn = own.length > 0 && owing.length > 0;
  const paysOwn = draft.paysOwn || !maySkipOwn;
  const payment = quotePayment({
    dues: paysOwn ? own : [],
    isGift,
    amountText: paysOwn && (isGift || own.length > 0) ? draft.amountText : null,
    linkedDues: linkedDues
      .flatMap((query) => query.data ?? [])
      .filter((due) => key === undefined || (due.recipient?.key ?? '') === key),
  });

  const saved = cards.data ?? [];
  return {
    draft,
    update,
    linked,
    linkedAccounts,
    ticked,
    isAdding: linkedDues.some((query) => query.isPending),
    failedDues: linkedDues.find((query) => query.isError && !query.data),
    own,
    maySkipOwn,
    ownLabel: target.payeeId === memberId ? 'Pay your own dues' : `Pay for ${nameOf(own)}`,
    paysOwn,
    payment,
    cards,
    saved,
    /** The card to pay with: a saved one, NEW_CARD, or none. */
    chosen: chosenCard(draft.cardChoice, saved),
  };
}

function nameOf([due]: readonly Donation[]): string {
  return due ? `${due.primaryMember.firstNm} ${due.primaryMember.lastNm}` : '';
}

/** Returns the card data of a saved card for the payment. */
export function savedCardData({ id, cardType, last4, expirationDate }: SavedCard): CardData {
  return { id, cardType, last4, expirationDate };
}
