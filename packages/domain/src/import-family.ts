/**
 * Families of a file (rules.md "Lists that are imported"): who lives together, who is the head and pays, and what looks wrong. The order
 * of rows decides nothing.
 */
import { isMinor } from './coming-of-age.ts';
import { MINIMUM_AGE } from './constants.ts';
import type { CalendarDate } from './dates.ts';
import { isNothing } from './import-details.ts';
import type { ImportMapping } from './import-fields.ts';
import type { ImportRowReading, ImportValues } from './import-row.ts';
import type { ImportAnswers } from './import-values.ts';
import { foldText } from './text.ts';

const HEAD = 'Head of Household';

/** The key by which rows of a file share a household: as its column, a name and an address, or an address says. */
export type FamilyKey = { key: string; by: 'column' | 'name' | 'address' };

/** What the column of families holds: numbers or words of the list, last names, or names of heads. */
export type FamilyColumn = 'numbers' | 'names' | 'heads';

/** A last name as a family is called: `The Kestrel Family`, `Kestrel Household`. */
const familyName = (text: string) =>
  foldText(text)
    .replace(/[.,]/g, '')
    .replace(/^(the|familie|familia|famille|fam) /, '')
    .replace(/ (family|household|fam|hh)$/, '')
    .trim();

/** Whether the key of a family is no more than the last name of the person in its row. */
const isOwnName = ({ household = '', lastNm = '' }: ImportValues) =>
  Boolean(lastNm) && familyName(household) === familyName(lastNm);

/**
 * What the column of families holds, by some of its rows: last names, if most keys are those of their own row; names of
 * heads, if `isOfHeads` and rows name them.
 */
export function familyColumnOf(rows: readonly ImportValues[], isOfHeads: boolean): FamilyColumn {
  const keyed = rows.filter(({ household }) => household && !isNoKey(household));
  if (isOfHeads) return keyed.length ? 'heads' : 'names';
  return keyed.length > 0 && keyed.filter(isOwnName).length * 2 > keyed.length ? 'names' : 'numbers';
}

/** `None`, `0` or a dash is the key of no family. */
const isNoKey = (text: string): boolean => isNothing(text) || NO_KEYS.includes(foldText(text));
/** What is written in the place of the key of a family by those who have none. */
const NO_KEYS = [
  ...['single', 'individual', 'alone', 'no family', 'no household', 'unassigned'],
  ...['various', 'misc', 'other', 'others', 'new', 'new family', 'new member', 'visitor', 'guest', 'pending'],
  ...['yes', 'no', 'x', 'same', 'see notes', 'multiple'],
];

/** A key for comparison: `1.0` and `001` are what spreadsheets make of 1. */
const foldKey = (text: string): string => foldText(text).replace(/^0*(\d+)(?:\.0+)?$/, '$1');

/** The key of a family below its heading, which no other family of the file has. */
export const headingKey = ({ name, row }: { name: string; row: number }): string => `${name}, row ${row}`;
/** Whether the key of a family says where in its file it stands, which is nothing about its people. */
export const isHeadingKey = (text: string): boolean => /, row \d+$/.test(text);

/** Where somebody lives, as one text that is compared; empty or undefined where it is not known. */
export const placeOf = ({ values, place }: Pick<ImportRowReading, 'values' | 'place'>) =>
  values.address
    ? foldPlace([
        values.address.streetAddress,
        values.address.streetAddress2,
        values.address.postalCd || values.address.cityNm,
      ])
    : place && foldPlace([place]);
