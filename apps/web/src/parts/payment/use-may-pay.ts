import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../lib/session.ts';
import { linkedAccountsQuery } from '../../queries/members.ts';

/**
 * Returns whether the signed-in user may pay for a member: themselves or a linked account (rules.md "Roles"). Undefined
 * while loading; true if loading fails, because the server decides.
 */
export function useMayPay(memberId: string): boolean | undefined {
  const own = useSession()?.memberId ?? null;
  const isOther = own !== null && own !== memberId;
  const linked = useQuery({ ...linkedAccountsQuery(own ?? ''), enabled: isOther });
  if (!isOther) return own !== null;
  return linked.isError || linked.data?.some(({ primary_member_id }) => primary_member_id === memberId);
}
