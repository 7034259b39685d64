/** The older payment (spec sections 7 and 8): a typed test card pays dues whole. Amounts are integer cents. */
import type { Donation } from '@kinfold/domain/donation';
import { fullYear, type OlderCardForm, type OlderPayRequest } from '@kinfold/domain/older-payment';
import type { Figures } from '../../parts/payment-figures.tsx';

/** One line of the Summary card: what, its reference, and what is open of it. */
export function summaryLine(due: Donation) {
  return {
    id: due._id,
    description: `${due.campaignName}: ${due.campaignRunName}`,
    ref: due.externalRef,
    amount: due.payableBalance,
  };
}

/** The request that pays these dues. */
export function olderPayRequest(
  payer: { memberId: string; memberName: string },
  dues: readonly Donation[],
  { processingFee, total }: Figures,
  card: OlderCardForm,
): OlderPayRequest {
  const lines = dues.map(summaryLine);
  return {
    ...payer,
    externalRef: lines.length > 1 ? 'Multiple' : (lines[0]?.ref ?? null),
    testMode: true,
    orderTotal: total,
    processingFee,
    lineItems: lines.map(({ ref, description, amount }) => ({
      name: (ref ?? description).slice(0, 200),
      price: amount,
    })),
    cardholderName: card.cardholderName,
    card: {
      cardNumber: card.cardNumber,
      expMonth: card.expMM.padStart(2, '0'),
      expYear: String(fullYear(card.expYY)),
      CVV: card.CCV,
    },
  };
}

const keyOf = (memberId: string) => `kinfold.older-payment.${memberId}`;

/** The id of a payment that was sent and never answered, in this tab. */
export const unansweredPayment = {
  read: (memberId: string): string | null => sessionStorage.getItem(keyOf(memberId)),
  keep: (memberId: string, paymentId: string): void => sessionStorage.setItem(keyOf(memberId), paymentId),
  forget: (memberId: string): void => sessionStorage.removeItem(keyOf(memberId)),
};
