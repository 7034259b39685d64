import { Organization } from '@kinfold/domain/organization';
import { queryOptions } from '@tanstack/react-query';
import { http } from '../../lib/http.ts';

/** The organization of the signed-in user: `GET /v2/my/organization`. */
export const myOrganizationQuery = queryOptions({
  queryKey: ['my-organization'],
  queryFn: ({ signal }) => http.get('/v2/my/organization', Organization, { signal }),
});
