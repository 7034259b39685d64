import { AuditPage, type AuditFilters, type AuditSubjectType } from '@kinfold/domain/audit';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { growing } from './growing.ts';

/**
 * The history of an organization and everything below it, newest first: `GET /v2/audit`. Empty filters have no effect.
 */
export const historyQuery = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ['history', filters],
    ...growing('/v2/audit', AuditPage, { ...filters }),
  });

const SUBJECT_PAGE = 5;

/** The history of one subject, newest first: `GET /v2/audit?subject_type&subject_id`. */
export const subjectHistoryQuery = (type: AuditSubjectType, id: string) =>
  infiniteQueryOptions({
    queryKey: ['subject-history', type, id],
    ...growing('/v2/audit', AuditPage, {
      subject_type: type,
      subject_id: id,
      page_size: SUBJECT_PAGE,
    }),
  });
