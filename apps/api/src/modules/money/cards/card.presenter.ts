import type * as z from 'zod/v4/core';
import { cardExpirationDate, cardTypeOf, isCardExpired, type SavedCard } from '@kinfold/domain/card';
import type { CalendarDate } from '@kinfold/domain/dates';
import type { ProviderCard } from '../../../platform/card-provider.ts';

/** A saved card on the wire. */
export function presentCard(card: ProviderCard, today: CalendarDate): z.input<typeof SavedCard> {
  return {
    id: card.id,
    token: card.id,
    cardType: cardTypeOf(card.brand),
    last4: card.last4,
    // The provider does not reveal the first six digits.
    first6: null,
    expirationDate: cardExpirationDate(card.expMonth, card.expYear),
    isExpired: isCardExpired(card.expMonth, card.expYear, today),
  };
}
