/**
 * The policies of the URL map (rules.md "Roles"). Each throws 401, 403 or 404 when the actor is not allowed, and hands
 * what it loaded to the handler.
 */
import {
  requireMayViewAs,
  type StaffGrant,
  permissionScopes,
} from '../../modules/identity/users/user.service.ts';
import { forbidden } from '../../platform/problem.ts';
import { type Policy, actorOf } from '../endpoint.ts';

/** A policy for signed-in users, who may view as another role where they have it. Throws 401. */
export const signedInPolicy = <G>(name: string, check: Policy<G>['check']): Policy<G> => ({
  name,
  isPublic: false,
  async check(context) {
    await requireMayViewAs(actorOf(context));
    return check(context);
  },
});

/** Anyone, signed in or not. */
export const anyone: Policy<undefined> = { name: 'anyone', isPublic: true, check: () => undefined };

/** Every signed-in user. */
export const signedIn = signedInPolicy('signed in', () => undefined);

/** For everybody who has a role anywhere; their permissions decide what the answer shows. */
export const staffPolicy = signedInPolicy<StaffGrant>('staff', async (context) => {
  const scopes = await permissionScopes(actorOf(context));
  if (!scopes) throw forbidden();
  return { scopes };
});
