/** The effects of a change of households, as codes with values (in sentences: household-sentence.ts). */
import type { DeathDay } from './death-day.ts';
import type { CalendarDate } from './dates.ts';
import { fullName } from './person-name.ts';
import {
  homeOf,
  isPrimary,
  personOf,
  residentsOf,
  type HouseholdState,
  type Person,
} from './household-change.ts';

/** A membership that covers a person now: its primary member, and where they live. */
export type CoverOf = {
  member_id: string;
  campaignName: string;
  payer: Pick<Person, '_id' | 'firstNm' | 'lastNm' | 'household_id'>;
  /** True if its own change is described elsewhere. */
  isTold?: boolean;
};

const nameOf = fullName;

/** An effect; names are those of people in full, but for first names (`firstNm`, `fromFirstNm`). */
export type HouseholdEffect =
  | { code: 'links_stop' | 'links_return' | 'no_reminders'; firstNm: string }
  | { code: 'primary_changed'; from: string; to: string }
  | { code: 'links_follow'; firstNm: string; fromFirstNm: string }
  | { code: 'stays_in_name' | 'keeps_paying'; campaignName: string; payer: string }
  | {
      code:
        | 'own_household'
        | 'not_deceased'
        | 'active'
        | 'inactive'
        | 'active_without_cover'
        | 'loses_no_cover';
      name: string;
    }
  | { code: 'joins_household'; name: string; relationship: string; primary: string | undefined }
  | { code: 'pays_for_self' | 'covered_as_before'; name: string; campaignName: string }
  | { code: 'covered_elsewhere'; name: string; campaignName: string; payer: string; isApart: boolean }
  | { code: 'relationship_changed'; name: string; from: string; to: string }
  | { code: 'covered_while_inactive'; name: string; campaignName: string; payer: string | null }
  | { code: 'dues_stay' }
  | { code: 'deceased'; name: string; deceasedDt: CalendarDate; deathDay: DeathDay | null | undefined }
  | { code: 'cover_ends'; name: string; campaignNames: string[] }
  | { code: 'moves'; name: string; streetAddress: string; cityNm: string }
  | { code: 'may_pay_for' | 'may_not_pay_for'; name: string; primary: string | undefined };

/** The people who differ between two states, each before and after. */
export function changedPeople(
  before: HouseholdState,
  after: HouseholdState,
): { before: Person; after: Person }[] {
  return after.people
    .map((person) => ({ before: personOf(before, person._id), after: person }))
    .filter((pair) => JSON.stringify(pair.before) !== JSON.stringify(pair.after));
}

/** Returns an effect for each difference between two states; none if nothing changes. */
export function householdEffects(
  before: HouseholdState,
  after: HouseholdState,
  covers: readonly CoverOf[] = [],
): HouseholdEffect[] {
  return [
    ...primaryEffects(
      before,
      after,
      covers.filter(({ isTold }) => !isTold),
    ),
    ...changedPeople(before, after).flatMap((pair) => personEffects(pair, after, covers)),
    ...emptiedEffects(before, after),
  ];
}

/**
 * Links point to households: an empty one shows nothing, and is shown again to the same accounts once somebody lives in
 * it.
 */
function emptiedEffects(before: HouseholdState, after: HouseholdState): HouseholdEffect[] {
  return after.homes.flatMap((home) => {
    const old = before.homes.find(({ _id }) => _id === home._id);
    if (!old || old.isEmpty === home.isEmpty) return [];
    const { firstNm } = personOf(after, home.primaryMemberId);
    return [{ code: home.isEmpty ? 'links_stop' : 'links_return', firstNm }];
  });
}

/** Who may pay through a linked account changes; the primary member of a membership keeps paying for it. */
function primaryEffects(
  before: HouseholdState,
  after: HouseholdState,
  covers: readonly CoverOf[],
): HouseholdEffect[] {
  return after.homes.flatMap((home): HouseholdEffect[] => {
    const old = before.homes.find(({ _id }) => _id === home._id);
    if (!old || old.primaryMemberId === home.primaryMemberId) return [];
    const [from, to] = [personOf(after, old.primaryMemberId), personOf(after, home.primaryMemberId)];
    return [
      { code: 'primary_changed', from: nameOf(from), to: nameOf(to) },
      { code: 'links_follow', firstNm: to.firstNm, fromFirstNm: from.firstNm },
      ...payerEffects(residentsOf(after, home._id), covers),
    ];
  });
}

const payerEffects = (residents: readonly Person[], covers: readonly CoverOf[]): HouseholdEffect[] =>
  covers
    .filter(({ member_id }) => residents.some(({ _id }) => _id === member_id))
    .map(({ campaignName, payer }) => {
      const isDead = residents.some(({ _id, deceasedDt }) => _id === payer._id && deceasedDt);
      return { code: isDead ? 'stays_in_name' : 'keeps_paying', campaignName, payer: nameOf(payer) };
    });

/**
 * The people whose cover is mentioned with a change: those who are changed, and those who live where another member
 * becomes primary.
 */
