/**
 * Changes to households (spec section 4): steps that change who lives where, who is primary and facts about people,
 * tried on copies. The difference afterwards is what is written, reported and undone.
 */
import { isSameAddress, type Address } from './address.ts';
import type { CalendarDate } from './dates.ts';
import type { DeathDay } from './death-day.ts';

/** A person as the rules see them. */
export type Person = {
  _id: string;
  firstNm: string;
  lastNm: string;
  suffix?: string | null | undefined;
  birthDt?: CalendarDate | null;
  household_id: string | null;
  relationship: string;
  isActive: boolean | null;
  deceasedDt: CalendarDate | null;
  /** How far the day of the death is known, where it is not (death-day.ts). */
  deathDay?: DeathDay | null;
  address: (Address & { modifiedDt: Date | null }) | null;
  linkedHouseholds: string[];
};

/** A household as the rules see it. An empty one is kept for the member it belonged to, who may come back. */
export type Home = { _id: string; primaryMemberId: string; isEmpty: boolean };

/** All people and households that a change may touch, with everybody who lives in those households. */
export type HouseholdState = { homes: readonly Home[]; people: readonly Person[] };

/**
 * One step of a change. A person who gets their own household gets the empty one that they left, or a new one with
 * `newId`.
 */
export type HouseholdStep =
  | { do: 'move'; member_id: string; household_id: string; relationship?: string }
  | { do: 'own_household'; member_id: string; newId: string }
  | { do: 'remove'; member_id: string; household_id: string; newId: string }
  | { do: 'make_primary'; member_id: string }
  | { do: 'set_relationship'; member_id: string; relationship: string }
  | { do: 'set_active'; member_id: string; isActive: boolean }
  | { do: 'leave'; member_ids: readonly string[] }
  | { do: 'set_deceased'; member_id: string; deceasedDt: CalendarDate | null; deathDay?: DeathDay | null }
  | { do: 'set_address'; member_ids: readonly string[]; address: Address; now: Date }
  | { do: 'link'; member_id: string; household_id: string }
  | { do: 'unlink'; member_id: string; household_id: string };

