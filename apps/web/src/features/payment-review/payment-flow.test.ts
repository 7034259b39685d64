import { cents } from '@kinfold/domain/money';
import { describe, expect, it, vi } from 'vitest';
import { Problem } from '../../lib/problem.ts';
import type { PaymentPayload } from '../../parts/payment/payment-payload.ts';
import { paymentFlow, waitsForConnection, type PaymentPorts, type PaymentState } from './payment-flow.ts';

const payment = (wasSent = false): PaymentPayload => ({
  payment_id: 'first',
  payee_member_id: 'm',
  campaign_id: null,
  membershipId: null,
  campaignName: 'Fund',
  totalAmount: cents(4604),
  processingFee: cents(164),
  cardData: { id: 'card' },
  donation_id: -1,
  donations: [],
  wasSent,
});
const paid = {
  status: 200,
  data: { data: { amount_paid: 4604, payment_id: 'first', receipt_number: 'K-1' } },
};
const refusal = (status: number, code: string) => new Problem({ status, code, detail: 'A sentence.' });

/** Returns a flow whose server gives these answers in order, repeating the last one. */
function aFlow(
  stored: PaymentPayload,
  answers: unknown[] = [paid],
  given: Partial<Pick<PaymentPorts, 'findReceipt' | 'isOnline' | 'isUnsent'>> = {},
) {
  const send = vi.fn<PaymentPorts['send']>(async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) throw answer;
    return answer as { status: number; data: unknown };
  });
  const onPaid = vi.fn<PaymentPorts['onPaid']>();
  const onFailed = vi.fn<PaymentPorts['onFailed']>();
  const flow = paymentFlow(stored, {
    isOnline: () => true,
    findReceipt: async () => undefined,
    send,
    confirm: async () => undefined,
    wait: async () => undefined,
    isUnsent: () => true,
    store: (changed: PaymentPayload) => ({ ...changed, payment_id: 'second' }),
    markSent: () => undefined,
    onPaid,
    onFailed,
    ...given,
  });
  const seen: string[] = [];
  const leave = flow.subscribe(() => seen.push(nameOf(flow.view().state)));
  return { flow, seen, leave, send, onPaid, onFailed };
}

const nameOf = (state: PaymentState): string => {
  if (state.kind === 'busy') return state.stage;
  return state.kind === 'done' ? state.outcome.kind : state.kind;
};

describe('paymentFlow', () => {
  it('sends a stored payment once, however often it is pressed', async () => {
    const { flow, send, seen, onPaid } = aFlow(payment());
    await Promise.all([flow.pay(), flow.pay(), flow.retry(), flow.payWith({ id: 'other' })]);
    await flow.pay();
    expect(send).toHaveBeenCalledTimes(1);
    expect(onPaid).toHaveBeenCalledExactlyOnceWith(
      payment(),
      true,
      expect.objectContaining({ receiptNumber: 'K-1' }),
    );
    expect(seen).toEqual(['paying']);
  });

  it.each([
    ['was charged', async () => undefined, [], 1],
    ['was not charged', async () => Promise.reject(refusal(404, 'not_found')), ['resumable'], 0],
  ])('looks up what was sent before: it %s', async (_, findReceipt, expected, paidTimes) => {
    const { flow, seen, send, onPaid } = aFlow(payment(true), [paid], { findReceipt });
    expect(flow.view().state).toEqual({ kind: 'looking' });
    await Promise.all([flow.start(), flow.start(), flow.pay()]);
    expect([seen, onPaid.mock.calls.length, send.mock.calls.length]).toEqual([expected, paidTimes, 0]);
  });

  it('says whether the screen was left meanwhile', async () => {
    const { flow, onPaid, leave } = aFlow(payment());
    const done = flow.pay();
    leave();
    await done;
    expect(onPaid).toHaveBeenCalledExactlyOnceWith(payment(), false, expect.anything());
  });

  it('continues the same payment after that', async () => {
    const { flow, send } = aFlow(payment(true), [paid], {
      findReceipt: () => Promise.reject(new Error('404')),
    });
    await flow.start();
    await flow.pay();
    expect(send).toHaveBeenCalledExactlyOnceWith(payment(true));
  });

  it.each([
    ['never sent: nothing was charged', true, 'offline'],
    ['sent before: it may have been charged', false, 'unknown'],
  ])('sends nothing while offline, %s', async (_, unsent, expected) => {
    const { flow, seen, send } = aFlow(payment(), [paid], { isOnline: () => false, isUnsent: () => unsent });
    await flow.pay();
    expect([seen, send.mock.calls.length, waitsForConnection(flow.view())]).toEqual([[expected], 0, true]);
  });

  it.each([
    ['is sent once it is online', true, ['offline', 'paying'], 1],
    ['is not, when another tab has begun', false, ['offline', 'ready'], 0],
  ])('a payment that waits for the connection %s', async (_, unsent, expected, sent) => {
    let isOnline = false;
    let isUnsent = true;
    const { flow, seen, send } = aFlow(payment(), [paid], {
      isOnline: () => isOnline,
      isUnsent: () => isUnsent,
    });
    await flow.pay();
    isOnline = true;
    isUnsent = unsent;
    await flow.retry();
    expect([seen, send.mock.calls.length]).toEqual([expected, sent]);
  });

  it('stops waiting for the connection', async () => {
    const { flow, seen } = aFlow(payment(), [paid], { isOnline: () => false });
    await flow.pay();
    flow.giveUp();
    flow.giveUp();
    expect(seen).toEqual(['offline', 'ready']);
  });

  it.each([
    ['declined', refusal(402, 'card_declined'), 1],
    ['busy', refusal(409, 'payment_in_progress'), 1],
    ['refused', refusal(422, 'invalid'), 1],
    ['unknown', refusal(500, 'server_error'), 0],
  ])('is finally %s, and is forgotten only if nothing was charged', async (kind, answer, failedTimes) => {
    const { flow, onFailed, onPaid } = aFlow(payment(), [answer]);
    await flow.pay();
    expect(nameOf(flow.view().state)).toBe(kind);
    expect([onFailed.mock.calls.length, onPaid.mock.calls.length]).toEqual([failedTimes, 0]);
  });

  it('pays with a wallet as a new payment, stored before it is sent', async () => {
    const { flow, send, onPaid } = aFlow(payment());
    await flow.payWith({ token: 'pm_wallet' });
    const other = { ...payment(), payment_id: 'second', cardData: { token: 'pm_wallet' } };
    expect(send).toHaveBeenCalledExactlyOnceWith(other);
    expect(onPaid).toHaveBeenCalledExactlyOnceWith(other, true, expect.anything());
  });

  it('accepts no other card for a payment that another tab has sent', async () => {
    const { flow, send, seen } = aFlow(payment(), [paid], { isUnsent: () => false });
    await flow.payWith({ token: 'pm_wallet' });
    expect([seen, send.mock.calls.length]).toEqual([['resumable'], 0]);
  });
});
