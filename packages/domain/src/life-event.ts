/** Life events in a family, as staff enter them: the request, and the steps it consists of. */
import * as z from 'zod/mini';
import { AnyAddress } from './any-address.ts';
import { dateField, type CalendarDate } from './dates.ts';
import { lastDayOfDeath, type DeathDay } from './death-day.ts';
import { CORRECTION_MAX, TOLD_BY_MAX } from './death-report.ts';
import { freeText, optionalText, requestText } from './free-text.ts';
import { MemberEdit, MemberForm, MemberUpdate } from './member-edit.ts';
import type { HouseholdState, HouseholdStep, Person } from './household-change.ts';
import { homeOf, HouseholdRefusal, isPrimary, personOf, residentsOf } from './household-change.ts';
import { NO_FIELDS } from './problem.ts';

const PEOPLE_MAX = 50;
const NOBODY = 'Choose at least one person';
const people = z
  .array(requestText('member_ids'), NOBODY)
  .check(z.minLength(1, NOBODY), z.maxLength(PEOPLE_MAX, `At most ${PEOPLE_MAX} people`));
const DEATH_DATE = 'Invalid date of death';
const version = z.optional(z.int('version is a whole number'));
const maybePeople = z.optional(people);
const primaryMemberId = optionalText('primaryMemberId');
const payerMemberId = optionalText('payerMemberId');
const cover = z.optional(z.enum(['follow', 'stay'], 'Choose what becomes of the cover'));
const WHOM = 'Choose whom they marry';

/** The error for a day of death that is in the future, or before the birth. */
export const WRONG_DEATH_DATE = { path: 'deceasedDt', message: DEATH_DATE };
const REPORT_DATE = 'Invalid date of the report';
const TOLD_BY = `Who told the office, in at most ${TOLD_BY_MAX} characters`;

const CORRECTION = `Why the day is corrected, in at most ${CORRECTION_MAX} characters`;

/** A spouse who is not a member yet: they get the address of the member whom they marry. */
const NewSpouse = z.object(
  {
    firstNm: MemberForm.shape.firstNm,
    lastNm: MemberForm.shape.lastNm,
    suffix: MemberEdit.shape.suffix,
    birthDt: z.nullable(MemberForm.shape.birthDt),
    phones: MemberUpdate.shape.phones,
    emails: MemberEdit.shape.emails,
  },
  NO_FIELDS,
);

/**
 * `POST /v2/members/{id}/life-events`, and `…/preview`, which only says what would change. Of a marriage `member_ids` are
 * those who move in with the member (`together`, or into a `new` household of the member, who is not primary where they live); apart, each may see the other's household and pay for it.
 * `spouse` is entered as a member by it. Of a divorce `member_ids` are those who move out, one of the two with them. Who
 * moves with `isApart` lives in a household of their own from then on. Memberships follow the households
 * (household-cover.ts), with `cover` `stay` they do not.
 * `primaryMemberId` is who becomes primary where the primary member leaves or has died; they become Head of Household.
 * `payerMemberId` is who pays from now on for the memberships of a member who leaves or has died, by default the new
 * primary member; of a death they become primary and Head of Household where the deceased was primary. A
 * death with `undo`, or with `deceasedDt` null and nothing else about it, is taken back; `undo` also restores who was
 * primary. With `isDayUnknown`, or where `deceasedDt` is null and `reportedDt` or `payerMemberId` is sent, the day is not
 * known: `deceasedDt` is any day of the month of the death, or null where that is not known either; `reportedDt` is the day on which
 * it was reported, today where it is missing. `toldBy` is who told the office, `reason` why the day is corrected: both are
 * shown in the history. `version` is the household's, as read.
 */
