/** Households that a member may look at and pay for besides their own: staff link and unlink them. */
import type * as z from 'zod/mini';
import type { LinkedHousehold } from '@kinfold/domain/household';
import type { HouseholdState } from '@kinfold/domain/household-change';
import type { Author } from '../../../platform/author.ts';
import { findEntriesOf } from '../../operations/audit/audit.service.ts';
import { isObjectId } from '../../../platform/database.ts';
import { invalid } from '../../../platform/problem.ts';
import { withinScope, type InScope } from '../../../platform/scopes.ts';
import { findHouseholds } from '../members/household.service.ts';
import { findMembers, type MemberRecord } from '../members/member.service.ts';
import { changeHouseholds } from './household-change.service.ts';
import { presentLinkedHousehold } from './household.presenter.ts';

const everywhere: InScope = async () => true;

/**
 * Links a household to a member, who may then look at it and pay for it; repeating changes nothing. The household is
 * named by its id, or by another member who lives in it. Throws 404 when there is no such household, 409 for the one
 * whose primary member they are.
 */
export async function linkHousehold(
  { memberId, householdId, otherId }: { memberId: string; householdId?: string; otherId?: string },
  author: Author,
  now: Date,
  isInScope: InScope = everywhere,
): Promise<void> {
  const stepsOf = ({ people }: HouseholdState) => {
    const household_id = householdId ?? people.find(({ _id }) => _id === otherId)?.household_id ?? '';
    return [{ do: 'link', member_id: memberId, household_id }] as const;
  };
  const memberIds = [memberId, ...(otherId ? [otherId] : [])];
  const householdIds = householdId ? [householdId] : [];
  await changeHouseholds({ memberIds, householdIds, stepsOf: (state) => [...stepsOf(state)] }, isInScope, {
    author,
    now,
  });
}

/**
 * The linked households of a member after an edit by staff: those out of their scope stay as they are. Throws 422 where a
 * new one does not exist, is not in scope, or has the member as its primary member.
 */
export async function linkedAfter(
  member: MemberRecord,
  householdIds: readonly string[],
  isInScope: InScope,
): Promise<string[]> {
  const added = householdIds.filter((id) => !member.linkedHouseholds.includes(id));
  const households = await findHouseholds(added.filter(isObjectId));
  const primaries = await findMembers(households.map(({ primaryMemberId }) => primaryMemberId));
  const numbers = new Map(primaries.map(({ _id, organizationNumber }) => [_id, organizationNumber]));
  for (const id of added) {
    const primaryMemberId = households.find(({ _id }) => _id === id)?.primaryMemberId ?? '';
    const number = numbers.get(primaryMemberId);
    if (primaryMemberId === member._id || number === undefined || !(await isInScope(number)))
      throw invalid([{ path: 'linkedHouseholds', message: 'There is no such household' }]);
  }
  const inScope = await linkedIdsWithin(member, isInScope);
  const hidden = member.linkedHouseholds.filter((id) => !inScope.includes(id));
  return [...new Set([...hidden, ...householdIds])];
}

/** Unlinks a household from a member; repeating changes nothing. */
export async function unlinkHousehold(
  { memberId, householdId }: { memberId: string; householdId: string },
  author: Author,
  now: Date,
  isInScope: InScope,
): Promise<void> {
  const steps = [{ do: 'unlink', member_id: memberId, household_id: householdId } as const];
  await changeHouseholds({ memberIds: [memberId], stepsOf: () => steps }, isInScope, { author, now });
}

/** The households linked to a member whose primary members are in a scope, with those. */
async function linkedWithin({ linkedHouseholds }: MemberRecord, isInScope: InScope) {
  const households = await findHouseholds(linkedHouseholds);
  const primaries = await findMembers(households.map(({ primaryMemberId }) => primaryMemberId));
  const byId = new Map((await withinScope(primaries, isInScope)).map((one) => [one._id, one]));
  return households.flatMap((household) => {
    const primary = byId.get(household.primaryMemberId);
    return primary ? [{ household, primary }] : [];
  });
}

/** The ids of the households linked to a member that are in a scope. */
export async function linkedIdsWithin(member: MemberRecord, isInScope: InScope): Promise<string[]> {
  return (await linkedWithin(member, isInScope)).map(({ household }) => household._id);
}

/**
 * The households linked to a member on the wire, in the order of linking. For staff (`isInScope`): those in their scope,
 * each with who allowed it and when.
 */
export async function linkedHouseholdsOf(
  member: MemberRecord,
  isInScope?: InScope,
): Promise<z.input<typeof LinkedHousehold>[]> {
  const linked = await linkedWithin(member, isInScope ?? everywhere);
  const entries = isInScope ? await findEntriesOf('member', member._id, 'household.linked') : [];
  return linked.map(({ household, primary }) => {
    // Newest first: it may have been unlinked and linked again.
    const allowed = entries.find(({ changes }) => changes.some(({ to }) => to === household._id));
    return {
      ...presentLinkedHousehold(household, primary),
      ...(isInScope && {
        allowedBy: allowed?.actor.name ?? null,
        allowedDt: allowed?.at.toISOString() ?? null,
      }),
    };
  });
}
