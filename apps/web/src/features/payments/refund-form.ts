/** The refund form: what is typed, and the refund that it asks for. */
import { cents, centsFromText, plainMoney, sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import type { PaymentDetails } from '@kinfold/domain/organization-payment';
import { allocateNewestFirst, duesAfterRefund, RefundForm, type PaymentPart } from '@kinfold/domain/refund';
import * as z from 'zod/mini';

const HOW = ['all', 'part', 'lines'] as const;
const reason = RefundForm.shape.reason;

/** What the office types; amounts of lines by the ids of their dues. */
export type TypedRefund = {
  how: (typeof HOW)[number];
  part: string;
  amounts: Record<string, string>;
  includeFee: boolean;
  dues: 'owed' | 'waived';
  amountAgain: string;
  reason: string;
};

/** What is left of a payment on its dues. */
export const leftOf = ({ left }: PaymentDetails): PaymentPart[] =>
  left.lines
    .filter(({ amount }) => amount > 0)
    .map(({ donation_id: donationId, amount }) => ({ donationId, amount }));

/** The form before anything is typed: all that is left, with the fee. */
export const initialRefund = (payment: PaymentDetails): TypedRefund => ({
  how: 'all',
  part: '',
  amounts: Object.fromEntries(
    leftOf(payment).map(({ donationId, amount }) => [donationId, plainMoney(amount)]),
  ),
  includeFee: payment.left.processingFee > 0,
  dues: 'owed',
  amountAgain: '',
  reason: '',
});

/** The lines that are asked for; undefined while an amount cannot be read, or is more than is left. */
function linesOf({ how, part, amounts }: TypedRefund, payment: PaymentDetails): PaymentPart[] | undefined {
  const left = leftOf(payment);
  if (how === 'all') return left;
  if (how === 'part') {
    const amount = centsFromText(part);
    if (amount === undefined || amount <= 0) return undefined;
    const { lines, surplus } = allocateNewestFirst({ lines: left, fee: ZERO }, amount);
    return surplus > 0 ? undefined : lines;
  }
  const lines = left.map(({ donationId, amount }) => {
    const typed = amounts[donationId]?.trim() ? centsFromText(amounts[donationId]) : ZERO;
    return typed === undefined || typed < 0 || typed > amount ? undefined : { donationId, amount: typed };
  });
  if (lines.includes(undefined)) return undefined;
  return lines.filter((line) => line !== undefined && line.amount > 0) as PaymentPart[];
}

/** The sum of what goes back, in cents; undefined while it cannot be said. */
export function refundSum(typed: TypedRefund, payment: PaymentDetails): Cents | undefined {
  const lines = linesOf(typed, payment);
  if (!lines) return undefined;
  const fee = typed.includeFee ? payment.left.processingFee : ZERO;
  return cents(sumCents(lines.map(({ amount }) => amount)) + fee);
}

/** What becomes of the dues of a refund, by the rule of the server. */
export function duesAfter(typed: TypedRefund, payment: PaymentDetails) {
  const facts = new Map(payment.left.lines.map(({ donation_id: id, dues }) => [id, dues]));
  const parts = (linesOf(typed, payment) ?? []).map(({ donationId, amount }) => ({
    donationId,
    ...duesAfterRefund(
      amount,
      typed.dues,
      facts.get(donationId) ?? { balance: ZERO, partOfDead: ZERO, alreadyWaived: ZERO },
    ),
  }));
  return {
    owed: parts.filter(({ owed }) => owed > 0).map(({ donationId, owed }) => ({ donationId, amount: owed })),
    waived: parts
      .filter(({ waived }) => waived > 0)
      .map(({ donationId, waived }) => ({ donationId, amount: waived })),
  };
}

/** Whether a refund waits for a second person, by what went back of its payment before. */
export function needsSecond(typed: TypedRefund, payment: PaymentDetails): boolean {
  const sum = refundSum(typed, payment);
  const { refundLimit, left, total } = payment;
  if (refundLimit === undefined || sum === undefined) return false;
  const gone = total - sumCents(left.lines.map(({ amount }) => amount)) - left.processingFee;
  return sum + gone > refundLimit;
}

/** The schema of the form for a payment: errors beside the amounts, else the refund that it asks for. */
export const refundSchema = (payment: PaymentDetails) =>
  z.pipe(
    z
      .object({
        how: z.enum(HOW),
        part: z.string(),
        amounts: z.record(z.string(), z.string()),
        includeFee: z.boolean(),
        dues: z.enum(['owed', 'waived']),
        amountAgain: z.string(),
        reason,
      })
      .check((payload) => {
        const typed = payload.value;
        const refuse = (path: string[], message: string) =>
          payload.issues.push({ code: 'custom', input: typed, path, message });
        const left = leftOf(payment);
        const all = sumCents(left.map(({ amount }) => amount));
        const message = (most: Cents) => `An amount up to ${plainMoney(most)}, as in 12.50`;
        if (typed.how === 'part' && !linesOf(typed, payment)) refuse(['part'], message(all));
        if (needsSecond(typed, payment) && centsFromText(typed.amountAgain) !== refundSum(typed, payment))
          refuse(['amountAgain'], 'Type the whole amount that goes back again');
        if (typed.how !== 'lines') return;
        for (const { donationId, amount } of left) {
          const one = { ...payment, left: { ...payment.left, lines: [{ donation_id: donationId, amount }] } };
          if (!linesOf(typed, one)) refuse(['amounts', donationId], message(amount));
        }
        const [first] = left;
        if (first && refundSum(typed, payment) === 0)
          refuse(['amounts', first.donationId], 'Say how much goes back');
      }),
    z.transform((typed): RefundForm => {
      const lines = linesOf(typed, payment) ?? [];
      return {
        ...(lines.length && {
          lines: lines.map(({ donationId, amount }) => ({ donation_id: donationId, amount })),
        }),
        includeFee: typed.includeFee,
        ...(typed.dues === 'waived' && { dues: typed.dues }),
        ...(needsSecond(typed, payment) && { amountAgain: centsFromText(typed.amountAgain) }),
        reason: typed.reason,
      };
    }),
  );