export const LifeEventForm = z.discriminatedUnion(
  'event',
  [
    z
      .object({
        event: z.literal('marriage'),
        spouse_id: z.optional(freeText(WHOM, { min: 1 })),
        spouse: z.optional(NewSpouse),
        household: z.enum(['together', 'new', 'apart'], 'Choose where they live'),
        member_ids: maybePeople,
        ...{ primaryMemberId, payerMemberId, cover, version },
      })
      .check(
        z.refine(({ spouse_id, spouse }) => (spouse_id === undefined) !== (spouse === undefined), {
          error: WHOM,
          path: ['spouse_id'],
        }),
      ),
    z.object({
      event: z.literal('divorce'),
      spouse_id: freeText('Choose from whom', { min: 1 }),
      member_ids: people,
      ...{ primaryMemberId, payerMemberId, cover, version },
    }),
    z.object({
      event: z.literal('own_household'),
      isLinked: z.optional(z.boolean()),
      member_ids: maybePeople,
      ...{ primaryMemberId, payerMemberId, cover, version },
    }),
    z.object({
      event: z.literal('move'),
      address: AnyAddress,
      member_ids: people,
      isApart: z.optional(z.boolean('isApart is true or false')),
      ...{ primaryMemberId, payerMemberId, cover, version },
    }),
    z.object({
      event: z.literal('leaving'),
      member_ids: people,
      ...{ primaryMemberId, payerMemberId, version },
    }),
    z
      .object({
        event: z.literal('death'),
        deceasedDt: z.optional(z.nullable(dateField(DEATH_DATE))),
        undo: z.optional(z.literal(true, 'undo is true')),
        isDayUnknown: z.optional(z.boolean('isDayUnknown is true or false')),
        reportedDt: z.optional(z.nullable(dateField(REPORT_DATE))),
        toldBy: z.optional(z.nullable(freeText(TOLD_BY, { max: TOLD_BY_MAX }))),
        reason: z.optional(z.nullable(freeText(CORRECTION, { max: CORRECTION_MAX }))),
        ...{ payerMemberId, primaryMemberId, version },
      })
      .check(
        z.refine(({ deceasedDt, undo, isDayUnknown }) => undo || isDayUnknown || deceasedDt !== undefined, {
          error: DEATH_DATE,
          path: ['deceasedDt'],
        }),
      ),
  ],
  { error: ({ code }) => (code === 'invalid_union' ? 'Choose what happened' : NO_FIELDS) },
);
export type LifeEventForm = z.infer<typeof LifeEventForm>;

/** A death as it is entered. */
type DeathForm = Extract<LifeEventForm, { event: 'death' }>;

/** A death as rules and services take it: `deceasedDt` is the day at whose end everything ends; null takes it back. */
export type DeathEvent = DeathForm & { deathDay?: DeathDay | null };

/** Nothing is before a birth date that is not known. */
const isBefore = (day: string, birthDt: string | null) => birthDt !== null && day < birthDt;

/** What is entered of a death, with its day as far as it is known. Gives the error of a day that cannot be. */
export function deathEventOf(
  form: DeathForm,
  { birthDt }: { birthDt: CalendarDate | null },
  today: CalendarDate,
): DeathEvent | { path: string; message: string } {
  const { deceasedDt = null } = form;
  const isDayUnknown =
    form.isDayUnknown || (deceasedDt === null && Boolean(form.reportedDt ?? form.payerMemberId));
  if (form.undo || (deceasedDt === null && !isDayUnknown))
    return { ...form, deceasedDt: null, deathDay: null };
  const reportedDt = form.reportedDt ?? today;
  if (reportedDt > today || isBefore(reportedDt, birthDt))
    return { path: 'reportedDt', message: REPORT_DATE };
  // Of a month any day of it is sent, also one that is still to come.
  const month = deceasedDt?.slice(0, 7) ?? '';
  const isImpossible = isDayUnknown
    ? deceasedDt !== null && (month > reportedDt.slice(0, 7) || isBefore(month, birthDt?.slice(0, 7) ?? null))
    : deceasedDt !== null && (deceasedDt > today || isBefore(deceasedDt, birthDt));
  if (isImpossible) return WRONG_DEATH_DATE;
  return isDayUnknown
    ? { ...form, ...lastDayOfDeath(deceasedDt, reportedDt) }
    : { ...form, deceasedDt, deathDay: null };
}

/** What each event is called: in the list to choose from, and as the reason in the history. */
export const LIFE_EVENTS: Readonly<Record<LifeEventForm['event'], string>> = {
  marriage: 'Marriage',
  divorce: 'Divorce',
  own_household: 'A household of their own',
  move: 'Move to another address',
  leaving: 'Leaving the organization',
  death: 'Death',
};

/** Any event but a death. */
export type FamilyEvent = Exclude<LifeEventForm, { event: 'death' }>;

/** Who enters by an event without being a member yet. */
export type Newcomer = { _id: string };

