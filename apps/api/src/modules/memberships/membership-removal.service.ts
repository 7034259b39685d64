/** Taking memberships back that an import made and nobody was charged for. */
import type { Session } from '../../platform/database.ts';
import { eraseMemberships } from './membership.model.ts';

/** Deletes memberships, in the transaction of the caller, who has seen that they have no dues. */
export async function removeMemberships(membershipIds: readonly string[], session: Session): Promise<void> {
  await eraseMemberships(membershipIds, session);
}
