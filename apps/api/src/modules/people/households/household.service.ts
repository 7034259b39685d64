/** The members of a household and their roles: read, changed one by one, or by a life event. */
import type * as z from 'zod/mini';
import { isMinor, TOO_YOUNG } from '@kinfold/domain/coming-of-age';
import type { CalendarDate } from '@kinfold/domain/dates';
import type { Household } from '@kinfold/domain/household';
import type { HouseholdState, HouseholdStep, Person } from '@kinfold/domain/household-change';
import type { HouseholdAdd } from '@kinfold/domain/household-form';
import { deathEventOf, LIFE_EVENTS, stepsOf, type LifeEventForm } from '@kinfold/domain/life-event';
import { newId } from '../../../platform/documents.ts';
import { invalid, notFound } from '../../../platform/problem.ts';
import { withinScope, type InScope } from '../../../platform/scopes.ts';
import { findHousehold } from '../members/household.service.ts';
import { findHouseholdMembers, type MemberRecord } from '../members/member.service.ts';
import type { HouseholdChange } from './household-change.service.ts';
import { presentHousehold } from './household.presenter.ts';

/**
 * A household on the wire, the primary member first; for staff (`isInScope`) those of its members who are in their scope.
 * Throws 404 when nobody lives in it.
 */
export async function showHousehold(
  householdId: string | null,
  today: CalendarDate,
  isInScope?: InScope,
): Promise<z.input<typeof Household>> {
  const household = householdId === null ? undefined : await findHousehold(householdId);
  if (!household) throw notFound('This member has no household.');
  const members = await findHouseholdMembers(household._id);
  if (!isInScope) return presentHousehold(household, members, today, false);
  return presentHousehold(household, await withinScope(members, isInScope), today, true);
}

/** Returns the steps of a change. Throws 422 at a path where one makes somebody under 18 primary: minors pay for nobody. */
function withoutMinors(
  path: string,
  { people }: HouseholdState,
  today: CalendarDate,
  steps: HouseholdStep[],
): HouseholdStep[] {
  const primaries = steps.flatMap((step) => (step.do === 'make_primary' ? [step.member_id] : []));
  // Inactive members are refused by the rules of households.
  const isYoung = ({ _id, birthDt, isActive }: Person) =>
    birthDt !== undefined && isActive === true && primaries.includes(_id) && isMinor({ birthDt }, today);
  if (people.some(isYoung)) throw invalid([{ path, message: TOO_YOUNG }]);
  return steps;
}

/** The change that `HouseholdAdd` asks for; `member` is that of the path. */
export function changeOfAdd(member: MemberRecord, form: HouseholdAdd, today: CalendarDate): HouseholdChange {
  const member_id = form.member_id || member._id;
  const household_id = form.household_id || member.household_id || '';
  const { relationship, isPrimary, isActive } = form;
  return {
    memberIds: [...new Set([member._id, member_id])],
    householdIds: [household_id],
    stepsOf: (state): HouseholdStep[] => {
      const { people } = state;
      const lives = people.find(({ _id }) => _id === member_id)?.household_id === household_id;
      return withoutMinors('isPrimary', state, today, [
        ...(lives ? [] : [{ do: 'move', member_id, household_id } as const]),
        ...(relationship ? [{ do: 'set_relationship', member_id, relationship } as const] : []),
        ...(isPrimary ? [{ do: 'make_primary', member_id } as const] : []),
        ...(typeof isActive === 'boolean' ? [{ do: 'set_active', member_id, isActive } as const] : []),
      ]);
    },
  };
}

/** The change that moves a member out of a household, into one of their own; no steps when they do not live in it. */
export function changeOfRemove({ _id: member_id }: MemberRecord, householdId: string): HouseholdChange {
  const id = newId();
  return {
    memberIds: [member_id],
    householdIds: [householdId],
    stepsOf: () => [{ do: 'remove', member_id, household_id: householdId, newId: id }],
  };
}

/** What is entered, of a death with its day as far as it is known. Throws 422 for a day in the future, or before the birth. */
export function knownEvent(form: LifeEventForm, member: MemberRecord, today: CalendarDate): LifeEventForm {
  if (form.event !== 'death') return form;
  const event = deathEventOf(form, member, today);
  if ('path' in event) throw invalid([event]);
  return event;
}

/** The change that a life event of a member comes to, as `knownEvent` gives it; `newcomer` is who is entered by it. */
export function changeOfEvent(
  { _id: memberId }: MemberRecord,
  form: LifeEventForm,
  now: Date,
  today: CalendarDate,
  newcomer?: MemberRecord,
): HouseholdChange {
  const id = newId();
  const isPayer = 'payerMemberId' in form && form.payerMemberId && !form.primaryMemberId;
  const path = isPayer ? 'payerMemberId' : 'primaryMemberId';
  const others = form.event === 'marriage' || form.event === 'divorce' ? (form.spouse_id ?? []) : [];
  return {
    memberIds: [memberId].concat(others),
    stepsOf: (state) =>
      withoutMinors(path, state, today, stepsOf(form, memberId, state, { newId: id, now, newcomer })),
    reason: LIFE_EVENTS[form.event],
    ...(newcomer && { newcomers: [newcomer] }),
  };
}
