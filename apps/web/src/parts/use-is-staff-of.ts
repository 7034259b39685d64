import type { Member } from '@kinfold/domain/member';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../lib/session.ts';
import { memberQuery } from '../queries/members.ts';
import { scopeQuery } from '../queries/scopes.ts';

/**
 * Whether the signed-in user sees a member as staff: neither as themself nor as an account that is linked to theirs.
 * Undefined while loading. Where it cannot be loaded they are not staff: the server decides what they may read.
 */
export function useIsStaffOf(member: Pick<Member, '_id' | 'household_id'> | undefined): boolean | undefined {
  const ownId = useSession()?.memberId ?? null;
  const scope = useQuery({ ...scopeQuery, enabled: member?._id !== ownId });
  const holdsRole = scope.data?.permissions.includes('organization.members.get') === true;
  const own = useQuery({ ...memberQuery(ownId ?? ''), enabled: holdsRole && ownId !== null });
  if (!member) return undefined;
  if (member._id === ownId) return false;
  if (scope.isPending) return undefined;
  if (!holdsRole || ownId === null) return holdsRole;
  if (own.isPending) return undefined;
  const { household_id } = member;
  return household_id === null || !own.data?.linkedHouseholds.includes(household_id);
}
