import { AuditPage, AuditQuery } from '@kinfold/domain/audit';
import { endpointFor } from '../endpoint.ts';
import { listHistory, type HistoryGrant } from '../../modules/operations/audit/audit.service.ts';

export const getHistory = endpointFor<HistoryGrant>()({
  summary:
    'The changes, with author and time, newest first; of an organization and all below it, or of one subject',
  query: AuditQuery,
  reply: AuditPage,
  handle: ({ granted, query, deps }) => listHistory(granted, query, deps.config.TIME_ZONE),
});
