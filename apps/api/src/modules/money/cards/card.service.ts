/** Saved cards: the provider keeps them, we keep which customer a member is. */
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

/** A card to charge: the provider's id, its customer when it is a saved one, and what the provider says of it. */
export type PayingCard = {
  id: string;
  customerId: string | null;
  fingerprint: string | null;
  cardType: string;
  last4: string;
};

/** Whether the provider keeps cards of a member, or did. */
export const hasCards = async (memberId: string): Promise<boolean> => (await customerOf(memberId)) !== null;

async function customerOf(memberId: string): Promise<string | null> {
  return (await providerCustomers().findOne({ _id: memberId }))?.customerId ?? null;
}

/** The saved cards of a member: the one that paid last comes first, and of those that have not paid the newest. */
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
    .toSorted((one, other) => (paid.get(other.fingerprint) ?? 0) - (paid.get(one.fingerprint) ?? 0))
    .map((card) => presentCard(card, today));
}

/** Whose card it is: a member, with the name and e-mail that the provider keeps of its customers. */
export type CardOwner = { memberId: string; name: string; email: string };

/** The owner of a card with the organization whose history tells of it. */
export type Cardholder = CardOwner & { organizationNumber: string };

/** The provider's customer of a member; made when there is none. */
export async function ensureCustomer(provider: CardProvider, owner: CardOwner): Promise<string> {
  const known = await customerOf(owner.memberId);
  if (known) return known;
  const customerId = await provider.createCustomer(owner);
  await insertOnce(providerCustomers(), { _id: owner.memberId, customerId });
  return customerId;
}

/** Keeps a card for a member without asking its bank: for made-up data, never for what somebody sends. */
export async function saveCard(
  provider: CardProvider,
  input: CardOwner & { paymentMethodId: string },
  today: CalendarDate,
): Promise<z.input<typeof SavedCard>> {
  const customerId = await ensureCustomer(provider, input);
  return presentCard(await provider.attachCard(input.paymentMethodId, customerId), today);
}

/** What the history says of a card: that there is one, and nothing of the card. */
export function cardChange(action: 'card.saved' | 'card.removed', owner: Cardholder): Change {
  const { memberId, name, organizationNumber } = owner;
  return { organizationNumber, action, subject: { type: 'member', id: memberId, label: name } };
}

/** Removes a saved card of a member; one that is gone already stays gone. Throws 404 for anybody else's. */
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
 * The card of a pay request, as the provider knows it. A saved one must be the payer's own (422 else); throws 402 for a
 * new one that the provider does not know.
 */
export async function payingCard(
  provider: CardProvider,
  memberId: string,
  cardData: CardData,
): Promise<PayingCard> {
  const [customerId, card] = await Promise.all([
    cardData.id ? customerOf(memberId) : null,
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

/** What payments keep of a card. */
export function describeCard({ id, fingerprint, brand, last4 }: ProviderCard) {
  return { id, fingerprint, cardType: cardTypeOf(brand), last4 };
}
