/** What a change of households means, in sentences: said before it is done. */
import { deathInWords } from './death-day.ts';
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
  /** What becomes of it is said elsewhere. */
  isTold?: boolean;
};

const nameOf = fullName;

/** The people who differ between two states, each before and after. */
export function changedPeople(
  before: HouseholdState,
  after: HouseholdState,
): { before: Person; after: Person }[] {
  return after.people
    .map((person) => ({ before: personOf(before, person._id), after: person }))
    .filter((pair) => JSON.stringify(pair.before) !== JSON.stringify(pair.after));
}

/** Returns a sentence for each difference between two states; none if nothing changes. */
export function sentencesOf(
  before: HouseholdState,
  after: HouseholdState,
  covers: readonly CoverOf[] = [],
): string[] {
  return [
    ...primarySentences(
      before,
      after,
      covers.filter(({ isTold }) => !isTold),
    ),
    ...changedPeople(before, after).flatMap((pair) => personSentences(pair, after, covers)),
    ...emptiedSentences(before, after),
  ];
}

/**
 * Links point to households: an empty one shows nothing, and is shown again to the same accounts once somebody lives in
 * it.
 */
function emptiedSentences(before: HouseholdState, after: HouseholdState): string[] {
  return after.homes.flatMap((home) => {
    const old = before.homes.find(({ _id }) => _id === home._id);
    if (!old || old.isEmpty === home.isEmpty) return [];
    const { firstNm } = personOf(after, home.primaryMemberId);
    return home.isEmpty
      ? [
          `Accounts linked to the household that ${firstNm} leaves no longer see what ${firstNm} owes, nor pay for it.`,
        ]
      : [`Accounts that were linked to this household see what ${firstNm} owes again, and pay for it.`];
  });
}

/** Who may pay through a linked account changes; the primary member of a membership keeps paying for it. */
function primarySentences(
  before: HouseholdState,
  after: HouseholdState,
  covers: readonly CoverOf[],
): string[] {
  return after.homes.flatMap((home) => {
    const old = before.homes.find(({ _id }) => _id === home._id);
    if (!old || old.primaryMemberId === home.primaryMemberId) return [];
    const [from, to] = [personOf(after, old.primaryMemberId), personOf(after, home.primaryMemberId)];
    return [
      `${nameOf(to)} becomes the primary member instead of ${nameOf(from)}.`,
      `Accounts linked to this household then see what ${to.firstNm} owes and pay for it, and no longer for ${from.firstNm}.`,
      ...whoPaysSentences(residentsOf(after, home._id), covers),
    ];
  });
}

function whoPaysSentences(residents: readonly Person[], covers: readonly CoverOf[]): string[] {
  const theirs = covers.filter(({ member_id }) => residents.some(({ _id }) => _id === member_id));
  return [
    ...new Set(
      theirs.map(({ campaignName, payer }) =>
        residents.some(({ _id, deceasedDt }) => _id === payer._id && deceasedDt)
          ? `${campaignName} stays in the name of ${nameOf(payer)} until you change the membership.`
          : `${nameOf(payer)} goes on paying for ${campaignName}.`,
      ),
    ),
  ];
}

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

function personSentences(
  { before, after }: { before: Person; after: Person },
  state: HouseholdState,
  covers: readonly CoverOf[],
): string[] {
  const name = nameOf(after);
  const all = covers.filter(({ member_id }) => member_id === after._id);
  const theirs = all.filter(({ isTold }) => !isTold);
  const isMoved = before.household_id !== after.household_id;
  return [
    ...(isMoved ? [moveSentence(after, state)] : []),
    ...(isMoved ? theirs.map((cover) => movedCoverSentence(after, cover, state)) : []),
    ...(!isMoved && before.relationship !== after.relationship
      ? [`${name}: ${after.relationship} instead of ${before.relationship}.`]
      : []),
    ...(before.isActive === after.isActive ? [] : activeSentences(after, theirs, all.length > 0)),
    ...deathSentences(before, after),
    ...(!before.deceasedDt && after.deceasedDt ? goneSentences(after, theirs) : []),
    ...(JSON.stringify(before.address) === JSON.stringify(after.address) || !after.address
      ? []
      : [`${name} moves to ${after.address.streetAddress}, ${after.address.cityNm}.`]),
    ...linkSentences(before, after, state),
  ];
}

