/** A member's browser, as far as paying goes: one paymentId, asked for again until the outcome is known. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Payer } from '../../apps/api/test/payer.ts';
import { cents } from '../../packages/domain/src/money.ts';
import { paymentFigures } from '../../packages/domain/src/payment.ts';

export type Line = { donationId: string; amount: number };

export type Payment = {
  paymentId: string;
  payer: Payer;
  lines: readonly Line[];
  token: string;
};

/** What the member was told; `gave up` when they were told nothing that counts. */
export type Told = 'paid' | 'declined' | 'busy' | 'changed' | 'closed' | 'refused' | 'gave up';

/** What a pay call needs to know of the API. */
export type PayTarget = { url: string; bearer: string };

type Answer = { status: number; code?: string; pending?: string; clientSecret?: string | null };

/** The body of a pay request for some lines. */
function payRequestOf({ payer, lines, token }: Payment) {
  const { amount, processingFee } = paymentFigures(lines.map((line) => ({ amount: cents(line.amount) })));
  return {
    payee_member_id: payer.memberId,
    cardData: { token },
    donationAmount: amount,
    processingFee,
    campaign_id: null,
    campaignName: 'Funeral Fund',
    donation_id: -1,
    donations: lines.map((line) => ({
      donation_id: line.donationId,
      amount: line.amount,
      extRef: null,
      isPrimary: true,
    })),
  };
}

/** Sends a payment once. Rejects when no answer came. */
export async function sendPayment(payment: Payment, { url, bearer }: PayTarget): Promise<Answer> {
  const answer = await fetch(`${url}/api/v1/member/${payment.payer.memberId}/donation/pay`, {
    method: 'POST',
    headers: {
      Authorization: bearer,
      'Content-Type': 'application/json',
      'Idempotency-Key': payment.paymentId,
    },
    body: JSON.stringify(payRequestOf(payment)),
  });
  const body = (await answer.json()) as { code?: string; status?: unknown; client_secret?: string | null };
  return {
    status: answer.status,
    code: body.code,
    pending: typeof body.status === 'string' ? body.status : undefined,
    clientSecret: body.client_secret,
  };
}

/** Pauses between asks while the outcome is not known, as in the web. */
const PAUSES_MS = [1_000, 2_000, 3_000, 5_000, 8_000, 10_000];

/**
 * Asks until the outcome is known. `confirm` answers the bank's question, or is false when the member walks away;
 * `keepsAsking` is asked before each further attempt.
 */
export async function payUntilKnown(
  payment: Payment,
  how: {
    target(): PayTarget;
    confirm(intentId: string): Promise<boolean>;
    keepsAsking(): boolean;
  },
): Promise<Told> {
  const pauses = [...PAUSES_MS];
  for (;;) {
    const answer = await sendPayment(payment, how.target()).catch(() => null);
    if (answer?.status === 200) return 'paid';
    if (answer?.status === 402) return 'declined';
    if (answer?.pending === 'requires_action' && answer.clientSecret) {
      if (!(await how.confirm(answer.clientSecret.split('_secret_')[0] ?? ''))) return 'gave up';
      continue;
    }
    if (answer && answer.status >= 400 && answer.status < 500 && answer.status !== 429)
      return refusalOf(answer);
    const pause = pauses.shift();
    if (pause === undefined || !how.keepsAsking()) return 'gave up';
    await sleep(pause);
  }
}

function refusalOf({ status, code }: Answer): Told {
  if (code === 'payment_in_progress') return 'busy';
  if (code === 'amount_changed' || code === 'figures_differ') return 'changed';
  if (code === 'payment_closed') return 'closed';
  if (status === 409 || status === 422) return 'refused';
  throw new Error(`a pay request was answered with ${status} ${code}`);
}
