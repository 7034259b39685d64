import type { SavedCard } from '@kinfold/domain/card';
import type { Donation } from '@kinfold/domain/donation';
import type { CardData } from '@kinfold/domain/payment';
import { useQueries, useQuery } from '@tanstack/react-query';
import { savedCardsQuery } from '../../queries/cards.ts';
import { memberDonationsQuery } from '../../queries/donations.ts';
import { linkedAccountsQuery } from '../../queries/members.ts';
import { methodOf } from './card-choice.tsx';
import { composePayment, type ComposedPayment } from './compose-payment.ts';
import { useDonateDraft } from './donate-draft.ts';
import { openDues } from './payment-lines.ts';
import type { NewPayment } from './payment-payload.ts';

/** Whose dues are paid, by whom, in which campaign. `membershipId` is null when it is everything a member owes. */
export type DonateTarget = {
  memberId: string;
  payeeId: string;
  membershipId: string | null;
  campaignId: string | null;
  campaignName: string | null;
  /** An open campaign: nothing is due and any amount may be given. */
  isGift: boolean;
};

/** What Donate shows and pays: the target's dues, the linked accounts, the saved cards, and what was chosen. */
export function useDonation(target: DonateTarget, dues: readonly Donation[]) {
  const { memberId, payeeId, isGift } = target;
  const [draft, update] = useDonateDraft(memberId, target.membershipId ?? payeeId);
  const linked = useQuery(linkedAccountsQuery(memberId));
  const cards = useQuery(savedCardsQuery(memberId));

  // A gift is a payment of its own: the server takes dues and gifts apart.
  const accounts = isGift
    ? []
    : (linked.data ?? []).filter((account) => account.primary_member_id !== payeeId);
  const owing = accounts.filter((account) => account.outstandingBalance > 0);
  const ticked = owing.map((account) => account.primary_member_id).filter((id) => draft.ticked.includes(id));
  const linkedDues = useQueries({ queries: ticked.map(memberDonationsQuery) });

  const own = openDues(dues);
  const maySkipOwn = own.length > 0 && owing.length > 0;
  const paysOwn = draft.paysOwn || !maySkipOwn;
  const payment = composePayment({
    dues: paysOwn ? own : [],
    isGift,
    amountText: paysOwn && (isGift || own.length > 0) ? draft.amountText : null,
    linkedDues: linkedDues.flatMap((query) => query.data ?? []),
  });

  const saved = cards.data ?? [];
  const method = methodOf(draft.method, saved);
  return {
    draft,
    update,
    linked,
    accounts,
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
    method,
    /** The saved card that pays. */
    chosen:
      method === 'existing'
        ? saved.find(({ id, isExpired }) => id === draft.cardId && !isExpired)
        : undefined,
  };
}

function nameOf([due]: readonly Donation[]): string {
  return due ? `${due.primaryMember.firstNm} ${due.primaryMember.lastNm}` : '';
}

/** The payment that Review gets (spec section 3, "Payment payload stored locally"). */
export function paymentOf(
  target: DonateTarget,
  payment: Pick<ComposedPayment, 'lines' | 'figures'>,
  cardData: CardData,
): NewPayment {
  const names = [...new Set(payment.lines.map((line) => line.campaignName))];
  return {
    payee_member_id: target.payeeId,
    campaign_id: target.campaignId,
    membershipId: target.membershipId,
    campaignName: (target.campaignName ?? names.join(', ')).slice(0, 200),
    totalAmount: payment.figures.total,
    processingFee: payment.figures.processingFee,
    cardData,
    donation_id: -1,
    donations: payment.lines,
  };
}

/** A saved card as it pays. */
export function savedCardData({ id, cardType, last4, expirationDate }: SavedCard): CardData {
  return { id, cardType, last4, expirationDate };
}
