import { ErasurePreview } from '@kinfold/domain/erasure';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { http } from '../lib/http.ts';
import { urlPath } from '../lib/url-path.ts';
import { MEMBER_DATA } from './member-data.ts';

/** What erasing a member takes away and leaves: `GET /v2/members/{id}/erasure`. */
export const erasureQuery = (memberId: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'erasure', memberId],
    queryFn: ({ signal }) => http.get(urlPath`/v2/members/${memberId}/erasure`, ErasurePreview, { signal }),
  });

/** Erases a member: `POST /v2/members/{id}/erasure`. Everything that was read may name them. */
export async function eraseMember(client: QueryClient, memberId: string, name: string): Promise<void> {
  await http.postRaw(urlPath`/v2/members/${memberId}/erasure`, { name });
  // The page of whom there is no more asks for nothing.
  await client.invalidateQueries({ refetchType: 'none' });
}
