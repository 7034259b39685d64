/** What of another member's account somebody may see. */
import type { Actor } from '../../platform/auth.ts';
import { isActorPermitted } from '../users/user.service.ts';
import { findMemberAccess, isLinkedTo } from './member.service.ts';

/** Whether somebody may see what a member owes and pays: it is their own, a linked account's, or they are staff. */
export async function mayReadMoneyOf(actor: Actor, memberId: string): Promise<boolean> {
  if (actor.memberId === memberId) return true;
  const target = await findMemberAccess(memberId);
  if (!target) return false;
  if (actor.memberId && (await isLinkedTo(actor.memberId, target))) return true;
  return isActorPermitted(actor, 'organization.donations.get', target.organizationNumber);
}
