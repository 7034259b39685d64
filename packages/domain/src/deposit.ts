/** Deposits: what reached the bank account, and the payments, fees, refunds and disputes that it consists of. */
import * as z from 'zod/mini';
import { DEFAULT_PAYMENTS_PAGE } from './constants.ts';
import { dateField, WireInstant } from './dates.ts';
import { requestText } from './free-text.ts';
import { cents, sumCents, WireMoney, ZERO, type Cents } from './money.ts';
import { pageQuery, pageReply } from './pagination.ts';
import { NO_FIELDS } from './problem.ts';

/**
 * What an item of a deposit is. `batch` and `cash_payment` were taken to the bank; `other` is a movement of the provider
 * about no payment here; `organizations` is what belongs to organizations that the reader may not see.
 */
export const DEPOSIT_ITEM_TYPES = [
  'payment',
  'refund',
  'dispute',
  'fee',
  'batch',
  'cash_payment',
  'other',
  'organizations',
] as const;
export type DepositItemType = (typeof DEPOSIT_ITEM_TYPES)[number];

/** An item: `amount` is what it adds to the deposit, after `fee`, which the provider kept of it. In dollars. */
export const DepositItem = z.object({
  type: z.enum(DEPOSIT_ITEM_TYPES),
  amount: WireMoney,
  fee: WireMoney,
  paymentId: z.optional(z.string()),
  batchId: z.optional(z.string()),
  /** What it is in words: whose dues were paid, or the name of the batch. */
  name: z.optional(z.string()),
});
export type DepositItem = z.infer<typeof DepositItem>;

/**
 * A deposit: a payout of the card provider, or money that was taken to the bank. It never changes; `amount` is negative
 * where the bank sent a payout back. Its items sum to its amount, in dollars.
 */
export const Deposit = z.object({
  _id: z.string(),
  type: z.enum(['payout', 'cash']),
  /** The day on which it arrived, or was taken to the bank: YYYY-MM-DD. */
  arrivalDt: z.string(),
  amount: WireMoney,
  /** Whose money it holds, of the organizations that the reader may see. */
  organizations: z.array(z.object({ organizationNumber: z.string(), organizationName: z.string() })),
  items: z.array(DepositItem),
  recordedBy: z.nullable(z.string()),
  createdDt: WireInstant,
});
export type Deposit = z.infer<typeof Deposit>;

/** `GET /v2/organizations/{n}/deposits`, the newest first; `*` for those of all organizations. */
export const DepositPage = pageReply('deposits', Deposit);
export const DepositsQuery = pageQuery(DEFAULT_PAYMENTS_PAGE);

/** Closed batches, and payments without a batch, whose cash and checks are in no deposit yet; in dollars. */
export const Depositable = z.object({
  batches: z.array(z.object({ batchId: z.string(), name: z.string(), dt: z.string(), amount: WireMoney })),
  payments: z.array(
    z.object({
      paymentId: z.string(),
      name: z.string(),
      dt: z.string(),
      method: z.string(),
      amount: WireMoney,
    }),
  ),
});
export type Depositable = z.infer<typeof Depositable>;

/** The largest number of batches and payments in one deposit. */
const MOST = 200;

const idsField = (name: string) =>
  z._default(
    z.array(requestText(name, 36), `${name} is a list`).check(
      z.maxLength(MOST, `At most ${MOST} in one deposit`),
      z.refine((ids) => new Set(ids).size === ids.length, 'Each is in a deposit once'),
    ),
    [],
  );

/** `POST /v2/organizations/{n}/deposits`: what was taken to the bank as one deposit, and on which day. */
export const DepositForm = z
  .object(
    {
      depositId: z
        .string('depositId is a UUID')
        .check(
          z.regex(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i, 'depositId is a UUID'),
          z.toLowerCase(),
        ),
      dt: dateField('Enter a date as MM/DD/YYYY'),
      batchIds: idsField('batchIds'),
      paymentIds: idsField('paymentIds'),
    },
    NO_FIELDS,
  )
  .check(
    z.refine(({ batchIds, paymentIds }) => batchIds.length + paymentIds.length > 0, {
      error: 'Choose what was taken to the bank',
      path: ['batchIds'],
    }),
  );
export type DepositForm = z.infer<typeof DepositForm>;

/** A line that explains a deposit. */
export type DepositLine = { label: string; amount: Cents };

const LINES: readonly { label: string; types: readonly DepositItemType[] }[] = [
  { label: 'Paid in', types: ['payment', 'batch', 'cash_payment'] },
  { label: 'Refunded', types: ['refund'] },
  { label: 'Disputed', types: ['dispute'] },
  { label: 'Other movements', types: ['other'] },
  { label: 'Of other organizations', types: ['organizations'] },
];

/** Explains a deposit in words: what was paid in, what was kept or went back, and what is left. Amounts in cents. */
export function depositLines(
  items: readonly { type: DepositItemType; amount: Cents; fee: Cents }[],
): DepositLine[] {
  const shown = LINES.map(({ label, types }) => {
    const own = items.filter(({ type }) => types.includes(type));
    return { label, amount: sumCents(own.map(({ amount, fee }) => cents(amount + fee))) };
  });
  const charged = items.filter(({ type }) => type === 'fee').map(({ amount }) => amount);
  const fees = cents(sumCents(charged) - sumCents(items.map(({ fee }) => fee)));
  const [paidIn, ...others] = shown;
  const between = [{ label: 'Card fees', amount: fees }, ...others].filter(({ amount }) => amount !== ZERO);
  const total = sumCents(items.map(({ amount }) => amount));
  return [...(paidIn ? [paidIn] : []), ...between, { label: 'Deposited', amount: total }];
}

/** The part of an item that belongs to an organization: what its dues are, what comes with them, and its part of the fee. */
export type DepositPart = { organizationNumber: string; dues: Cents; surcharge: Cents; fee: Cents };

/**
 * Divides what an item moved over the organizations of its dues, to the cent: what is more than the dues (the processing
 * fee of the payer) and the provider's fee in proportion to them; the last one takes the rest.
 */
export function partsOfItem(
  moved: Cents,
  fee: Cents,
  dues: readonly { organizationNumber: string; amount: Cents }[],
): DepositPart[] {
  const total = sumCents(dues.map(({ amount }) => amount));
  const left = { surcharge: moved - total, fee: fee as number };
  return dues.map(({ organizationNumber, amount }, index) => {
    const isLast = index === dues.length - 1;
    const share = (all: number, rest: number) =>
      isLast || total === 0 ? rest : Math.round((all * amount) / total);
    const surcharge = share(moved - total, left.surcharge);
    const ownFee = share(fee, left.fee);
    left.surcharge -= surcharge;
    left.fee -= ownFee;
    return { organizationNumber, dues: amount, surcharge: cents(surcharge), fee: cents(ownFee) };
  });
}
