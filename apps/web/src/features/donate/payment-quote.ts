import { MAX_PAYMENT_LINES } from '@kinfold/domain/constants';
import type { Donation } from '@kinfold/domain/donation';
import { cents, WireCents, ZERO, type Cents } from '@kinfold/domain/money';
import { cardAmountProblem, paymentFigures } from '@kinfold/domain/payment';
import * as z from 'zod/mini';
import { money } from '../../lib/format.ts';
import type { Figures } from '../../parts/payment/payment-figures.tsx';
import {
  linesFor,
  openDues,
  owedOn,
  readAmount,
  type PaymentLine,
} from '../../parts/payment/payment-lines.ts';

/** The payment on the donate page; amounts in cents. */
export type PaymentQuote = {
  lines: PaymentLine[];
  /** The gift to an open campaign. */
  gift: Cents;
  figures: Figures;
  /** The error of the typed amount. */
  amountProblem: string | undefined;
  /** The error of the payment as a whole. */
  problem: string | undefined;
  /** Every open due of the payee with the amount paid on it and the rest. */
  ownParts: { due: Donation; amount: Cents; left: Cents }[];
};

/**
 * Computes the lines, figures and errors of a payment from the payee's dues (or a gift), the typed amount and the dues
 * of ticked accounts.
 */
export function quotePayment({
  dues,
  isGift,
  amountText,
  linkedDues,
}: {
  dues: readonly Donation[];
  isGift: boolean;
  amountText: string | null;
  linkedDues: readonly Donation[];
}): PaymentQuote {
  const own = openDues(dues);
  const linked = linesFor(openDues(linkedDues), false);
  const owed = owedOn(own);
  const typed =
    amountText === null && !isGift
      ? { amount: owed }
      : readAmount(amountText ?? '', { limit: isGift ? undefined : owed, mayBeZero: linked.length > 0 });
  const amount = 'amount' in typed ? typed.amount : ZERO;
  const gift = isGift ? amount : ZERO;
  const ownLines = isGift ? [] : linesFor(own, true, amount);
  const lines = [...ownLines, ...linked];
  const paidOn = new Map(ownLines.map((line) => [line.donation_id, line.amount]));
  const figures = paymentFigures([...lines, { amount: gift }]);
  const ownParts = own.map((due) => {
    const part = paidOn.get(due._id) ?? ZERO;
    return { due, amount: part, left: cents(due.payableBalance - part) };
  });
  const rests = ownParts.filter((part) => part.amount > 0).map(({ left }) => left);
  const cardProblem = cardAmountProblem(figures.amount, rests, money);
  const isTyped = amountText !== null;
  return {
    lines,
    gift,
    figures,
    amountProblem: 'problem' in typed ? typed.problem : isTyped ? cardProblem : undefined,
    problem: problemWith(lines, figures.amount) ?? cardProblem,
    ownParts,
  };
}

function problemWith(lines: readonly PaymentLine[], amount: Cents): string | undefined {
  if (lines.length > MAX_PAYMENT_LINES)
    return `One payment can hold ${MAX_PAYMENT_LINES} dues. Untick an account and pay it separately.`;
  if (!z.safeParse(WireCents, amount).success)
    return 'This is more than one card payment can be. Please ask the office of your organization.';
  return amount === 0 ? 'There is nothing to pay yet' : undefined;
}