/** Returns the steps of an event of a member. Throws HouseholdRefusal for people of other households. */
export function stepsOf(
  form: LifeEventForm,
  memberId: string,
  state: HouseholdState,
  { newId, now, newcomer }: { newId: string; now: Date; newcomer?: Newcomer | undefined },
): HouseholdStep[] {
  const member = personOf(state, memberId);
  const home = member.household_id;
  switch (form.event) {
    case 'marriage':
      return stepsOfMarriage(form, memberId, state, newId, newcomer);
    case 'divorce':
      return stepsOfDivorce(form, member, state, newId);
    case 'own_household': {
      const left = homeOf(state, member);
      const asked = form.primaryMemberId || (isPrimary(state, member) && form.payerMemberId) || undefined;
      const steps = stepsApart(member, form.member_ids ?? [], asked, state, newId);
      const head = asked || left?.primaryMemberId;
      if (!form.isLinked || !left || head === memberId) return steps;
      const own = state.homes.find(({ primaryMemberId: id, _id }) => id === memberId && _id !== left._id);
      return [...steps, { do: 'link', member_id: head ?? '', household_id: own?._id ?? newId }];
    }
    case 'move': {
      requireLivingWith(state, form.member_ids, home);
      const stays =
        home !== null && residentsOf(state, home).some(({ _id }) => !form.member_ids.includes(_id));
      if (form.isApart && !form.member_ids.includes(memberId))
        throw new HouseholdRefusal('not_allowed', `${member.firstNm} does not move.`);
      return [
        ...(form.isApart && stays
          ? stepsApart(member, form.member_ids, form.primaryMemberId, state, newId)
          : []),
        { do: 'set_address', member_ids: form.member_ids, address: form.address, now },
      ];
    }
    case 'leaving':
      requireLivingWith(state, form.member_ids, home);
      return [
        ...newHead(form.primaryMemberId || payerOf(form, member, state), home, state),
        { do: 'leave', member_ids: form.member_ids },
      ];
    case 'death':
      return stepsOfDeath(form, member, state);
  }
}

/** A member moves into a household of their own, some with them; where they were primary another one becomes it. */
function stepsApart(
  member: Person,
  memberIds: readonly string[],
  primaryId: string | null | undefined,
  state: HouseholdState,
  newId: string,
): HouseholdStep[] {
  const { household_id } = member;
  const others = [...new Set(memberIds)].filter((id) => id !== member._id);
  requireLivingWith(state, others, household_id);
  // Where nobody stays, it is the same household, and theirs.
  if (household_id !== null && residentsOf(state, household_id).length === others.length + 1)
    return newHead(member._id, household_id, state);
  const own = state.homes.find(
    ({ primaryMemberId: id, _id }) => id === member._id && _id !== member.household_id,
  );
  return [
    ...newHead(primaryId, member.household_id, state),
    { do: 'own_household', member_id: member._id, newId },
    ...others.map((member_id) => ({ do: 'move', member_id, household_id: own?._id ?? newId }) as const),
  ];
}

/** One of the two moves out, with whom they take along. The other one becomes primary where the one who moves was. */
function stepsOfDivorce(
  form: Extract<LifeEventForm, { event: 'divorce' }>,
  member: Person,
  state: HouseholdState,
  newId: string,
): HouseholdStep[] {
  const spouse = personOf(state, form.spouse_id);
  requireLivingWith(state, [spouse._id, ...form.member_ids], member.household_id);
  const [mover, stayer] = form.member_ids.includes(member._id) ? [member, spouse] : [spouse, member];
  if (
    spouse._id === member._id ||
    !form.member_ids.includes(mover._id) ||
    form.member_ids.includes(stayer._id)
  )
    throw new HouseholdRefusal('not_allowed', 'One of the two moves out, and the other one stays.');
  const head = form.primaryMemberId || (isPrimary(state, mover) ? stayer._id : undefined);
  return stepsApart(mover, form.member_ids, head, state, newId);
}

/** Whoever becomes primary becomes Head of Household. */
function newHead(
  primaryId: string | null | undefined,
  householdId: string | null,
  state: HouseholdState,
): HouseholdStep[] {
  const made = newPrimary(primaryId, householdId, state);
  return primaryId && !isPrimary(state, personOf(state, primaryId)) ? [...made, headOf(primaryId)] : made;
}

