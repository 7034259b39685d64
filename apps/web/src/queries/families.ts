import { Family, FamilyPreview, type FamilyPerson } from '@kinfold/domain/family';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { http } from '../lib/http.ts';
import { urlPath } from '../lib/url-path.ts';
import { change, PREVIEW } from './change.ts';

/** The request for a preview of a family; `places` are the rows of its people. */
export type FamilyAsked = {
  people: FamilyPerson[];
  places: number[];
  campaignIds: string[];
  phone: string;
};

/**
 * The cost of a family, possible duplicates, and the campaigns that it could join: `POST
 * /v2/organizations/{n}/families/preview`.
 */
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

/** Creates a family, with the same key for each attempt of one sheet: `POST /v2/organizations/{n}/families`. */
export function makeFamily(
  client: QueryClient,
  organizationNumber: string,
  body: object,
  idempotencyKey: string,
) {
  const path = urlPath`/v2/organizations/${organizationNumber}/families`;
  return change(client, () => http.post(path, body, Family, { idempotencyKey }), { isLeft: true });
}