const foldPlace = (parts: readonly (string | null | undefined)[]) =>
  foldText(parts.filter(Boolean).join(' '))
    .replace(/[.,#]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/(?<!\p{L})p ?o ?b(?:ox)?(?= )|post office box/gu, 'po box')
    .trim()
    .split(' ')
    .flatMap((word) => SHORT_WORDS.get(word) ?? word)
    .join(' ');
/** Words of addresses as they are shortened; those before the number of an apartment say nothing. */
const SHORT_WORDS = new Map<string, string | string[]>([
  ...Object.entries({ street: 'st', avenue: 'ave', av: 'ave', road: 'rd', drive: 'dr', lane: 'ln' }),
  ...Object.entries({ court: 'ct', place: 'pl', boulevard: 'blvd', circle: 'cir', terrace: 'ter' }),
  ...Object.entries({ parkway: 'pkwy', highway: 'hwy', north: 'n', south: 's', east: 'e', west: 'w' }),
  ...['apt', 'apartment', 'unit', 'suite', 'ste'].map((word): [string, string[]] => [word, []]),
]);

/**
 * Returns the key of the family of a row; undefined for people who live alone or name no family. Where the column of
 * families holds names, those with one name and one address are a family unless the user says otherwise. An
 * apartment is part of an address.
 */
export function familyKey(
  { values, place }: Pick<ImportRowReading, 'values' | 'place'>,
  mapping: ImportMapping,
  { familyNames = 'address' }: ImportAnswers,
  column: FamilyColumn,
): FamilyKey | undefined {
  // A head is marked, and named in the rows of their family.
  const isHead = column === 'heads' && values.relationship === HEAD;
  const household = values.household ?? (isHead ? `${values.firstNm} ${values.lastNm}` : undefined);
  const isMapped = Object.values(mapping).includes('household');
  const at = placeOf({ values, place });
  if (isMapped && household && !isNoKey(household)) {
    if (column === 'numbers' || familyNames === 'name' || isHeadingKey(household))
      return { key: `column ${foldKey(household)}`, by: 'column' };
    if (familyNames === 'alone' || !at) return undefined;
    return { key: `name ${familyName(household)} ${at}`, by: 'name' };
  }
  return at ? { key: `address ${at}`, by: 'address' } : undefined;
}

/** Whether a row has the name of a family, and nothing that says who lives there. */
export const isNameAlone = (
  { values, place }: Pick<ImportRowReading, 'values' | 'place'>,
  column: FamilyColumn,
): boolean =>
  column !== 'numbers' &&
  Boolean(values.household) &&
  !isNoKey(values.household ?? '') &&
  !isHeadingKey(values.household ?? '') &&
  !placeOf({ values, place });

/** A person of a family, as far as its head depends on them. */
export type FamilyPerson = {
  id: string;
  name: string;
  lastNm: string;
  relationship: string | undefined;
  birthDt: CalendarDate | undefined;
  isDead: boolean;
  /** The family is called by their number, as in our own files. */
  isNamed: boolean;
  /** Where they live, as one text; empty for unknown. */
  place: string;
};

/** What looks wrong with a family. */
export const FAMILY_DOUBTS = ['heads', 'names', 'places', 'head_unsaid', 'child_alone', 'joins'] as const;
export type FamilyDoubt = (typeof FAMILY_DOUBTS)[number];

/** What becomes of the people of a family, by their ids. */
export type FamilyReading = {
  /** The head of a new family, who pays; undefined for people who join a family that is here, or who have no head. */
  head: string | undefined;
  relationships: ReadonlyMap<string, string>;
  /** Whom nobody can take: children without a head. */
  faults: ReadonlyMap<string, string>;
  /** Whose relationship is to be completed, and why. */
  left: ReadonlyMap<string, string>;
  doubts: readonly FamilyDoubt[];
};

/** Said of children for whom there is no head. */
export const NO_HEAD = `Nobody under ${MINIMUM_AGE} is the head of a household or pays: say with whom they live, or correct the birth date`;

/** Whose birth date is not known is a child as their relationship says. */
const OF_CHILDREN = ['Child', 'Son', 'Daughter', 'Grandchild', 'Stepchild'];
const isChild = ({ birthDt, relationship = '' }: FamilyPerson, today: CalendarDate) =>
  birthDt ? isMinor({ birthDt }, today) : OF_CHILDREN.includes(relationship);

/** The order in which people may be the head: as the file says, those of whom it says nothing, the eldest. */
function byPrecedence(one: FamilyPerson, other: FamilyPerson): number {
  const rank = ({ isNamed, relationship }: FamilyPerson) =>
    isNamed
      ? 0
      : relationship === HEAD
        ? 1
        : relationship === undefined
          ? 2
          : relationship === 'Spouse'
            ? 3
            : 4;
  const age = ({ birthDt = '9999' }: FamilyPerson) => birthDt;
  const text = (person: FamilyPerson) => `${age(person)} ${foldText(person.name)}`;
  return rank(one) - rank(other) || (text(one) < text(other) ? -1 : 1);
}

/**
 * The head of a new household of some people: nobody who has died or is a child; the spouse of a head who has died before
 * others; undefined for none.
 */
export function headOf<P extends FamilyPerson>(people: readonly P[], today: CalendarDate): P | undefined {
  const able = people.filter((person) => !person.isDead && !isChild(person, today));
  const isWidowed = people.some(({ isDead, relationship }) => isDead && relationship === HEAD);
  const spouse = isWidowed ? able.filter(({ relationship }) => relationship === 'Spouse') : [];
  const heads = able.filter(({ relationship, isNamed }) => isNamed || relationship === HEAD);
  return (heads.length || !spouse.length ? able : spouse).toSorted(byPrecedence)[0];
}

/** Judges the people of a family who are taken; `isHere` says that their household is here already. */
export function judgeFamily(
  people: readonly FamilyPerson[],
  isHere: boolean,
  today: CalendarDate,
): FamilyReading {
  const living = people.filter(({ isDead }) => !isDead);
  const head = isHere ? undefined : headOf(people, today);
  // `Father, Mother, Son`
  const parents = people.filter(({ relationship }) => relationship === 'Parent');
  const hasDeadHead = people.some(({ isDead, relationship }) => isDead && relationship === HEAD);
  const relationships = new Map<string, string>();
  const left = new Map<string, string>();
  const faults = new Map<string, string>();
  for (const person of people) {
    const { id } = person;
    // A child who is said to be the head is not.
    const relationship =
      person.relationship === HEAD && isChild(person, today) ? undefined : person.relationship;
    if (person === head && !(person.isNamed && relationship)) relationships.set(id, HEAD);
    else if (relationship === 'Parent' && head?.relationship === 'Parent' && parents.length === 2) {
      relationships.set(id, 'Spouse');
      left.set(id, `Two parents and no head of household: taken as Spouse of ${head.name}`);
    } else if (relationship) relationships.set(id, relationship);
    else {
      const taken = isChild(person, today)
        ? 'Child'
        : people.length === 1 && !isHere
          ? HEAD
          : 'Other Relative';
      relationships.set(id, taken);
      if (taken !== HEAD)
        left.set(id, `Not said how they are related to ${head?.name ?? 'their family'}: taken as ${taken}`);
    }
    if (person === head && living.length > 1 && relationship !== HEAD && !person.isNamed && !hasDeadHead)
      left.set(id, 'Nobody of this family is said to be its head: taken as Head of Household');
    if (!isHere && !head && !person.isDead) {
      faults.set(id, NO_HEAD);
      left.delete(id);
    }
  }
  const distinct = (of: (person: FamilyPerson) => string) => new Set(living.map(of).filter(Boolean)).size;
  const heads = living.filter(({ relationship, isNamed }) => relationship === HEAD && !isNamed);
  const doubts: [FamilyDoubt, boolean][] = [
    ['heads', heads.length > 1],
    ['names', distinct(({ lastNm }) => foldText(lastNm)) > 1],
    ['places', distinct(({ place }) => place) > 1],
    ['head_unsaid', head !== undefined && left.has(head.id)],
    ['child_alone', faults.size > 0],
    ['joins', isHere],
  ];
  if (heads.length > 1)
    for (const { id, name } of heads)
      if (head && id !== head.id)
        left.set(id, `Two heads of one household, ${head.name} and ${name}: ${head.name} pays`);
  return {
    head: head?.id,
    relationships,
    faults,
    left,
    doubts: doubts.flatMap(([doubt, is]) => (is ? [doubt] : [])),
  };
}
