import { permissionScopes } from '../../modules/identity/users/user.service.ts';
import {
  type IntakeRequestsGrant,
  type IntakeRequestGrant,
  findIntakeRequest,
} from '../../modules/people/intake-requests/intake-review.service.ts';
import { actorOf } from '../endpoint.ts';
import { permissionsAt, permittedRecord } from './named.ts';
import { signedInPolicy } from './signed-in.ts';

/** For lists of requests to become a member, `*` for those of all organizations; 403 for actors who may not review them there. */
export const intakeRequestsPolicy = signedInPolicy<IntakeRequestsGrant>(
  'staff with intake.review',
  async (context) => {
    const organizationNumber = context.params['organizationNumber'] ?? '';
    await permissionsAt(actorOf(context), organizationNumber, ['intake.review']);
    return { organizationNumber, scopes: (await permissionScopes(actorOf(context))) ?? (() => []) };
  },
);

/** For a request to become a member named in the path; 404 for actors who may not review it. */
export const intakeRequestPolicy = signedInPolicy<IntakeRequestGrant>(
  'staff with intake.review',
  async (context) => {
    const actor = actorOf(context);
    const found = await findIntakeRequest(context.params['requestId'] ?? '');
    const intakeRequest = await permittedRecord(actor, 'intake.review', found, 'There is no such request.');
    return { intakeRequest, scopes: (await permissionScopes(actor)) ?? (() => []) };
  },
);
