import { AuditPage, type AuditFilters, type AuditSubjectType } from '@kinfold/domain/audit';
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

const SUBJECT_PAGE = 5;

/** The history of one subject, newest first: `GET /v2/audit?subject_type&subject_id`. */
export const subjectHistoryQuery = (type: AuditSubjectType, id: string) =>
  infiniteQueryOptions({
    queryKey: ['subject-history', type, id],
    queryFn: ({ pageParam, signal }) =>
      http.get(
        urlPath`/v2/audit?subject_type=${type}&subject_id=${id}&cursor=${pageParam}&page_size=${SUBJECT_PAGE}`,
        AuditPage,
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
