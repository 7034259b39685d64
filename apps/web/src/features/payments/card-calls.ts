import { CardSetupAnswer, SavedCard } from '@kinfold/domain/card';
import type { QueryClient } from '@tanstack/react-query';
import { savedCardsQuery } from '../../lib/account-queries.ts';
import { http } from '../../lib/http.ts';

const cardsPath = (memberId: string) => `/api/v1/member/${encodeURIComponent(memberId)}/cards`;

/** Starts keeping a card: the secret for the provider's script. 429 after 20 an hour. */
export async function startCardSetup(memberId: string): Promise<string> {
  return (await http.post(`${cardsPath(memberId)}/setup`, {}, CardSetupAnswer)).client_secret;
}

/** Keeps the card that the provider has taken; sending it twice is harmless. */
export async function keepCard(
  client: QueryClient,
  memberId: string,
  setupToken: string,
): Promise<SavedCard> {
  const card = await http.post(cardsPath(memberId), { setup_token: setupToken }, SavedCard);
  await client.invalidateQueries({ queryKey: savedCardsQuery(memberId).queryKey });
  return card;
}

/** Removes a kept card; one that is gone already is no error. */
export async function removeCard(client: QueryClient, memberId: string, cardId: string): Promise<void> {
  await http.delete(`${cardsPath(memberId)}/${encodeURIComponent(cardId)}`);
  const { queryKey } = savedCardsQuery(memberId);
  client.setQueryData(queryKey, (cards) => cards?.filter(({ id }) => id !== cardId));
}