export function concernedPeople(before: HouseholdState, after: HouseholdState): string[] {
  const homes = after.homes.filter(({ _id, primaryMemberId }) => {
    const old = before.homes.find((home) => home._id === _id);
    return old && old.primaryMemberId !== primaryMemberId;
  });
  const people = [
    ...changedPeople(before, after).map((pair) => pair.after),
    ...homes.flatMap(({ _id }) => residentsOf(after, _id)),
  ];
  return [...new Set(people.map(({ _id }) => _id))];
}

function personEffects(
  { before, after }: { before: Person; after: Person },
  state: HouseholdState,
  covers: readonly CoverOf[],
): HouseholdEffect[] {
  const name = nameOf(after);
  const all = covers.filter(({ member_id }) => member_id === after._id);
  const theirs = all.filter(({ isTold }) => !isTold);
  const isMoved = before.household_id !== after.household_id;
  const { address, relationship } = after;
  return [
    ...(isMoved
      ? [moveEffect(after, state), ...theirs.map((cover) => movedEffect(after, cover, state))]
      : []),
    ...effectsIf(!isMoved && before.relationship !== relationship, {
      code: 'relationship_changed',
      name,
      from: before.relationship,
      to: relationship,
    }),
    ...(before.isActive === after.isActive ? [] : activeEffects(after, theirs, all.length > 0)),
    ...deathEffects(before, after),
    ...effectsIf(!before.deceasedDt && after.deceasedDt && theirs.length, {
      code: 'cover_ends',
      name,
      campaignNames: theirs.map(({ campaignName }) => campaignName),
    }),
    ...(JSON.stringify(before.address) === JSON.stringify(address) || !address
      ? []
      : [{ code: 'moves', name, streetAddress: address.streetAddress, cityNm: address.cityNm } as const]),
    ...linkEffects(before, after, state),
  ];
}

const effectsIf = (applies: unknown, effect: HouseholdEffect): HouseholdEffect[] => (applies ? [effect] : []);

function moveEffect(person: Person, state: HouseholdState): HouseholdEffect {
  const name = nameOf(person);
  if (isPrimary(state, person)) return { code: 'own_household', name };
  const home = homeOf(state, person);
  const primary = home && residentsOf(state, home._id).find(({ _id }) => _id === home.primaryMemberId);
  const { relationship } = person;
  return { code: 'joins_household', name, relationship, primary: primary && nameOf(primary) };
}

function movedEffect(
  person: Person,
  { campaignName, payer }: CoverOf,
  state: HouseholdState,
): HouseholdEffect {
  const name = nameOf(person);
  if (payer._id === person._id) return { code: 'pays_for_self', name, campaignName };
  const lives = state.people.find(({ _id }) => _id === payer._id) ?? payer;
  const isApart = lives.household_id !== person.household_id;
  return { code: 'covered_elsewhere', name, campaignName, payer: nameOf(payer), isApart };
}

function deathEffects(before: Person, after: Person): HouseholdEffect[] {
  const isSame = (before.deathDay ?? null) === (after.deathDay ?? null);
  if (before.deceasedDt === after.deceasedDt && isSame) return [];
  const { firstNm, deceasedDt, deathDay } = after;
  const name = nameOf(after);
  return deceasedDt
    ? [
        { code: 'deceased', name, deceasedDt, deathDay },
        { code: 'no_reminders', firstNm },
      ]
    : [{ code: 'not_deceased', name }];
}

/** Cover depends on memberships: this alone neither gives nor takes it. */
function activeEffects(person: Person, theirs: readonly CoverOf[], isCovered: boolean): HouseholdEffect[] {
  const name = nameOf(person);
  if (person.isActive)
    return [
      { code: 'active', name },
      ...theirs.map(({ campaignName }) => ({ code: 'covered_as_before', name, campaignName }) as const),
      ...effectsIf(!theirs.length, { code: 'active_without_cover', name }),
    ];
  return [
    { code: 'inactive', name },
    ...theirs.map(({ campaignName, payer }) => {
      const other = payer._id === person._id ? null : nameOf(payer);
      return { code: 'covered_while_inactive', name, campaignName, payer: other } as const;
    }),
    ...effectsIf(!isCovered, { code: 'loses_no_cover', name }),
    ...effectsIf(theirs.length, { code: 'dues_stay' }),
  ];
}

function linkEffects(before: Person, after: Person, state: HouseholdState): HouseholdEffect[] {
  const primaryNameOf = (householdId: string) => {
    const id = state.homes.find(({ _id }) => _id === householdId)?.primaryMemberId;
    const primary = state.people.find(({ _id }) => _id === id);
    return primary && nameOf(primary);
  };
  const name = nameOf(after);
  const [old, now] = [before.linkedHouseholds, after.linkedHouseholds];
  const added = now.filter((id) => !old.includes(id));
  const removed = old.filter((id) => !now.includes(id));
  return [
    ...added.map((id) => ({ code: 'may_pay_for', name, primary: primaryNameOf(id) }) as const),
    ...removed.map((id) => ({ code: 'may_not_pay_for', name, primary: primaryNameOf(id) }) as const),
  ];
}
