import { CardSetupAnswer, SavedCard } from '@kinfold/domain/card';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { http } from '../lib/http.ts';
import { prefetchedPaths } from '../lib/prefetch.ts';
import { urlPath } from '../lib/url-path.ts';
import { change } from './change.ts';
import { MEMBER_DATA } from './member-data.ts';

const SavedCards = z.array(SavedCard);

/** The saved cards of a member: `GET /api/v1/member/{id}/cards`. */
export const savedCardsQuery = (memberId: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'cards', memberId],
    queryFn: ({ signal }) => http.get(prefetchedPaths.savedCards(memberId), SavedCards, { signal }),
  });

/**
 * Starts saving a card; returns the client secret for the provider's script (`POST .../cards/setup`). 429 after 20 an
 * hour.
 */
export async function startCardSetup(memberId: string): Promise<string> {
  const path = urlPath`/api/v1/member/${memberId}/cards/setup`;
  return (await http.post(path, {}, CardSetupAnswer)).client_secret;
}

/** Saves the card of a confirmed setup (`POST .../cards`); idempotent. */
export function saveCard(client: QueryClient, memberId: string, setupToken: string): Promise<SavedCard> {
  const path = urlPath`/api/v1/member/${memberId}/cards`;
  return change(client, () => http.post(path, { setup_token: setupToken }, SavedCard));
}

/** Removes a saved card (`DELETE .../cards/{cardId}`); idempotent. */
export async function removeCard(client: QueryClient, memberId: string, cardId: string): Promise<void> {
  const { queryKey } = savedCardsQuery(memberId);
  await change(client, () => http.delete(urlPath`/api/v1/member/${memberId}/cards/${cardId}`), {
    keep: () => client.setQueryData(queryKey, (cards) => cards?.filter(({ id }) => id !== cardId)),
  });
}
