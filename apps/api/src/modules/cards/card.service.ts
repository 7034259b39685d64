/** Saved cards: the provider keeps them, we keep which customer a member is. */
import { randomUUID } from 'node:crypto';
import type * as z from 'zod/v4/core';
import { cardExpirationDate, cardTypeOf, isCardExpired, type SavedCard } from '@kinfold/domain/card';
import type { CalendarDate } from '@kinfold/domain/dates';
import type { CardData } from '@kinfold/domain/payment';
import { ProviderRefusal, type CardProvider, type ProviderCard } from '../../platform/card-provider.ts';
import { insertOnce } from '../../platform/database.ts';
import { AppError, invalid, notFound } from '../../platform/problem.ts';
import { countTry, type Limit } from '../../platform/rate-limit.ts';
import { providerCustomers } from './card.model.ts';

/** A card to charge: the provider's id, its customer when it is a saved one, and what a receipt shows of it. */
export type PayingCard = {
  id: string;
  customerId: string | null;
  cardType: string | null;
  last4: string | null;
};

async function customerOf(memberId: string): Promise<string | null> {
  return (await providerCustomers().findOne({ _id: memberId }))?.customerId ?? null;
}

/** The saved cards of a member, newest first. */
export async function listSavedCards(
  provider: CardProvider,
  memberId: string,
  today: CalendarDate,
): Promise<z.input<typeof SavedCard>[]> {
  const customerId = await customerOf(memberId);
  if (!customerId) return [];
  return (await provider.listCards(customerId)).map((card) => presentCard(card, today));
}

function presentCard(card: ProviderCard, today: CalendarDate): z.input<typeof SavedCard> {
  return {
    id: card.id,
    token: card.id,
    cardType: cardTypeOf(card.brand),
    last4: card.last4,
    // The provider does not tell the first six digits.
    first6: null,
    expirationDate: cardExpirationDate(card.expMonth, card.expYear),
    isExpired: isCardExpired(card.expMonth, card.expYear, today),
  };
}

/** Whose card it is: a member, with the name and e-mail that the provider keeps of its customers. */
export type CardOwner = { memberId: string; name: string; email: string };

/** The provider's customer of a member; made when there is none. */
async function ensureCustomer(provider: CardProvider, owner: CardOwner): Promise<string> {
  const known = await customerOf(owner.memberId);
  if (known) return known;
  const customerId = await provider.createCustomer(owner);
  await insertOnce(providerCustomers(), { _id: owner.memberId, customerId });
  return customerId;
}

/** Keeps a card for a member under the member's own customer. */
export async function saveCard(
  provider: CardProvider,
  input: CardOwner & { paymentMethodId: string },
  today: CalendarDate,
): Promise<z.input<typeof SavedCard>> {
  const customerId = await ensureCustomer(provider, input);
  return presentCard(await provider.attachCard(input.paymentMethodId, customerId), today);
}

// Each may try a stolen card at the provider: this many in an hour are more than anybody needs.
const SETUPS: Limit = { name: 'card-setup', max: 20, windowSeconds: 3600 };

/** Starts saving a card: the client secret with which the browser hands it to the provider. */
export async function startCardSetup(provider: CardProvider, owner: CardOwner, now: Date): Promise<string> {
  await countTry(SETUPS, owner.memberId, now);
  return provider.createSetup(await ensureCustomer(provider, owner), randomUUID());
}

/**
 * The card that a setup intent saved, or that a payment method is. Throws 422 for a setup that has not succeeded and
 * for anybody else's, 402 when the bank refuses to have the card saved. A second time changes nothing.
 */
export async function finishCardSetup(
  provider: CardProvider,
  owner: CardOwner,
  setupToken: string,
  today: CalendarDate,
): Promise<z.input<typeof SavedCard>> {
  const customerId = await ensureCustomer(provider, owner);
  const paymentMethodId = setupToken.startsWith('seti_')
    ? await cardOfSetup(provider, setupToken, customerId)
    : setupToken;
  try {
    // A card that the setup saved is the customer's already; attaching it says so, or that it is somebody else's.
    return presentCard(await provider.attachCard(paymentMethodId, customerId), today);
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    const { code, decline_code } = error.failure;
    if (decline_code || code === 'expired_card')
      throw new AppError(402, code ?? 'card_declined', error.message, { decline_code });
    throw notSaved();
  }
}

const notSaved = () =>
  invalid([{ path: 'setup_token', message: 'This card was not saved. Please enter it again.' }]);

async function cardOfSetup(
  provider: CardProvider,
  setupIntentId: string,
  customerId: string,
): Promise<string> {
  const setup = await provider.retrieveSetup(setupIntentId);
  if (!setup?.hasSucceeded || !setup.cardId || setup.customerId !== customerId) throw notSaved();
  return setup.cardId;
}

/** Removes a saved card of a member; one that is gone already stays gone. Throws 404 for anybody else's. */
export async function removeCard(provider: CardProvider, memberId: string, cardId: string): Promise<void> {
  const [customerId, card] = await Promise.all([customerOf(memberId), provider.retrieveCard(cardId)]);
  if (!card?.customerId) return;
  if (card.customerId !== customerId) throw notFound();
  await provider.detachCard(cardId);
}

/**
 * The card of a pay request. A saved one must be the payer's own (422 else); a new one is the provider's to judge,
 * and what is shown of it on the receipt is what the browser said.
 */
export async function payingCard(
  provider: CardProvider,
  memberId: string,
  cardData: CardData,
): Promise<PayingCard> {
  if (!cardData.id)
    return {
      id: cardData.token ?? '',
      customerId: null,
      cardType: cardData.cardType ?? null,
      last4: cardData.last4 ?? null,
    };
  const [customerId, card] = await Promise.all([customerOf(memberId), provider.retrieveCard(cardData.id)]);
  if (!card || !customerId || card.customerId !== customerId)
    throw invalid([{ path: 'cardData.id', message: 'This card is no longer saved. Choose another one.' }]);
  return { id: card.id, customerId, cardType: cardTypeOf(card.brand), last4: card.last4 };
}
