/**
 * Sends a payment until its outcome is known (payments.md, steps 8 and 9). Every request has the same payment id, so
 * that it is charged once; a new id could charge twice. Independent of React and the network.
 */
import { declineText } from '@kinfold/domain/decline';
import { DonationPayAnswer, DonationPayPending } from '@kinfold/domain/payment';
import type { Cents } from '@kinfold/domain/money';
import { cents } from '@kinfold/domain/money';
import * as z from 'zod/mini';
import { asProblem, type Problem } from '../../lib/problem.ts';
import { KNOWN_CARD } from '../../parts/payment/payment-payload.ts';

/** The outcome of a payment. Nothing was charged if it is declined, held up, busy, changed or refused. */
export type PayOutcome =
  | { kind: 'paid'; paymentId: string; receiptNumber: string; amountPaid: Cents }
  | { kind: 'declined' | 'too_many_declines'; text: string; hint: string }
  | { kind: 'busy' }
  | { kind: 'changed'; figures: { amount: Cents; processingFee: Cents; total: Cents } | undefined }
  | { kind: 'refused'; text: string }
  | { kind: 'unknown' }
  | { kind: 'unconfirmed' };

/** The progress shown while polling. */
export type PayStage = 'paying' | 'confirming' | 'checking';

export type PollPorts = {
  /** Sends the payment; throws a Problem for anything but a 2xx. */
  send: () => Promise<{ status: number; data: unknown }>;
  /** Lets the bank authenticate the cardholder (3-D Secure); throws when the script is not loaded. */
  confirm: (clientSecret: string) => Promise<void>;
  wait: (milliseconds: number) => Promise<void>;
  onStage: (stage: PayStage) => void;
};

/** Delays between requests while the outcome is unknown; after the last one it is reported as unknown. */
export const pollPolicy = { delaysMs: [1_000, 2_000, 3_000, 5_000, 8_000, 10_000] };
const MAX_CONFIRMATIONS = 2;
/** A longer Retry-After ends with a message. */
const MAX_WAIT_S = 30;

/** Polls until the outcome is known or the delays are used up. Never throws. */
export async function pollPayment({ send, confirm, wait, onStage }: PollPorts): Promise<PayOutcome> {
  const delays = [...pollPolicy.delaysMs];
  let confirmations = 0;
  onStage('paying');
  for (;;) {
    const answer = await send().then(readAnswer, (error: unknown) => readProblem(asProblem(error)));
    if (answer.kind === 'action') {
      confirmations += 1;
      if (confirmations > MAX_CONFIRMATIONS) return { kind: 'unconfirmed' };
      onStage('confirming');
      try {
        // Confirmed or refused, the next request returns the outcome: the server asks the provider.
        await confirm(answer.clientSecret);
      } catch {
        return { kind: 'unconfirmed' };
      }
      onStage('checking');
    } else if (answer.kind === 'retry') {
      const delay = delays.shift();
      if (delay === undefined) return { kind: 'unknown' };
      onStage('checking');
      await wait(Math.max(delay, answer.afterMs));
    } else return answer;
  }
}

type Answer = PayOutcome | { kind: 'retry'; afterMs: number } | { kind: 'action'; clientSecret: string };
const RETRY: Answer = { kind: 'retry', afterMs: 0 };

function readAnswer({ status, data }: { status: number; data: unknown }): Answer {
  const paid = z.safeParse(DonationPayAnswer, data);
  if (status === 200 && paid.success) {
    const { payment_id, receipt_number, amount_paid } = paid.data.data;
    return { kind: 'paid', paymentId: payment_id, receiptNumber: receipt_number, amountPaid: amount_paid };
  }
  const pending = z.safeParse(DonationPayPending, data);
  if (pending.success && pending.data.status === 'requires_action' && pending.data.client_secret)
    return { kind: 'action', clientSecret: pending.data.client_secret };
  return RETRY;
}

function readProblem(problem: Problem): Answer {
  const { status, code, retryAfter = 0 } = problem;
  const figures = problem.figures && 'donationAmount' in problem.figures ? problem.figures : undefined;
  if (status === 402)
    return {
      kind: 'declined',
      ...declineText({ code, decline_code: problem.decline_code, message: problem.detail }),
    };
  if (code === 'too_many_declines')
    return {
      kind: code,
      text: problem.detail,
      hint: `Nothing was charged. ${KNOWN_CARD} Try Again leads to your cards.`,
    };
  if (status === 429 && retryAfter > MAX_WAIT_S) return { kind: 'refused', text: problem.detail };
  // No response, or an error of the server or a proxy: it may or may not have been charged.
  if (status < 400 || status === 408 || status === 429 || status >= 500)
    return { kind: 'retry', afterMs: retryAfter * 1000 };
  // Signed out meanwhile: Review looks up the outcome after the next sign-in.
  if (status === 401) return { kind: 'unknown' };
  if (code === 'payment_in_progress') return { kind: 'busy' };
  if (code === 'amount_changed' || figures)
    return {
      kind: 'changed',
      figures: figures && {
        amount: cents(figures.donationAmount),
        processingFee: cents(figures.processingFee),
        total: cents(figures.total),
      },
    };
  return { kind: 'refused', text: problem.detail };
}
