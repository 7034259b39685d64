/** Who belongs to the family of a claim: by the households of today, and as they were when it was opened (docs/decisions/052). */
import type { ClaimAction } from '@kinfold/domain/claim';
import { familyFault, isLeftToOthers, type ClaimRelation } from '@kinfold/domain/claim-family';
import { SECOND_PERSON } from '@kinfold/domain/second-person';
import type { Actor } from '../../../platform/auth.ts';
import { AppError } from '../../../platform/problem.ts';
import {
  findMember,
  readHouseholdMembers,
  requireMember,
  type MemberRecord,
} from '../../people/members/member.service.ts';
import type { ClaimRecord } from './claim.model.ts';

type Family = ClaimRecord['family'];
type Person = Pick<MemberRecord, '_id' | 'household_id'>;
type Reader = Pick<Actor, 'memberId'>;
type OfClaim = Pick<ClaimRecord, 'memberId' | 'family'>;

/** The family of somebody as it is now: who lives with them, and which households are linked to these. */
export async function familyOf(dead: MemberRecord): Promise<Family> {
  const { household_id } = dead;
  return familyAmong(dead, household_id === null ? [] : await readHouseholdMembers([household_id]));
}

/** The family of somebody as it is now, from the residents of some households. */
function familyAmong(dead: MemberRecord, residents: readonly MemberRecord[]): Family {
  const { household_id } = dead;
  const others = residents.filter(
    (one) => household_id !== null && one.household_id === household_id && one._id !== dead._id,
  );
  const people = [...others, dead];
  return {
    householdId: household_id,
    memberIds: people.map(({ _id }) => _id),
    linkedHouseholds: [...new Set(people.flatMap(({ linkedHouseholds }) => linkedHouseholds))],
  };
}

/** Whether somebody lives with the deceased, by one of the families, or lived so when the claim was opened. */
export const livesWith = ({ _id, household_id }: Person, families: readonly Family[]): boolean =>
  families.some(
    ({ householdId, memberIds }) =>
      memberIds.includes(_id) || (householdId !== null && householdId === household_id),
  );

/** How somebody stands to a family: they live or lived with it, or one of the two households is linked to the other. */
function relationOf(own: MemberRecord, families: readonly Family[]): ClaimRelation {
  if (livesWith(own, families)) return 'household';
  const isLinked = families.some(
    ({ householdId, linkedHouseholds }) =>
      (householdId !== null && own.linkedHouseholds.includes(householdId)) ||
      (own.household_id !== null && linkedHouseholds.includes(own.household_id)),
  );
  return isLinked ? 'linked' : 'none';
}

/** How somebody stands to the families of some of the deceased, by claim: two queries, however many they are. */
export async function relationsTo(
  { memberId }: Reader,
  dead: readonly MemberRecord[],
): Promise<(claim: OfClaim) => ClaimRelation> {
  const own = memberId === null ? undefined : await findMember(memberId);
  if (!own) return () => 'none';
  const households = dead.flatMap(({ household_id }) => household_id ?? []);
  const residents = households.length ? await readHouseholdMembers([...new Set(households)]) : [];
  const familyNow = new Map(dead.map((one) => [one._id, familyAmong(one, residents)]));
  return (claim) => {
    const now = familyNow.get(claim.memberId);
    return relationOf(own, now ? [claim.family, now] : [claim.family]);
  };
}

/** Throws 403 `second_person` to the family of the deceased, where it leaves a step of its own claim to others. */
export async function refuseFamily(
  actor: Reader,
  claim: OfClaim & Pick<ClaimRecord, 'state'>,
  action: ClaimAction,
): Promise<void> {
  if (!isLeftToOthers(action, claim.state, 'household')) return;
  const relation = (await relationsTo(actor, [await requireMember(claim.memberId)]))(claim);
  const fault = familyFault([action], claim.state, relation);
  if (fault !== undefined) throw new AppError(403, SECOND_PERSON, fault);
}
