import { ErasurePreview } from '@kinfold/domain/erasure';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { save } from '../lib/download.ts';
import { http } from '../lib/http.ts';
import { urlPath } from '../lib/url-path.ts';
import { MEMBER_DATA } from './member-data.ts';

/** The data that erasing a member removes and keeps: `POST /v2/members/{id}/erasure/preview`. */
export const erasureQuery = (memberId: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'erasure', memberId],
    queryFn: ({ signal }) =>
      http.post(urlPath`/v2/members/${memberId}/erasure/preview`, {}, ErasurePreview, { signal }),
  });

/** Saves a file with all data of a member: `POST /v2/members/{id}/person`. */
export async function savePerson(memberId: string, fileName: string): Promise<void> {
  const { data } = await http.postRaw(urlPath`/v2/members/${memberId}/person`, {});
  save(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), fileName);
}

/** Erases a member: `POST /v2/members/{id}/erasure`. Any cached data may name them. */
export async function eraseMember(client: QueryClient, memberId: string, name: string): Promise<void> {
  await http.postRaw(urlPath`/v2/members/${memberId}/erasure`, { name });
  // The page of the erased member must not refetch.
  await client.invalidateQueries({ refetchType: 'none' });
}
