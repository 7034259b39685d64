import { AuditQuery, historyPermissions } from '@kinfold/domain/audit';
import type { HistoryGrant } from '../../modules/operations/audit/audit.service.ts';
import { forbidden } from '../../platform/problem.ts';
import { actorOf } from '../endpoint.ts';
import { parse } from '../parse.ts';
import { permissionsAt, scopeFor } from './named.ts';
import { signedInPolicy } from './signed-in.ts';

/**
 * For the history: `audit.get`, or for one subject also the permission to change it. Another organization is answered
 * 403; of a subject, only the entries of the actor's organizations are shown.
 */
export const historyPolicy = signedInPolicy<HistoryGrant>(
  'staff with audit.get, or with the permission to change the subject',
  async (context) => {
    const actor = actorOf(context);
    const { organization_number, subject_type } = parse(AuditQuery, context.request.query);
    const permissions = historyPermissions(subject_type);
    if (organization_number) await permissionsAt(actor, organization_number, permissions);
    const organizationNumbers = organization_number
      ? [organization_number]
      : await scopeFor(actor, permissions);
    if (!organizationNumbers.length) throw forbidden();
    return { organizationNumbers, membersAt: await scopeFor(actor, ['organization.members.get']) };
  },
);
