/** Helpers for tests of payments: pay requests, and the comparison of the ledger with the provider's journal. */
import { randomUUID } from 'node:crypto';
import { cents } from '@kinfold/domain/money';
import { paymentFigures } from '@kinfold/domain/payment';
import type { Response } from 'supertest';
import { expect } from 'vitest';
import { cardTries } from '../src/modules/money/cards/card.model.ts';
import { finals, intents } from '../src/modules/money/charges/charge.model.ts';
import { sweep } from '../src/modules/money/charges/sweep.service.ts';
import { ledgerEntries } from '../src/modules/money/ledger/ledger.model.ts';
import { payments } from '../src/modules/money/ledger/payment.model.ts';
import { verifyLedger } from '../src/modules/money/charges/verify-ledger.service.ts';
import type { ProviderEvent } from '../src/platform/card-provider.ts';
import { thoroughChecks } from '../src/platform/verification.ts';
import type { Account, Api } from './harness.ts';
import type { Payer } from './payer.ts';

export type Line = { donationId: string; amount: number };

/** A card that is declined, one with 3-D Secure, and declined cards with different numbers. */
export const DECLINED = 'pm_card_chargeDeclined';
export const CHALLENGE = 'pm_card_authenticationRequired';
export const REFUSED = [
  DECLINED,
  'pm_card_chargeDeclinedInsufficientFunds',
  'pm_card_chargeDeclinedLostCard',
  'pm_card_chargeDeclinedStolenCard',
  'pm_card_chargeDeclinedIncorrectCvc',
  'pm_card_chargeDeclinedFraudulent',
];

/** The options of a pay request; all have defaults. */
export type PayOptions = {
  paymentId?: string;
  payeeMemberId?: string;
  token?: string;
  savedCardId?: string;
  donationAmount?: number;
  processingFee?: number;
  campaignId?: string;
};

/** The body of a pay request, by default with the right figures. */
export function payBody(lines: readonly Line[], options: PayOptions = {}) {
  const figures = paymentFigures(lines.map(({ amount }) => ({ amount: cents(amount) })));
  return {
    payee_member_id: options.payeeMemberId,
    cardData: options.savedCardId ? { id: options.savedCardId } : { token: options.token ?? 'pm_card_visa' },
    donationAmount: options.donationAmount ?? figures.amount,
    processingFee: options.processingFee ?? figures.processingFee,
    campaign_id: options.campaignId ?? null,
    campaignName: 'Funeral fund',
    donation_id: -1,
    donations: lines.map(({ donationId, amount }) => ({
      donation_id: donationId,
      amount,
      extRef: null,
      isPrimary: true,
    })),
  };
}

/** Sends a pay request with an account. */
export async function pay(
  api: Api,
  account: Account,
  lines: readonly Line[],
  options: PayOptions = {},
): Promise<Response> {
  return api.request
    .post(`/api/v1/member/${options.payeeMemberId ?? account.memberId}/donation/pay`)
    .set(api.as(account))
    .set('Idempotency-Key', options.paymentId ?? randomUUID())
    .send(payBody(lines, options));
}

/** The amount that the provider charged for each payment, in cents, from its journal. */
export function chargedByProvider(api: Api): Map<string, number> {
  const sums = Object.entries(api.sandbox.journal.sums());
  return new Map(sums.filter(([, { charges }]) => charges > 0).map(([id, { charged }]) => [id, charged]));
}

/**
 * Checks the promise of payments.md: nobody charged twice, no charge lost, every charge in the ledger, and all
 * projections right. Call it when no payment is in progress.
 */
