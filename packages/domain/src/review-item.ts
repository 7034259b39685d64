/**
 * The card provider's reports about money that the books do not have: refunds and disputes, including those made at the
 * provider itself, charges that nobody here requested, and transfers that failed. The office reviews each.
 */
import * as z from 'zod/mini';
import { showDate, WireInstant, type CalendarDate } from './dates.ts';
import { freeText } from './free-text.ts';
import { showMoney, WireMoney, type Cents } from './money.ts';
import { filterField } from './pagination.ts';
import { NO_FIELDS } from './problem.ts';

export const REVIEW_ITEM_TYPES = ['refund', 'dispute', 'unknown_payment', 'failed', 'autopay'] as const;
export type ReviewItemType = (typeof REVIEW_ITEM_TYPES)[number];

/** The label of each type, in lower case. */
export const REVIEW_ITEM_NAMES: Record<ReviewItemType, string> = {
  refund: 'refund',
  dispute: 'dispute',
  unknown_payment: 'unknown charge',
  failed: 'failed transfer',
  autopay: 'stopped autopay',
};

/**
 * The maximum number of items in a list; the oldest open ones come first, so that the rest follow as these are done.
 */
export const REVIEW_ITEMS_MAX = 100;

/** The provider's report about an object: its state, in the provider's own word, and the deadline for an answer. */
export type ReviewFacts = {
  type: ReviewItemType;
  providerStatus: string;
  /** The last day on which a dispute can be answered. */
  answerBy: CalendarDate | null;
};

/** Says what happened at the provider, and what the office has to do about it. */
export function reviewDetail({ type, providerStatus, answerBy }: ReviewFacts): string {
  if (type === 'refund')
    return providerStatus === 'succeeded'
      ? 'The card provider paid this back to the card. Here it still counts as paid.'
      : 'A refund to the card is on its way at the card provider. Here the payment still counts as paid.';
  if (providerStatus === 'transfer_refused')
    return 'The card provider did not move the dues of a refund or dispute from or to the connected account. See its website.';
  if (type === 'failed')
    return providerStatus === 'payout_unexplained'
      ? 'A payout to the bank account has a part that the card provider does not explain. See its website.'
      : providerStatus.startsWith('payout')
        ? 'A payout to the bank account did not go through. See the card provider’s website.'
        : 'A refund did not go through. The money has not reached the card.';
  if (type === 'autopay' && providerStatus === 'refused')
    return 'Dues were to be paid by a saved card by themselves. Three tries were refused before the card was charged, so they are left. The dues are still owed; the member was told by email.';
  if (type === 'autopay')
    return 'Dues were to be paid by a saved card by themselves. The card was declined three times, so this has stopped. The dues are still owed; the member was told by email.';
  if (type === 'dispute') return disputeDetail(providerStatus, answerBy);
  if (providerStatus === 'difference')
    return 'The books differ from the card provider’s here. The command `npm run reconcile` says how.';
  return providerStatus === 'mismatch'
    ? 'The charge differs from the payment that was requested here, and is not in the books.'
    : 'The card provider has a charge that no payment here requested.';
}

function disputeDetail(status: string, answerBy: CalendarDate | null): string {
  switch (status) {
    case 'won':
      return 'The dispute was won: the money stays. Here the payment counts as paid.';
    case 'lost':
      return 'The dispute was lost: the money went back to the cardholder. Here the dues are owed again.';
    case 'under_review':
      return 'The cardholder’s bank is looking at the answer to a dispute. Until it decides, the dues are owed again.';
    case 'warning_under_review':
      return 'The cardholder’s bank is looking at the answer to its question. No money was taken.';
    case 'warning_closed':
      return 'The bank closed its question about this payment. No money was taken.';
    default:
      return `The cardholder disputes this payment with their bank. Answer it on the card provider’s website${
        answerBy ? ` by ${showDate(answerBy)}` : ''
      }.`;
  }
}

/** A line of `npm run verify`: `To look at: refund of $15.00 on 11.25.2026, payment …`. `at` is a day in the deployment's zone. */
export function reviewLine(item: {
  type: ReviewItemType;
  amount: Cents | null;
  currency: string;
  at: CalendarDate;
  paymentId: string | null;
  providerId: string;
}): string {
  const what = REVIEW_ITEM_NAMES[item.type];
  const amount = item.amount === null ? '' : ` of ${showMoney(item.amount, item.currency)}`;
  const payment = item.paymentId ? `payment ${item.paymentId}` : 'no known payment';
  return `To look at: ${what}${amount} on ${showDate(item.at)}, ${payment} (${item.providerId}).`;
}

/**
 * A report of the provider that the office must review: `GET /v2/organizations/{n}/review-items` returns a list of
 * them. `amount` is in dollars; null if the provider names none.
 */
export const ReviewItem = z.object({
  _id: z.string(),
  type: z.enum(REVIEW_ITEM_TYPES),
  status: z.enum(['open', 'done']),
  at: WireInstant,
  amount: z.nullable(WireMoney),
  /** The payment here that it is about; null when none is known. */
  paymentId: z.nullable(z.string()),
  receiptNumber: z.nullable(z.string()),
  /** The people who were paid for. */
  member: z.nullable(z.object({ member_id: z.string(), name: z.string() })),
  organizationNumber: z.string(),
  /** Its id at the provider, for looking it up there. */
  providerId: z.string(),
  detail: z.string(),
  done: z.nullable(z.object({ by: z.string(), at: WireInstant, reason: z.string() })),
});
export type ReviewItem = z.infer<typeof ReviewItem>;

export const ReviewItems = z.array(ReviewItem);

/** `?status=done` lists reviewed items, the latest first; otherwise open ones. */
export const ReviewItemsQuery = z.object(
  { status: filterField(z.enum(['open', 'done']), 'status is open or done') },
  NO_FIELDS,
);

/** `POST /v2/review-items/{id}/done` */
export const ReviewDoneForm = z.object(
  { reason: freeText('Say what was done, in 3 to 300 characters', { min: 3, max: 300 }) },
  NO_FIELDS,
);
export type ReviewDoneForm = z.infer<typeof ReviewDoneForm>;
