import { AUDIT_ACTIONS, type AuditFilters } from '@kinfold/domain/audit';
import { parseDate } from '@kinfold/domain/dates';
import * as z from 'zod/mini';
import { freeText, oneOf } from '../../lib/use-filters.ts';

const day = z.pipe(
  z.optional(z.string()),
  z.transform((given) => parseDate(given ?? '')),
);

/** The filters of the history besides the organization; days as YYYY-MM-DD. */
export const HistoryFilter = z.object({
  action: oneOf(...AUDIT_ACTIONS),
  actor: freeText,
  from: day,
  to: day,
});

/** Returns the number of filters besides the organization. */
export function countFilters({ action, actor, from, to }: AuditFilters): number {
  return [action, actor, from, to].filter(Boolean).length;
}
