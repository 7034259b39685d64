import type { PaymentDetails } from './organization-payment.ts';

/** What happened to a payment, in words. */
export const STORY_TEXTS: Record<PaymentDetails['story'][number]['what'], string> = {
  try: 'The card was tried',
  charge: 'Paid',
  receipt: 'The receipt was mailed',
  refund_requested: 'A refund was asked for',
  refund_refused: 'The card provider refused the refund: nothing went back',
  refund: 'Went back to the card',
  refund_failed: 'The refund did not reach the card: the money came again',
  dispute: 'Taken back by the cardholder’s bank: a dispute',
  dispute_won: 'The dispute was won: the money came again',
  dues_waived: 'Waived with it: not owed again',
  credited: 'The dues were settled otherwise: credit of who paid',
};
