/** Helpers for tests of refunds and disputes. */
import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { expect, vi } from 'vitest';
import { ledgerEntries } from '../src/modules/money/ledger/ledger.model.ts';
import { intents, openPayments } from '../src/modules/money/charges/charge.model.ts';
import { reversals } from '../src/modules/money/charges/reversal.model.ts';
import type { Account, Api } from './harness.ts';
import { expectTheBooksToAgree } from './paying.ts';

/** Asks for a refund as an account. */
export async function refundPayment(
  api: Api,
  account: Account,
  paymentId: string,
  body: object = {},
  refundId: string = randomUUID(),
): Promise<Response> {
  return api.request
    .post(`/v2/payments/${paymentId}/refunds`)
    .set(api.as(account))
    .set('Idempotency-Key', refundId)
    .send({ reason: 'Paid by mistake', ...body });
}

/** What somebody does at the provider, in its dashboard or at a bank. */
export async function atProvider(api: Api, path: string, form: Record<string, string>) {
  const answer = await fetch(`${api.sandbox.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.sandbox.secretKey}` },
    body: new URLSearchParams(form),
  });
  await eventsSettled(api);
  return (await answer.json()) as { id: string; charge: string; status: string; amount: number };
}

/** Waits until the provider's events have come, and what they report is booked: they are answered before that. */
export async function eventsSettled({ sandbox }: Api): Promise<void> {
  await sandbox.webhooks.idle();
  await vi
    .waitFor(
      async () => expect(await openPayments().countDocuments({ reported: { $exists: true } })).toBe(0),
      4_000,
    )
    .catch(() => undefined);
}

/** The intent of a payment. */
export const intentOf = async (paymentId: string): Promise<string> =>
  (await intents().findOne({ _id: paymentId }))?.intentId ?? '';

/** The charge of a payment at the provider. */
export async function chargeOf(api: Api, paymentId: string): Promise<string> {
  const query = new URLSearchParams({ payment_intent: await intentOf(paymentId) });
  const charges = await fetch(`${api.sandbox.url}/v1/charges?${query.toString()}`, {
    headers: { authorization: `Bearer ${api.sandbox.secretKey}` },
  });
  const { data } = (await charges.json()) as { data: { id: string }[] };
  return data[0]?.id ?? '';
}

/** What went back of a payment by the provider's list of refunds, those that failed left out; in cents. */
export async function refundedAtProvider(api: Api, paymentId: string): Promise<number> {
  const query = new URLSearchParams({ payment_intent: await intentOf(paymentId), limit: '100' });
  const answer = await fetch(`${api.sandbox.url}/v1/refunds?${query.toString()}`, {
    headers: { authorization: `Bearer ${api.sandbox.secretKey}` },
  });
  const { data } = (await answer.json()) as { data: { amount: number; status: string }[] };
  return data.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + amount, 0);
}

/** What went back of a payment by the ledger, in cents. */
async function refundedInBooks(paymentId: string): Promise<number> {
  const entries = await ledgerEntries().find({ paymentId, kind: 'refund' }).toArray();
  return entries.reduce((sum, { total }) => sum - total, 0);
}

/** The ledger has what the provider refunded, no line less than nothing, and no line twice. */
export async function expectRefundsToAgree(api: Api, paymentId: string): Promise<void> {
  await expectTheBooksToAgree(api);
  expect(await refundedInBooks(paymentId)).toBe(await refundedAtProvider(api, paymentId));
  const numbers = (await reversals().find({ paymentId }).toArray()).map(({ number }) => number);
  expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_number, index) => index + 1));
}
