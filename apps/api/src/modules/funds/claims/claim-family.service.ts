/** Who belongs to the family of a claim: by the households of today, and as they were when it was opened (docs/decisions/052). */
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

/** The family of somebody as it is now: who lives with them, and which households are linked to these. */
export async function familyOf(dead: MemberRecord): Promise<Family> {
  const { household_id } = dead;
  const residents = household_id === null ? [dead] : await readHouseholdMembers([household_id]);
  const people = [...residents.filter(({ _id }) => _id !== dead._id), dead];
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

/** Whether who acts lives or lived with the deceased of a claim, or one of the two households is linked to the other. */
async function isOfFamily(
  { memberId }: Pick<Actor, 'memberId'>,
  claim: Pick<ClaimRecord, 'memberId' | 'family'>,
): Promise<boolean> {
  const own = memberId === null ? undefined : await findMember(memberId);
  if (!own) return false;
  const families = [claim.family, await familyOf(await requireMember(claim.memberId))];
  if (livesWith(own, families)) return true;
  return families.some(
    ({ householdId, linkedHouseholds }) =>
      (householdId !== null && own.linkedHouseholds.includes(householdId)) ||
      (own.household_id !== null && linkedHouseholds.includes(own.household_id)),
  );
}

/** Why somebody leaves a step of a claim to others: they belong to the family; undefined where they do not. */
export const familyFault = async (
  actor: Pick<Actor, 'memberId'>,
  claim: Pick<ClaimRecord, 'memberId' | 'family'>,
  does: 'approves it' | 'pays it out',
): Promise<string | undefined> =>
  (await isOfFamily(actor, claim))
    ? `You belong to this family, or are linked to it: another person ${does}.`
    : undefined;

/** Throws 403 `second_person` to the family of the deceased, for what is done once a claim is approved. */
export async function refuseFamily(
  ...of: [Pick<Actor, 'memberId'>, Pick<ClaimRecord, 'memberId' | 'family'>]
): Promise<void> {
  const fault = await familyFault(...of, 'pays it out');
  if (fault !== undefined) throw new AppError(403, SECOND_PERSON, fault);
}
