import { Family, FamilyPreview, type FamilyPerson } from '@kinfold/domain/family';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { http } from '../lib/http.ts';
import { urlPath } from '../lib/url-path.ts';
import { change, PREVIEW } from './change.ts';

/** What is asked before a family is made; `places` are the rows in which its people stand. */
export type FamilyAsked = {
  people: FamilyPerson[];
  places: number[];
  campaignIds: string[];
  phone: string;
};

/** What a family would cost, who of it may be here already, and what it could join: `POST /v2/organizations/{n}/families/preview`. */
export const familyPreviewQuery = (organizationNumber: string, { places, ...form }: FamilyAsked) =>
  queryOptions({
    queryKey: ['family-preview', organizationNumber, form, places],
    queryFn: async ({ signal }) => {
      const path = urlPath`/v2/organizations/${organizationNumber}/families/preview`;
      const answer = await http.post(path, form, FamilyPreview, { signal });
      return { ...answer, places };
    },
    placeholderData: keepPreviousData,
    retry: false,
    meta: PREVIEW,
  });

/** Makes a family; the same key for each try of one sheet: `POST /v2/organizations/{n}/families`. */
export function makeFamily(
  client: QueryClient,
  organizationNumber: string,
  body: object,
  idempotencyKey: string,
) {
  const path = urlPath`/v2/organizations/${organizationNumber}/families`;
  return change(client, () => http.post(path, body, Family, { idempotencyKey }), { isLeft: true });
}
