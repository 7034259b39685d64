import { isPermittedAt } from '@kinfold/domain/permission';
import type { ClaimGrant } from '../../modules/funds/claims/claim-change.service.ts';
import { permittedOrganizations } from '../../modules/identity/users/user.service.ts';
import { forbidden } from '../../platform/problem.ts';
import { actorOf } from '../endpoint.ts';
import { claimPolicy } from './claims.ts';
import { signedInPolicy } from './signed-in.ts';

/** For reading a document of a claim: who proposes or approves it, there or for its fund; other readers of it meet 403. */
export const claimDocumentPolicy = signedInPolicy<ClaimGrant>(
  'staff with claims.propose or claims.approve',
  async (context) => {
    const grant = await claimPolicy.check(context);
    for (const permission of ['claims.propose', 'claims.approve'] as const) {
      if (grant.held.includes(permission)) return grant;
      const permittedAt = await permittedOrganizations(actorOf(context), permission);
      if (isPermittedAt(permittedAt, grant.claim.scope)) return grant;
    }
    throw forbidden();
  },
);
