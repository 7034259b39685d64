/** Paying out what a claim was approved for (rules.md "Paying out"). Amounts are integer cents. */
import * as z from 'zod/mini';
import { isSamePerson } from './second-person.ts';
import { noCardNumber } from './card-number.ts';
import { paidOutOf, PAYOUT_METHODS, type PAYOUT_STATES } from './claim.ts';
import { dateField } from './dates.ts';
import { optionalText, requiredText } from './free-text.ts';
import { cents, showMoney, type Cents } from './money.ts';
import { NO_FIELDS } from './problem.ts';
import { moneyReason, positiveCents } from './waiver.ts';

/** How a payout reached the payee. */
export const PAYOUT_METHOD_NAMES: Readonly<Record<(typeof PAYOUT_METHODS)[number], string>> = {
  check: 'Check',
  zelle: 'Zelle',
  transfer: 'Bank transfer',
  cash: 'Cash',
};

/** `POST /v2/claims/{id}/payouts`: `payoutId` is made by the client, once for all tries; `payee` is the id of a payee. */
export const PayoutForm = z.object(
  {
    payoutId: z
      .string('payoutId is a text')
      .check(
        z.regex(/^[\w-]{8,64}$/, { error: 'payoutId is 8 to 64 letters or digits', abort: true }),
        noCardNumber,
      ),
    payee: requiredText('Choose who is paid', { max: 100 }),
    amount: positiveCents(),
    method: z.enum(PAYOUT_METHODS, 'Choose how it was paid'),
    reference: optionalText('reference', 100),
    paidDt: dateField('Enter a date as MM/DD/YYYY'),
  },
  NO_FIELDS,
);
export type PayoutForm = z.infer<typeof PayoutForm>;

/** `POST /v2/claims/{id}/payouts/{payoutId}/correct` */
export const PayoutCorrection = z.object({ reason: moneyReason() }, NO_FIELDS);
export type PayoutCorrection = z.infer<typeof PayoutCorrection>;

type Person = Parameters<typeof isSamePerson>[0];

/** Returns why somebody may not confirm a payout, or once it is confirmed take it back: they recorded it. Null where they may. */
export function payoutFault(
  { state, recorded }: { state: (typeof PAYOUT_STATES)[number]; recorded: Person },
  reader: Person,
): string | null {
  if (state === 'corrected' || !isSamePerson(recorded, reader)) return null;
  return state === 'recorded'
    ? 'You recorded this payout: another person confirms it.'
    : 'You recorded this payout, and it is confirmed: another person takes it back.';
}

type Paid = Parameters<typeof paidOutOf>[0][number];

/** Returns what may still be paid out of an approved amount. */
export const payoutLeft = (approved: Cents, payouts: readonly Paid[]): Cents =>
  cents(Math.max(0, approved - paidOutOf(payouts)));

/** Returns why an amount cannot be paid out, with the figures; undefined where it can. */
export function payoutProblem(
  amount: Cents,
  approved: Cents,
  payouts: readonly Paid[],
  currency: string,
): string | undefined {
  const left = payoutLeft(approved, payouts);
  if (amount <= left) return undefined;
  const money = (value: Cents) => showMoney(value, currency);
  return `${money(approved)} was approved and ${money(paidOutOf(payouts))} is paid out, so ${money(left)} is left. Nothing was recorded.`;
}
