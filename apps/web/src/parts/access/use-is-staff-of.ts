import { useSession } from '../../lib/session.ts';
import { useMayPay } from '../payment/use-may-pay.ts';
import { useMayAnywhere } from './use-may-anywhere.ts';

/**
 * Returns whether the signed-in user sees a member as staff: the member is neither themself nor an account linked to
 * theirs. Undefined while loading; false if loading fails, because the server decides what they may read.
 */
export function useIsStaffOf(memberId: string): boolean | undefined {
  const isOwn = useSession()?.memberId === memberId;
  const mayReadMembers = useMayAnywhere('organization.members.get');
  const mayPay = useMayPay(memberId);
  if (isOwn) return false;
  if (!mayReadMembers) return mayReadMembers;
  return mayPay === undefined ? undefined : !mayPay;
}