/** A step that is not allowed; `code` is stable, the message is for a person. */
export class HouseholdRefusal extends Error {
  readonly code: 'not_found' | 'primary_member' | 'not_allowed';
  constructor(code: HouseholdRefusal['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const HEAD = 'Head of Household';
const NO_HOUSEHOLD = 'There is no such household.';

/** Returns the state after steps in their order. Throws HouseholdRefusal if one of them is not allowed. */
export function afterSteps(state: HouseholdState, steps: readonly HouseholdStep[]): HouseholdState {
  const after = steps.reduce(afterStep, state);
  const lived = new Set(after.people.map(({ household_id }) => household_id));
  return { ...after, homes: after.homes.map((home) => ({ ...home, isEmpty: !lived.has(home._id) })) };
}

function afterStep(state: HouseholdState, step: HouseholdStep): HouseholdState {
  switch (step.do) {
    case 'move':
      return moved(state, step);
    case 'own_household':
      return withOwnHousehold(state, step.member_id, step.newId);
    case 'remove':
      return removed(state, step);
    case 'make_primary':
      return withPrimary(state, personOf(state, step.member_id));
    case 'set_relationship':
      return withPeople(state, [step.member_id], { relationship: step.relationship });
    case 'set_active':
      return withActive(state, personOf(state, step.member_id), step.isActive);
    case 'leave':
      return withoutLeavers(state, step.member_ids);
    case 'set_deceased':
      return withPeople(state, [step.member_id], {
        deceasedDt: step.deceasedDt,
        // Missing as long as nobody has been entered without a day.
        ...((step.deathDay || personOf(state, step.member_id).deathDay) && {
          deathDay: step.deathDay ?? null,
        }),
      });
    case 'set_address':
      return withAddress(state, step);
    case 'link':
      return withLink(state, personOf(state, step.member_id), step.household_id);
    case 'unlink': {
      const { linkedHouseholds } = personOf(state, step.member_id);
      const left = linkedHouseholds.filter((id) => id !== step.household_id);
      return withPeople(state, [step.member_id], { linkedHouseholds: left });
    }
  }
}

/** Returns a person of a state. Throws HouseholdRefusal if they are not in it. */
export function personOf({ people }: HouseholdState, member_id: string): Person {
  const person = people.find(({ _id }) => _id === member_id);
  if (!person) throw new HouseholdRefusal('not_found', 'There is no such member.');
  return person;
}

/** Returns the household of a person. */
export function homeOf({ homes }: HouseholdState, { household_id }: Person): Home | undefined {
  return homes.find(({ _id }) => _id === household_id);
}

/** Everybody who lives in a household. */
export function residentsOf({ people }: HouseholdState, householdId: string): Person[] {
  return people.filter(({ household_id }) => household_id === householdId);
}

/** Returns whether a person is the primary member of their household. */
export function isPrimary(state: HouseholdState, person: Person): boolean {
  return homeOf(state, person)?.primaryMemberId === person._id;
}

/** Returns whether a person may be made primary: active, alive, and not already primary (spec section 4). */
function mayBecomePrimary(state: HouseholdState, person: Person): boolean {
  return !isPrimary(state, person) && person.isActive === true && person.deceasedDt === null;
}

function withPeople(
  state: HouseholdState,
  memberIds: readonly string[],
  change: Partial<Person>,
): HouseholdState {
  for (const id of memberIds) personOf(state, id);
  const people = state.people.map((each) => (memberIds.includes(each._id) ? { ...each, ...change } : each));
  return { ...state, people };
}

/** A primary member cannot leave others behind. */
function refuseToLeave(state: HouseholdState, person: Person): void {
  const { firstNm, household_id } = person;
  if (household_id === null || !isPrimary(state, person) || residentsOf(state, household_id).length < 2)
    return;
  throw new HouseholdRefusal(
    'primary_member',
    `${firstNm} is the primary member of a household with others in it. Make another member primary first.`,
  );
}

function moved(
  state: HouseholdState,
  { member_id, household_id, relationship }: Extract<HouseholdStep, { do: 'move' }>,
): HouseholdState {
  const person = personOf(state, member_id);
  const home = state.homes.find(({ _id }) => _id === household_id);
  const isOwn = home?.primaryMemberId === member_id;
  if (!home || (!isOwn && !residentsOf(state, household_id).some(({ _id }) => _id === home.primaryMemberId)))
    throw new HouseholdRefusal('not_found', NO_HOUSEHOLD);
  if (person.household_id !== household_id) refuseToLeave(state, person);
  const stayed = isOwn ? HEAD : person.relationship;
  return withPeople(state, [member_id], { household_id, relationship: relationship ?? stayed });
}

function withOwnHousehold(state: HouseholdState, member_id: string, newId: string): HouseholdState {
  const person = personOf(state, member_id);
  refuseToLeave(state, person);
  if (isPrimary(state, person)) return state;
  const own = state.homes.find(({ primaryMemberId }) => primaryMemberId === member_id);
  const home = own ?? { _id: newId, primaryMemberId: member_id, isEmpty: false };
  return withPeople({ ...state, homes: own ? state.homes : [...state.homes, home] }, [member_id], {
    household_id: home._id,
    relationship: HEAD,
  });
}

/** Moves a person from a household into their own; a person who does not live in it stays where they are. */
function removed(
  state: HouseholdState,
  { member_id, household_id, newId }: Extract<HouseholdStep, { do: 'remove' }>,
): HouseholdState {
  const person = personOf(state, member_id);
  if (person.household_id !== household_id) return state;
  if (isPrimary(state, person))
    throw new HouseholdRefusal('primary_member', 'The primary member cannot be removed.');
  return withOwnHousehold(state, member_id, newId);
}

function withPrimary(state: HouseholdState, person: Person): HouseholdState {
  const home = homeOf(state, person);
  if (!home) throw new HouseholdRefusal('not_found', NO_HOUSEHOLD);
  if (home.primaryMemberId === person._id) return state;
  if (!mayBecomePrimary(state, person))
    throw new HouseholdRefusal(
      'not_allowed',
      `${person.firstNm} ${person.deceasedDt ? 'has died' : 'is not active'}. Only an active member can be made primary.`,
    );
  // Nobody is primary in two: the empty household kept for them is removed.
  const homes = state.homes
    .filter(({ _id, primaryMemberId }) => _id === home._id || primaryMemberId !== person._id)
    .map((each) => (each._id === home._id ? { ...each, primaryMemberId: person._id } : each));
  // Their own household is no longer a linked one.
  const linkedHouseholds = person.linkedHouseholds.filter((id) => id !== home._id);
  return withPeople({ ...state, homes }, [person._id], { linkedHouseholds });
}

const PRIMARY_STAYS = 'The primary member cannot be deactivated.';

/**
 * Returns whether a person is the primary member of active people: then another must become primary before they are
 * deactivated.
 */
function isNeededAsPrimary(state: HouseholdState, person: Person): boolean {
  const residents = residentsOf(state, person.household_id ?? '');
  return isPrimary(state, person) && residents.some((each) => mayBecomePrimary(state, each));
}

/**
 * Returns why a person may not be deactivated on their own page (spec section 4); undefined if they may: people who are
 * not primary, and a primary member who leaves no active one behind, such as one who lives alone. The menu of a
 * household, where others are changed, offers nothing at all for its primary member.
 */
export function deactivationFault(state: HouseholdState, member_id: string): string | undefined {
  if (!isNeededAsPrimary(state, personOf(state, member_id))) return undefined;
  return `${PRIMARY_STAYS} Make another member primary first, on the tab Household.`;
}

function withActive(state: HouseholdState, person: Person, isActive: boolean): HouseholdState {
  if (!isActive && isPrimary(state, person)) throw new HouseholdRefusal('primary_member', PRIMARY_STAYS);
  return withPeople(state, [person._id], { isActive });
}

/** A person who leaves becomes inactive; the primary member only if no active member stays behind. */
function withoutLeavers(state: HouseholdState, memberIds: readonly string[]): HouseholdState {
  const after = withPeople(state, memberIds, { isActive: false });
  for (const leaver of memberIds.map((id) => personOf(after, id))) {
    if (isNeededAsPrimary(after, leaver))
      throw new HouseholdRefusal(
        'primary_member',
        `${leaver.firstNm} is the primary member. Say who becomes primary.`,
      );
  }
  return after;
}

function withAddress(
  state: HouseholdState,
  { member_ids, address, now }: Extract<HouseholdStep, { do: 'set_address' }>,
): HouseholdState {
  const movers = member_ids.filter((id) => !isSameAddress(personOf(state, id).address, address));
  return withPeople(state, movers, { address: { ...address, modifiedDt: now } });
}

function withLink(state: HouseholdState, person: Person, householdId: string): HouseholdState {
  const home = state.homes.find(({ _id }) => _id === householdId);
  if (!home || !residentsOf(state, householdId).some(({ _id }) => _id === home.primaryMemberId))
    throw new HouseholdRefusal('not_found', NO_HOUSEHOLD);
  if (home.primaryMemberId === person._id)
    throw new HouseholdRefusal('not_allowed', `This is ${person.firstNm}’s own household.`);
  const linkedHouseholds = [...new Set([...person.linkedHouseholds, householdId])];
  return withPeople(state, [person._id], { linkedHouseholds });
}
