import { FamilyClaims } from '@kinfold/domain/family-claim';
import { queryOptions } from '@tanstack/react-query';
import { http } from '../lib/http.ts';
import { urlPath } from '../lib/url-path.ts';
import { MEMBER_DATA } from './member-data.ts';

/** What a household reads of the claims of its dead: `GET /v2/members/{id}/family-claims`. */
export const familyClaimsQuery = (memberId: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'family-claims', memberId],
    queryFn: ({ signal }) =>
      http.get(urlPath`/v2/members/${memberId}/family-claims`, FamilyClaims, { signal }),
  });
