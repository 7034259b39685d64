import { AUDIT_ACTIONS, type AuditFilters } from '@kinfold/domain/audit';
import { parseDate } from '@kinfold/domain/dates';

/** The filters of an address, without those that do not exist; days as YYYY-MM-DD. */
export function readFilters(query: URLSearchParams): Omit<AuditFilters, 'organization_number'> {
  const day = (name: string) => parseDate(query.get(name) ?? '') ?? '';
  return {
    action: AUDIT_ACTIONS.find((action) => action === query.get('action')) ?? '',
    actor: query.get('actor')?.trim() ?? '',
    from: day('from'),
    to: day('to'),
  };
}

/** How many filters there are, beside the organization. */
export function countFilters({ action, actor, from, to }: AuditFilters): number {
  return [action, actor, from, to].filter(Boolean).length;
}
