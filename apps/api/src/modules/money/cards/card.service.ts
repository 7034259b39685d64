/** Saved cards: the provider stores them, we store the customer id of each member. */
import type * as z from 'zod/v4/core';
import { cardTypeOf, type SavedCard } from '@kinfold/domain/card';
import type { CalendarDate } from '@kinfold/domain/dates';
import type { CardData } from '@kinfold/domain/payment';
import type { CardProvider, ProviderCard } from '../../../platform/card-provider.ts';
import type { Author } from '../../../platform/author.ts';
import { insertOnce } from '../../../platform/database.ts';
import { AppError, invalid, notFound } from '../../../platform/problem.ts';
import { recordChanges, type Change } from '../../operations/audit/audit.service.ts';
import { lastPaidTimes } from './card-tries.service.ts';
import { providerCustomers } from './card.model.ts';
import { presentCard } from './card.presenter.ts';

/** A card to charge: the provider's id, its customer when it is saved, and the provider's description. */
export type PayingCard = {
  id: string;
  customerId: string | null;
  fingerprint: string | null;
  cardType: string;
  last4: string;
};

/** Returns whether a member has, or had, cards at the provider. */
export const hasCards = async (memberId: string): Promise<boolean> => (await customerOf(memberId)) !== null;

async function customerOf(memberId: string): Promise<string | null> {
  return (await providerCustomers().findOne({ _id: memberId }))?.customerId ?? null;
}

/** The saved cards of a member, the one that paid last first; those that have not paid follow, newest first. */
export async function listSavedCards(
  provider: CardProvider,
  memberId: string,
  today: CalendarDate,
): Promise<z.input<typeof SavedCard>[]> {
  const customerId = await customerOf(memberId);
  if (!customerId) return [];
  const cards = await provider.listCards(customerId);
  const paid = await lastPaidTimes(
    memberId,
    cards.map(({ fingerprint }) => fingerprint),
  );
  return cards
    .toSorted((a, b) => (paid.get(b.fingerprint) ?? 0) - (paid.get(a.fingerprint) ?? 0))
    .map((card) => presentCard(card, today));
}

/** The saved card of a member with this id; undefined when they have none. Throws ProviderUnavailable. */
export async function findSavedCard(
  provider: CardProvider,
  memberId: string,
  cardId: string,
): Promise<ProviderCard | undefined> {
  const customerId = await customerOf(memberId);
  const card = customerId === null ? undefined : await provider.retrieveCard(cardId);
  return card && card.customerId === customerId ? card : undefined;
}

/** The owner of a card: a member, with the name and email of the provider's customer. */
export type CardOwner = { memberId: string; name: string; email: string };

/** The owner of a card with the organization whose history records it. */
export type Cardholder = CardOwner & { organizationNumber: string };

/** Returns the provider's customer of a member, creating it if needed. */
export async function ensureCustomer(provider: CardProvider, owner: CardOwner): Promise<string> {
  const known = await customerOf(owner.memberId);
  if (known) return known;
  const customerId = await provider.createCustomer(owner);
  await insertOnce(providerCustomers(), { _id: owner.memberId, customerId });
  return customerId;
}

/** Saves a card for a member without asking its bank: for generated data, never for input. */
export async function saveCard(
  provider: CardProvider,
  input: CardOwner & { paymentMethodId: string },
  today: CalendarDate,
): Promise<z.input<typeof SavedCard>> {
  const customerId = await ensureCustomer(provider, input);
  return presentCard(await provider.attachCard(input.paymentMethodId, customerId), today);
}

/** The history entry for a card: that it was saved or removed, without details. */
export function cardChange(action: 'card.saved' | 'card.removed', owner: Cardholder): Change {
  const { memberId, name, organizationNumber } = owner;
  return { organizationNumber, action, subject: { type: 'member', id: memberId, label: name } };
}

/** Removes a saved card of a member; one that is gone already stays gone. Throws 404 for another member's card. */
export async function removeCard(
  provider: CardProvider,
  owner: Cardholder,
  cardId: string,
  author: Author,
  now: Date,
): Promise<void> {
  const { memberId } = owner;
  const [customerId, card] = await Promise.all([customerOf(memberId), provider.retrieveCard(cardId)]);
  if (!card?.customerId) return;
  if (card.customerId !== customerId) throw notFound();
  await provider.detachCard(cardId);
  await recordChanges([cardChange('card.removed', owner)], author, now, undefined);
}

/**
 * Returns the card of a pay request, as the provider describes it. Throws 422 for a saved card that is not the payer's
 * own, 402 for a new one that the provider does not know.
 */
export async function payingCard(
  provider: CardProvider,
  memberId: string | null,
  cardData: CardData,
): Promise<PayingCard> {
  const [customerId, card] = await Promise.all([
    cardData.id && memberId !== null ? customerOf(memberId) : null,
    provider.retrieveCard(cardData.id || (cardData.token ?? '')),
  ]);
  if (cardData.id && (!card || !customerId || card.customerId !== customerId))
    throw invalid([{ path: 'cardData.id', message: 'This card is no longer saved. Choose another one.' }]);
  if (!card)
    throw new AppError(
      402,
      'resource_missing',
      'The card provider does not know this card. Please enter it again.',
    );
  return { customerId, ...describeCard(card) };
}

/** The description of a card that payments store. */
export function describeCard({ id, fingerprint, brand, last4 }: ProviderCard) {
  return { id, fingerprint, cardType: cardTypeOf(brand), last4 };
}
