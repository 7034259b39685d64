/** The older payment (spec sections 7 and 8) pays dues in full with a typed test card. Amounts are integer cents. */
import type { Donation } from '@kinfold/domain/donation';
import { fullYear, type OlderCardForm, type OlderPayRequest } from '@kinfold/domain/older-payment';
import type { Figures } from '../../parts/payment/payment-figures.tsx';

/** A line of the Summary card; `amount` is the open amount. */
export function summaryLine(due: Donation) {
  return {
    id: due._id,
    description: `${due.campaignName}: ${due.campaignRunName}`,
    ref: due.externalRef,
    amount: due.payableBalance,
  };
}

/** Returns the body of the pay request. */
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

/** The id of a payment that was sent without an answer, kept in sessionStorage. */
export const unansweredPayment = {
  read: (memberId: string): string | null => sessionStorage.getItem(keyOf(memberId)),
  keep: (memberId: string, paymentId: string): void => sessionStorage.setItem(keyOf(memberId), paymentId),
  forget: (memberId: string): void => sessionStorage.removeItem(keyOf(memberId)),
};
