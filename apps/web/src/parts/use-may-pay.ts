import { useQuery } from '@tanstack/react-query';
import { useSession } from '../lib/session.ts';
import { linkedAccountsQuery } from '../queries/members.ts';

/**
 * Whether the signed-in person may pay for a member: for themselves and for linked accounts (decisions.md "Roles").
 * Undefined while it is not known; when it cannot be asked they may try, and the server decides.
 */
export function useMayPay(memberId: string): boolean | undefined {
  const own = useSession()?.memberId ?? null;
  const isOther = own !== null && own !== memberId;
  const linked = useQuery({ ...linkedAccountsQuery(own ?? ''), enabled: isOther });
  if (!isOther) return own !== null;
  return linked.isError || linked.data?.some(({ primary_member_id }) => primary_member_id === memberId);
}