export async function expectTheBooksToAgree(api: Api): Promise<void> {
  const charged = chargedByProvider(api);
  const booked = new Map<string, number>();
  for (const entry of await ledgerEntries().find({ kind: 'charge' }).toArray())
    booked.set(entry._id.slice('charge:'.length), entry.total);
  expect(booked).toEqual(charged);
  for (const { charges } of Object.values(api.sandbox.journal.sums())) expect(charges).toBeLessThanOrEqual(1);
  const unfinished = await payments()
    .aggregate([
      { $lookup: { from: 'payment_finals', localField: '_id', foreignField: '_id', as: 'final' } },
      { $match: { final: { $size: 0 } } },
    ])
    .toArray();
  expect(unfinished).toEqual([]);
  const paid = await finals()
    .find({ result: 'paid', _id: { $not: /^cash:/ } })
    .toArray();
  expect(paid.map(({ _id }) => _id).toSorted()).toEqual([...charged.keys()].toSorted());
  const report = await verifyLedger(thoroughChecks({ doesRepair: false, now: api.deps.now() }));
  expect(report.problems).toEqual([]);
}

/** Deletes the counts of declined cards: all tests of a file pay with the same few cards from one address. */
export async function forgetCardTries(): Promise<void> {
  await cardTries().deleteMany({});
}

/** The number of declined cards that count for a member. */
export async function declinesOf(memberId: string | null): Promise<number> {
  const found = await cardTries().findOne({ _id: `member:${memberId}` });
  return found?.tries.filter(({ isDeclined }) => isDeclined).length ?? 0;
}

/**
 * Confirms an intent with a card like a browser script that has only the publishable key and the client secret. Returns
 * the status of the intent, or the code of the error.
 */
export async function confirmBySecret({ sandbox }: Api, secret: string, card: string): Promise<string> {
  const [id = ''] = secret.split('_secret_');
  const kind = id.startsWith('seti_') ? 'setup_intents' : 'payment_intents';
  const answer = await fetch(`${sandbox.url}/v1/${kind}/${id}/confirm`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${sandbox.publishableKey}` },
    body: new URLSearchParams({ client_secret: secret, payment_method: card }),
  });
  const { status, error } = (await answer.json()) as { status: string; error?: { code: string } };
  return error?.code ?? status;
}

/** Delays the provider's events until `happens` is done, then delivers them in order. */
export async function withoutEvents({ sandbox, url }: Api, happens: () => Promise<unknown>): Promise<void> {
  type Event = Parameters<typeof sandbox.webhooks.resend>[0];
  const newestFirst = async () => {
    const headers = { Authorization: `Bearer ${sandbox.secretKey}` };
    const answer = await fetch(`${sandbox.url}/v1/events?limit=100`, { headers });
    return ((await answer.json()) as { data: Event[] }).data;
  };
  sandbox.setWebhook(null);
  const [last] = await newestFirst();
  await happens();
  sandbox.setWebhook(`${url}/webhooks/stripe`);
  const events = await newestFirst();
  const before = events.findIndex(({ id }) => id === last?.id);
  for (const event of events.slice(0, before === -1 ? undefined : before).toReversed())
    await sandbox.webhooks.resend(event);
}

/** The provider's event that a payment was charged. */
export async function chargedEvent(paymentId: string): Promise<ProviderEvent> {
  const intent = await intents().findOne({ _id: paymentId });
  const none = { setupId: null, accountId: null, failure: null, money: null };
  const type = 'payment_intent.succeeded';
  return { id: `evt_${randomUUID()}`, type, intentId: intent?.intentId ?? null, paymentId, ...none };
}

/** Advances the clock until unfinished payments are due for the sweep, and sweeps. */
export async function sweepLater(api: Api): Promise<void> {
  api.advance(61_000);
  await sweep(api.deps);
}

/** The books agree, and what is still owed on the payer's dues can be paid, once. */
export async function expectNothingStuck(api: Api, payer: Payer): Promise<void> {
  await expectTheBooksToAgree(api);
  for (const line of [...payer.dues, payer.linked]) {
    expect([200, 422]).toContain((await pay(api, payer.account, [line])).status);
    expect((await pay(api, payer.account, [line])).status).toBe(422);
  }
  await expectTheBooksToAgree(api);
}
