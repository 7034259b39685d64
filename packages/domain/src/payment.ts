/** Paying dues by card (payments.md; wire: http.md "v1"). Amounts are integer cents. */
import * as z from 'zod/mini';
import { noCardNumber } from './card-number.ts';
import { MAX_PAYMENT_LINES } from './constants.ts';
import { WireInstant } from './dates.ts';
import { processingFee } from './fee.ts';
import { optionalText } from './free-text.ts';
import { cents, IntegerCents, sumCents, WireCents, WireMoney, type Cents } from './money.ts';
import { pageReply } from './pagination.ts';
import { NO_FIELDS } from './problem.ts';
import { listOf } from './text.ts';

const NO_CARD = 'Choose a card';

// An id of Stripe such as `pm_1Abc`, or empty. A card number sent in its place is refused.
const providerId = z
  .string(NO_CARD)
  .check(
    z.maxLength(255, { error: NO_CARD, abort: true }),
    z.regex(/^([a-z]+_\w{1,240})?$/i, NO_CARD),
    noCardNumber,
  );

/**
 * The card of a pay request: `token` of a new card or `id` of a saved one. The other fields are for the browser's own
 * screens; the server ignores them and asks the provider (decision 014).
 */
export const CardData = z
  .object(
    {
      token: z.optional(providerId),
      id: z.optional(providerId),
      cardType: optionalText('cardType', 50),
      last4: optionalText('last4', 4),
      expirationDate: optionalText('expirationDate', 7),
    },
    NO_CARD,
  )
  .check(
    z.refine((card) => Boolean(card.token) || Boolean(card.id), {
      error: NO_CARD,
      path: ['token'],
    }),
  );
export type CardData = z.infer<typeof CardData>;

const NO_DONATION = 'Not a donation';

// In lower case: ids are compared as text and become part of keys.
const DonationId = z.union(
  [z.string().check(z.regex(/^[0-9a-f]{24}$/i, NO_DONATION), z.toLowerCase()), z.literal(-1)],
  NO_DONATION,
);

/** Returns whether no donation is named twice: each of two lines could pay the whole balance, and so pay it twice. */
function isEachOnce(lines: readonly { donation_id: string | -1 }[]): boolean {
  const ids = lines.map((line) => line.donation_id).filter((id) => id !== -1);
  return new Set(ids).size === ids.length;
}

/** `POST /api/v1/member/{payee_member_id}/donation/pay` (http.md "v1"). */
export const DonationPayRequest = z.object(
  {
    payee_member_id: z.optional(z.string('payee_member_id is a text')),
    cardData: CardData,
    donationAmount: WireCents,
    processingFee: WireCents,
    campaign_id: z.optional(z.nullable(z.string('campaign_id is a text'))),
    campaignName: optionalText('campaignName'),
    donation_id: z._default(DonationId, -1),
    donations: z._default(
      z
        .array(
          z.object(
            {
              donation_id: DonationId,
              amount: WireCents.check(z.refine((amount) => amount > 0, 'An amount is at least one cent')),
              extRef: optionalText('extRef'),
              isPrimary: z.optional(z.nullable(z.boolean('isPrimary is true or false'))),
            },
            NO_DONATION,
          ),
          'donations is a list',
        )
        .check(
          z.maxLength(MAX_PAYMENT_LINES, `At most ${MAX_PAYMENT_LINES} donations in one payment`),
          z.refine(isEachOnce, 'A donation is paid once in a payment'),
        ),
      [],
    ),
  },
  NO_FIELDS,
);
export type DonationPayRequest = z.infer<typeof DonationPayRequest>;

/** The answer to a successful payment; `amount_paid` is cents, fee included. */
export const DonationPayAnswer = z.object({
  data: z.object({
    amount_paid: IntegerCents,
    payment_id: z.string(),
    receipt_number: z.string(),
  }),
});

/** 202: the bank asks the cardholder to confirm (3-D Secure), or the outcome is not known yet (decision 005). */
export const DonationPayPending = z.object({
  status: z.enum(['requires_action', 'processing']),
  payment_id: z.string(),
  client_secret: z.nullable(z.string()),
});

const PaidLine = z.object({
  donation_id: z.string(),
  description: z.string(),
  paidFor: z.string(),
  organizationName: z.string(),
  amount: WireMoney,
});

/** The recipients of a payment: the organizations of its lines, each once, as in `Grace Church and Hope Chapel`. */
export function organizationsText(lines: readonly { organizationName: string }[]): string {
  return listOf(lines.map(({ organizationName }) => organizationName));
}

/**
 * `GET /v2/payments/{paymentId}`: a receipt, for the paying user or member. `paidOn` is the day of `paidDt` in the
 * deployment's time zone, `YYYY-MM-DD`.
 */
export const Receipt = z.object({
  payment_id: z.string(),
  receipt_number: z.string(),
  paidDt: WireInstant,
  paidOn: z.string(),
  organizationName: z.string(),
  lines: z.array(PaidLine),
  amount: WireMoney,
  processingFee: WireMoney,
  total: WireMoney,
  cardType: z.nullable(z.string()),
  last4: z.nullable(z.string()),
  /** It was paid by autopay. */
  byAutopay: z.optional(z.literal(true)),
});
export type Receipt = z.infer<typeof Receipt>;

