/** Cards of demo data: two saved ones, the older one expired, and a payment. The provider accepts no expired card, but a saved one may expire. */
import { calendarDateOf } from '@kinfold/domain/dates';
import { payableBalance } from '@kinfold/domain/donation';
import { paymentFigures } from '@kinfold/domain/payment';
import type { Deps } from '../platform/deps.ts';
import { uuidOf } from '../platform/hash.ts';
import { findPayableDonations } from '../modules/funds/donations/donation.service.ts';
import { saveCard, type CardOwner } from '../modules/money/cards/card.service.ts';
import { charge } from '../modules/money/charges/charge.service.ts';

const EXPIRED = new URLSearchParams({ 'card[exp_month]': '3', 'card[exp_year]': '2024' });

/** Saves the two cards for a member. Throws when the card provider does not answer. */
export async function saveDemoCards(
  { config, provider }: Pick<Deps, 'config' | 'provider'>,
  holder: CardOwner,
  now: Date,
): Promise<void> {
  const today = calendarDateOf(now, config.TIME_ZONE);
  const old = await saveCard(provider, { ...holder, paymentMethodId: 'pm_card_mastercard' }, today);
  const base = config.STRIPE_API_URL ?? 'https://api.stripe.com';
  const answer = await fetch(new URL(`/v1/payment_methods/${old.id}`, base), {
    method: 'POST',
    headers: { Authorization: `Bearer ${config.STRIPE_SECRET_KEY}` },
    body: EXPIRED,
  });
  if (!answer.ok) throw new Error(`the card provider answered ${answer.status}`);
  await saveCard(provider, { ...holder, paymentMethodId: 'pm_card_visa' }, today);
}

/** Pays what a member owes with a test card, so that the office has a payment that it can refund. */
export async function payByDemoCard(
  payer: { userId: string; memberId: string; organizationNumber: string; email: string },
  deps: Deps,
): Promise<void> {
  const now = deps.now();
  const dues = await findPayableDonations([payer.memberId], {}, now);
  const lines = dues.map((due) => ({ donation_id: due._id, amount: payableBalance(due, now) }));
  const { amount, processingFee } = paymentFigures(lines);
  const outcome = await charge(
    {
      paymentId: uuidOf(`demo:${lines.map((line) => line.donation_id).join()}`),
      actor: { ...payer, sessionId: 'demo', askedDt: now },
      payeeMemberId: payer.memberId,
      request: {
        cardData: { token: 'pm_card_visa' },
        donationAmount: amount,
        processingFee,
        donation_id: -1,
        donations: lines,
      },
      address: 'demo',
    },
    deps,
  );
  if (outcome.kind !== 'paid') throw new Error(`the card provider's answer to a payment was ${outcome.kind}`);
}
