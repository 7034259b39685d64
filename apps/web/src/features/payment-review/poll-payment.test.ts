import { describe, expect, it, vi } from 'vitest';
import { noResponse, Problem } from '../../lib/problem.ts';
import { pollPayment, type PayStage } from './poll-payment.ts';

const paid = {
  status: 200,
  data: { data: { amount_paid: 4604, payment_id: 'p', receipt_number: 'K-1' } },
};
const pending = (status: string, client_secret: string | null = null) => ({
  status: 202,
  data: { status, payment_id: 'p', client_secret },
});
const refusal = (status: number, code: string, more: object = {}) =>
  new Problem({ status, code, detail: 'A sentence.', ...more });

type Confirm = (clientSecret: string) => Promise<void>;

async function settle(answers: unknown[], confirm = vi.fn<Confirm>(async () => undefined)) {
  const send = vi.fn<() => Promise<{ status: number; data: unknown }>>(async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) throw answer;
    return answer as { status: number; data: unknown };
  });
  const stages: PayStage[] = [];
  const pauses: number[] = [];
  const outcome = await pollPayment({
    send,
    confirm,
    wait: async (milliseconds) => void pauses.push(milliseconds),
    onStage: (stage) => stages.push(stage),
  });
  return { outcome, sent: send.mock.calls.length, stages, pauses, confirm };
}

describe('pollPayment', () => {
  it('is paid at once', async () => {
    const { outcome, sent, stages } = await settle([paid]);
    expect(outcome).toEqual({ kind: 'paid', paymentId: 'p', receiptNumber: 'K-1', amountPaid: 4604 });
    expect([sent, stages]).toEqual([1, ['paying']]);
  });

  it.each([
    ['no answer', noResponse()],
    ['a timeout in between', refusal(504, 'http_504')],
    ['a fault of the server', refusal(500, 'server_error')],
    ['an answer that is not ours', { status: 200, data: '<html>' }],
    ['a payment under way', pending('processing')],
  ])('retries after %s, and shows that it is checking', async (_, answer) => {
    const { outcome, sent, stages, pauses } = await settle([answer, paid]);
    expect(outcome.kind).toBe('paid');
    expect([sent, stages, pauses]).toEqual([2, ['paying', 'checking'], [1000]]);
  });

  it('waits as long as the server requests', async () => {
    expect((await settle([refusal(429, 'too_many_requests', { retryAfter: 7 }), paid])).pauses).toEqual([
      7000,
    ]);
  });

  it('reports after a while that the outcome is unknown', async () => {
    const { outcome, sent } = await settle([noResponse()]);
    expect([outcome.kind, sent]).toEqual(['unknown', 7]);
  });

  it('lets the bank authenticate, then sends the same request again', async () => {
    const { outcome, confirm, stages } = await settle([pending('requires_action', 'pi_secret'), paid]);
    expect(confirm).toHaveBeenCalledWith('pi_secret');
    expect([outcome.kind, stages]).toEqual(['paid', ['paying', 'confirming', 'checking']]);
  });

  it('lets the server settle after a failed authentication', async () => {
    const { outcome } = await settle([
      pending('requires_action', 'pi_secret'),
      refusal(402, 'payment_intent_authentication_failure'),
    ]);
    expect(outcome).toMatchObject({ kind: 'declined', text: 'Card Declined' });
  });

  it('is unconfirmed if authentication is impossible, or requested again and again', async () => {
    const broken = vi.fn<Confirm>(async () => {
      throw new Error('no script');
    });
    expect((await settle([pending('requires_action', 's')], broken)).outcome.kind).toBe('unconfirmed');
    expect((await settle([pending('requires_action', 's')])).outcome.kind).toBe('unconfirmed');
  });

  it.each([
    [409, 'payment_in_progress', {}, { kind: 'busy' }],
    [
      409,
      'amount_changed',
      { figures: { donationAmount: 3000, processingFee: 86, total: 3086 } },
      { kind: 'changed', figures: { amount: 3000, processingFee: 86, total: 3086 } },
    ],
    [
      422,
      'figures_differ',
      { figures: { donationAmount: 0, processingFee: 0, total: 0 } },
      { kind: 'changed', figures: { amount: 0, processingFee: 0, total: 0 } },
    ],
    [422, 'invalid', {}, { kind: 'refused', text: 'A sentence.' }],
    [409, 'payment_closed', {}, { kind: 'refused', text: 'A sentence.' }],
    [404, 'not_found', {}, { kind: 'refused', text: 'A sentence.' }],
    [429, 'too_many_requests', { retryAfter: 700 }, { kind: 'refused', text: 'A sentence.' }],
    [
      429,
      'too_many_declines',
      { retryAfter: 2 },
      { kind: 'too_many_declines', text: 'A sentence.', hint: expect.stringContaining('paid with before') },
    ],
    [401, 'unauthorized', {}, { kind: 'unknown' }],
  ])('maps %i %s', async (status, code, more, expected) => {
    const { outcome, sent } = await settle([refusal(status, code, more)]);
    expect([outcome, sent]).toEqual([expected, 1]);
  });
});