function moveSentence(person: Person, state: HouseholdState): string {
  if (isPrimary(state, person)) return `${nameOf(person)} gets a household of their own.`;
  const home = homeOf(state, person);
  const primary = home && residentsOf(state, home._id).find(({ _id }) => _id === home.primaryMemberId);
  const whose = primary ? ` of ${nameOf(primary)}` : '';
  return `${nameOf(person)} joins the household${whose} as ${person.relationship}.`;
}

function movedCoverSentence(person: Person, { campaignName, payer }: CoverOf, state: HouseholdState): string {
  if (payer._id === person._id)
    return `${nameOf(person)} goes on paying for their own membership in ${campaignName}.`;
  const lives = state.people.find(({ _id }) => _id === payer._id) ?? payer;
  const where = lives.household_id === person.household_id ? '' : ', who lives in another household,';
  return `${campaignName} goes on covering ${nameOf(person)}, and ${nameOf(payer)}${where} goes on paying for it.`;
}

function deathSentences(before: Person, after: Person): string[] {
  const isSame = (before.deathDay ?? null) === (after.deathDay ?? null);
  if (before.deceasedDt === after.deceasedDt && isSame) return [];
  const name = nameOf(after);
  return after.deceasedDt
    ? [
        `${name} is shown as deceased (${deathInWords(after.deceasedDt, after.deathDay)}).`,
        `No reminders and no mails go to ${after.firstNm} any more.`,
      ]
    : [`${name} is no longer shown as deceased.`];
}

/** Cover depends on memberships: this alone neither gives nor takes it. */
function activeSentences(person: Person, theirs: readonly CoverOf[], isCovered: boolean): string[] {
  const name = nameOf(person);
  if (person.isActive)
    return [
      `${name} becomes active.`,
      ...(theirs.length
        ? theirs.map(({ campaignName }) => `${campaignName} covers ${name} as before.`)
        : [`This alone gives ${name} no cover.`]),
    ];
  return [
    `${name} becomes inactive.`,
    ...(theirs.length
      ? theirs.map(
          ({ campaignName, payer }) =>
            `${campaignName} goes on covering ${name}, ${payer._id === person._id ? 'who' : `and ${nameOf(payer)}`} goes on paying for it, until you change the membership.`,
        )
      : isCovered
        ? []
        : [`No membership covers ${name}: nobody loses cover.`]),
    ...(theirs.length ? ['Open dues remain owed.'] : []),
  ];
}

function goneSentences(person: Person, theirs: readonly CoverOf[]): string[] {
  if (!theirs.length) return [];
  const names = [...new Set(theirs.map(({ campaignName }) => campaignName))].join(', ');
  return [`${names}: the cover of ${nameOf(person)} ends at the end of that day.`];
}

function linkSentences(before: Person, after: Person, state: HouseholdState): string[] {
  const primaryNameOf = (householdId: string) => {
    const id = state.homes.find(({ _id }) => _id === householdId)?.primaryMemberId;
    const primary = state.people.find(({ _id }) => _id === id);
    return primary ? nameOf(primary) : 'another member';
  };
  const added = after.linkedHouseholds.filter((id) => !before.linkedHouseholds.includes(id));
  const removed = before.linkedHouseholds.filter((id) => !after.linkedHouseholds.includes(id));
  return [
    ...added.map((id) => `${nameOf(after)} may see what ${primaryNameOf(id)} owes, and pay for it.`),
    ...removed.map(
      (id) => `${nameOf(after)} may no longer see what ${primaryNameOf(id)} owes, nor pay for it.`,
    ),
  ];
}