/** Who pays from now on is primary too, where the primary member leaves and nobody else is named. */
function payerOf(
  { member_ids, payerMemberId }: { member_ids: readonly string[]; payerMemberId?: string | null | undefined },
  member: Person,
  state: HouseholdState,
): string | null | undefined {
  const primaryId = homeOf(state, member)?.primaryMemberId;
  return primaryId !== undefined && member_ids.includes(primaryId) ? payerMemberId : undefined;
}

const headOf = (member_id: string): HouseholdStep => ({
  do: 'set_relationship',
  member_id,
  relationship: 'Head of Household',
});

/** Who pays from now on becomes primary and Head of Household where the deceased was primary and nobody else is named. */
function stepsOfDeath(form: DeathEvent, member: Person, state: HouseholdState): HouseholdStep[] {
  const deceasedDt = form.undo ? null : (form.deceasedDt ?? null);
  const deathDay = (deceasedDt && form.deathDay) || null;
  const died: HouseholdStep = { do: 'set_deceased', member_id: member._id, deceasedDt, deathDay };
  if (deceasedDt === null) return [died];
  const isNeeded = isPrimary(state, member) || homeOf(state, member)?.primaryMemberId === form.payerMemberId;
  const payerId = isNeeded ? form.payerMemberId : undefined;
  const primaryId = form.primaryMemberId || payerId;
  const head = payerId && primaryId === payerId ? [headOf(payerId)] : [];
  return [...newPrimary(primaryId, member.household_id, state), ...head, died];
}

function stepsOfMarriage(
  form: Extract<LifeEventForm, { event: 'marriage' }>,
  memberId: string,
  state: HouseholdState,
  newId: string,
  newcomer: Newcomer | undefined,
): HouseholdStep[] {
  const [member, spouse] = [
    personOf(state, memberId),
    personOf(state, newcomer?._id ?? form.spouse_id ?? ''),
  ];
  const [home, other] = [homeOf(state, member), homeOf(state, spouse)];
  if (!home || (!other && !newcomer) || home._id === other?._id)
    throw new HouseholdRefusal('not_allowed', `${spouse.firstNm} already lives in this household.`);
  if (form.household === 'apart') {
    if (!other)
      throw new HouseholdRefusal(
        'not_allowed',
        `Enter ${spouse.firstNm} with a household of their own first.`,
      );
    return [
      { do: 'link', member_id: memberId, household_id: other._id },
      { do: 'link', member_id: spouse._id, household_id: home._id },
    ];
  }
  const isNew = form.household === 'new';
  if (isPrimary(state, member) === isNew)
    throw new HouseholdRefusal(
      'not_allowed',
      isNew
        ? `${member.firstNm} is the primary member of a household already, which ${spouse.firstNm} may join.`
        : `${member.firstNm} is not the primary member of this household. Give them a household of their own first.`,
    );
  const own = state.homes.find(({ primaryMemberId: id }) => id === memberId)?._id ?? newId;
  const movers = new Set([...(form.member_ids ?? []), spouse._id]);
  requireLivingWith(state, [...movers], spouse.household_id);
  // The primary member last: they cannot leave others behind.
  const inOrder = [...movers].toSorted(
    (a, b) => Number(a === other?.primaryMemberId) - Number(b === other?.primaryMemberId),
  );
  return [
    ...newHead(form.primaryMemberId, spouse.household_id, state),
    ...(isNew ? [{ do: 'own_household', member_id: memberId, newId } as const] : []),
    ...inOrder.map((member_id): HouseholdStep => {
      const relationship = member_id === spouse._id ? 'Spouse' : undefined;
      return {
        do: 'move',
        member_id,
        household_id: isNew ? own : home._id,
        ...(relationship && { relationship }),
      };
    }),
  ];
}

function newPrimary(
  memberId: string | null | undefined,
  householdId: string | null,
  state: HouseholdState,
): HouseholdStep[] {
  if (!memberId) return [];
  requireLivingWith(state, [memberId], householdId);
  return [{ do: 'make_primary', member_id: memberId }];
}

function requireLivingWith(
  state: HouseholdState,
  memberIds: readonly string[],
  householdId: string | null,
): void {
  for (const { firstNm, household_id } of memberIds.map((id) => personOf(state, id)))
    if (household_id !== householdId)
      throw new HouseholdRefusal('not_allowed', `${firstNm} does not live in this household any more.`);
}
