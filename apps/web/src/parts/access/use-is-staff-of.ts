import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../lib/session.ts';
import { scopeQuery } from '../../queries/scopes.ts';
import { useMayPay } from '../payment/use-may-pay.ts';

/**
 * Whether the signed-in user sees a member as staff: neither as themself nor as an account that is linked to theirs.
 * Undefined while loading. Where it cannot be loaded they are not staff: the server decides what they may read.
 */
export function useIsStaffOf(memberId: string): boolean | undefined {
  const isOwn = useSession()?.memberId === memberId;
  const scope = useQuery({ ...scopeQuery, enabled: !isOwn });
  const mayPay = useMayPay(memberId);
  if (isOwn) return false;
  if (scope.isPending) return undefined;
  if (!scope.data?.permissions.includes('organization.members.get')) return false;
  return mayPay === undefined ? undefined : !mayPay;
}
