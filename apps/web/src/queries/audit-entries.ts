import { AuditPage, type AuditFilters } from '@kinfold/domain/audit';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { http } from '../lib/http.ts';
import { urlPath } from '../lib/url-path.ts';

/** The history of an organization and everything below it, newest first: `GET /v2/audit`. An empty filter filters nothing. */
export const historyQuery = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ['history', filters],
    queryFn: ({ pageParam, signal }) => {
      const { organization_number = '', action = '', actor = '', from = '', to = '' } = filters;
      return http.get(
        urlPath`/v2/audit?organization_number=${organization_number}&action=${action}&actor=${actor}&from=${from}&to=${to}&cursor=${pageParam}`,
        AuditPage,
        { signal },
      );
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