/**
 * A payment by the member, or by another person on memberships that the member pays for, or that cover the member and
 * whose payer is linked; of the latter only the lines on these memberships. `payment_id` and `receipt_number` are null
 * if the member has no receipt: cash, checks and payments by others (decision 010).
 */
export const MemberPayment = z.object({
  payment_id: z.nullable(z.string()),
  receipt_number: z.nullable(z.string()),
  /** The id of its receipt as a PDF (`GET /v2/members/{id}/payments/{receipt_id}/receipt.pdf`), also of cash and checks. */
  receipt_id: z.optional(z.string()),
  paidDt: WireInstant,
  paidOn: z.string(),
  method: z.string(),
  /** `donation_id` is null for a payment before Kinfold, which is on no dues here. */
  lines: z.array(z.extend(PaidLine, { donation_id: z.nullable(z.string()) })),
  amount: WireMoney,
  processingFee: WireMoney,
  total: WireMoney,
});
export type MemberPayment = z.infer<typeof MemberPayment>;

/** A page of payments (`GET /v2/members/{id}/payments`), newest first. */
export const MemberPaymentPage = pageReply('payments', MemberPayment);

/** The organization of a line, if needed: a payment to one organization names it once, above the lines. */
export function organizationOfLine<Line extends { organizationName: string }>(
  line: Line,
  lines: readonly Line[],
): string | undefined {
  const isOther = ({ organizationName }: Line) => organizationName !== line.organizationName;
  return lines.some(isOther) ? line.organizationName : undefined;
}

/** The sum of the lines, its processing fee, and the total, in cents: a pay request must contain them. */
export function paymentFigures(lines: readonly { amount: Cents }[]): {
  amount: Cents;
  processingFee: Cents;
  total: Cents;
} {
  const amount = sumCents(lines.map((line) => line.amount));
  const fee = processingFee(amount);
  return { amount, processingFee: fee, total: cents(amount + fee) };
}

/**
 * The minimum that a card can pay, in cents: with its fee, 48, it makes 50, Stripe's smallest charge in US dollars.
 * Other currencies have their own limits; there Stripe refuses a smaller charge.
 */
const MIN_CARD_AMOUNT = cents(2);

/**
 * Returns why a card cannot pay an amount, or undefined if it can: the amount is below the smallest charge, or it
 * leaves a balance below that on some dues, which no card could pay later. `rests` are the remaining balances, in
 * cents.
 */
export function cardAmountProblem(
  amount: Cents,
  rests: readonly Cents[],
  show: (amount: Cents) => string,
): string | undefined {
  if (amount > 0 && amount < MIN_CARD_AMOUNT)
    return `A card can pay ${show(MIN_CARD_AMOUNT)} or more, before the fee.`;
  const stuck = sumCents(rests.filter((rest) => rest > 0 && rest < MIN_CARD_AMOUNT));
  if (stuck === 0) return undefined;
  return `This would leave ${show(stuck)} open, too little for a card to pay later. Please pay ${show(stuck)} more.`;
}

/**
 * A receipt number that can be read aloud: the first 12 hexadecimal digits of the payment's UUID, `K-1A2B-3C4D-5E6F`.
 */
export function receiptNumber(paymentId: string): string {
  const letters = paymentId.replaceAll('-', '').slice(0, 12).toUpperCase();
  return `K-${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8, 12)}`;
}

/**
 * One side of a ledger entry (double-entry bookkeeping), in cents: debits are positive, credits negative. A posting on
 * a donation names the organization that the money is for.
 */
export type Posting = { account: string; amount: Cents; organizationNumber?: string };

/** Returns whether the postings of an entry sum to zero, as every entry must. */
export function isBalanced(postings: readonly Posting[]): boolean {
  return sumCents(postings.map((posting) => posting.amount)) === 0;
}

/** The account that holds the payments on a donation. */
export const donationAccount = (donationId: string) => `donation:${donationId}`;

/** The account that holds what was waived of a donation. */
export const waiverAccount = (donationId: string) => `waiver:${donationId}`;

const CREDIT = 'credit:';

/** What payers added for card fees. */
export const FEE_ACCOUNT = 'processing-fee';

/** The account that holds what a member has paid ahead. */
export const creditAccount = (memberId: string) => `${CREDIT}${memberId}`;

/** Returns whether an account holds what a member has paid ahead. */
export const isCreditAccount = (account: string) => account.startsWith(CREDIT);

type Entries = Iterable<{ postings: readonly Posting[] }>;

/** Returns what was paid on a donation according to ledger entries, in cents: its credits less its debits. */
export function paidOn(donationId: string, entries: Entries): Cents {
  return creditedTo(donationAccount(donationId), entries);
}

/** Returns what was waived of a donation according to ledger entries, in cents. */
export function waivedOn(donationId: string, entries: Entries): Cents {
  return creditedTo(waiverAccount(donationId), entries);
}

/** The credits of an account less its debits, in cents. */
export function creditedTo(account: string, entries: Entries): Cents {
  let credited = 0;
  for (const entry of entries)
    for (const posting of entry.postings) if (posting.account === account) credited -= posting.amount;
  return cents(credited);
}
