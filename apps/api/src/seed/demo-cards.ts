/** Two saved cards, the older one expired. The provider accepts no expired card, but a saved one may expire. */
import { calendarDateOf } from '@kinfold/domain/dates';
import type { Deps } from '../platform/deps.ts';
import { saveCard, type CardOwner } from '../modules/money/cards/card.service.ts';

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
