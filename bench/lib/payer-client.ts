/** Pays like a member's browser: one paymentId, sent again until the outcome is known. */
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

/** The outcome that the member was told; `gave up` if it remained unknown. */
export type Reported = 'paid' | 'declined' | 'busy' | 'changed' | 'closed' | 'refused' | 'gave up';

/** The address of an API and the access token of the payer. */
export type PayTarget = { url: string; bearer: string };

type Answer = { status: number; code?: string; pending?: string; clientSecret?: string | null };

/** The body of a pay request. */
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

/** Sends a payment once. Rejects if no answer came. */
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

/** Pauses between retries while the outcome is unknown, as in the web. */
const PAUSES_MS = [1_000, 2_000, 3_000, 5_000, 8_000, 10_000];

/**
 * Retries until the outcome is known. `confirm` answers 3-D Secure, or resolves to false when the member leaves;
 * `keepsAsking` is called before each retry.
 */
export async function payUntilKnown(
  payment: Payment,
  how: {
    target(): PayTarget;
    confirm(intentId: string): Promise<boolean>;
    keepsAsking(): boolean;
  },
): Promise<Reported> {
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

function refusalOf({ status, code }: Answer): Reported {
  if (code === 'payment_in_progress') return 'busy';
  if (code === 'amount_changed' || code === 'figures_differ') return 'changed';
  if (code === 'payment_closed') return 'closed';
  if (status === 409 || status === 422) return 'refused';
  throw new Error(`a pay request was answered with ${status} ${code}`);
}
