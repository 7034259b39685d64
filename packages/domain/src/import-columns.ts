/**
 * Fields of columns by their cells, where their names alone mislead: keys that everybody has for themselves,
 * numbers of lines beside those of people, words of families and states below other names, addresses for letters beside
 * those of homes.
 */
import { isDeathWord } from './import-dead.ts';
import { isNothing } from './import-details.ts';
import { isMemberNumber, type ImportField } from './import-fields.ts';
import { ADDRESS } from './import-file.ts';
import { readSection } from './import-sections.ts';
import { readActive, readRelationship, isYesOrNo } from './import-values.ts';

/** A column: its name as it is compared, its field so far, and its cells in the first rows, without the empty ones. */
export type Content = { heading: string; field: ImportField | undefined; cells: readonly string[] };

/** Names of columns with the numbers of the lines of a list, as they are compared. */
export const NUMBERS_OF_LINES = [
  ...['no', 'nr', 'sr no', 's no', 's n', 'sl no', 'serial no', 'lfd no', 'num', 'numero'],
  ...['ተራ ቁጥር', 'ተ ቁ'],
];
/** Numbers of givers, who may be families or people. */
const OF_GIVERS = /\benv|envelope|^giving no$/;
/** Numbers that count the people of each family. */
const WITHIN_FAMILY = /^(?:individual|indiv|ind|person|member) no$/;
const OF_UNITS = /^unit(?: no| id)?$/;
/** Names for letters, which are those of people where no others are. */
const OF_LETTERS =
  /^(?:mail(?:ing)? (?:name|label|to name)|mail to name|label name|addressee|formal (?:name|greeting)|envelope name)$/;
/** Names of the head of each family, which are those of people where no others are. */
export const NAMES_OF_HEADS = [
  ...['family head', 'head name', 'name of head', 'name of family head', 'householder', 'hoh name'],
  ...['head of household name', 'principal member', 'main member'],
];
/** `Drake Household`, `The Hollis Family` */
const CALLED_FAMILY = /\S (?:household|family)$/i;
/** Columns of words about the kind of a member: groups, classes and categories are of other things too. */
const OF_KINDS =
  /\b(?:type|classification|membership|standing)$|^(?:(?:member|membership|family|household) )?(?:class|category)$|^(?:member|membership|family|household) group$/;

const saysState = (text: string): boolean =>
  text.length > 2 && (typeof readActive(text) === 'boolean' || isDeathWord(text));
const isRepeated = (cells: readonly string[]): boolean => new Set(cells).size < cells.length;
const isAddress = ({ field }: Content) => field !== undefined && ADDRESS.includes(field);

/** Corrects the fields of columns in place. */
export function matchContents(columns: readonly Content[]): void {
  const has = (field: ImportField) => columns.some((column) => column.field === field);
  const of = (field: ImportField) => columns.filter((column) => column.field === field);
  for (const column of of('household')) {
    const keys = column.cells.filter((cell) => !isNothing(cell));
    // `Family Group` has Active, Inactive and Moved.
    if (keys.some(saysState)) column.field = undefined;
    else if (OF_GIVERS.test(column.heading) && keys.length > 1 && !isRepeated(keys))
      column.field = has('externalRef') ? undefined : 'externalRef';
  }
  if (!has('household')) {
    const names = columns.find(
      ({ field, cells }) =>
        !field &&
        cells.length > 1 &&
        cells.filter((cell) => CALLED_FAMILY.test(cell)).length * 2 > cells.length,
    );
    if (names) names.field = 'household';
  }
  if (!has('relationship')) {
    const words = columns.find(({ field, heading, cells }) => !field && saysFamily(heading, cells));
    if (words) words.field = 'relationship';
  }
  const isOfUnits = columns.some(
    ({ field, heading }) => field === 'relationship' && heading.startsWith('unit '),
  );
  const unit = columns.find(({ heading }) => OF_UNITS.test(heading));
  if (unit && isOfUnits && !has('household')) unit.field = 'household';
  const people = columns.filter(
    ({ field, heading, cells }) =>
      cells.length > 0 &&
      !NUMBERS_OF_LINES.includes(heading) &&
      (field === 'externalRef' || (field === 'memberId' && !cells.some(isMemberNumber))),
  );
  for (const column of of('externalRef')) {
    if (people.length && NUMBERS_OF_LINES.includes(column.heading)) column.field = undefined;
    if (has('household') && WITHIN_FAMILY.test(column.heading) && isRepeated(column.cells))
      column.field = undefined;
  }
  if (!has('isActive')) {
    // Who is in no choir is not inactive.
    const isState = (cell: string) => (saysState(cell) && !isYesOrNo(cell)) || readSection(cell);
    const states = columns.find(
      ({ field, heading, cells }) => !field && OF_KINDS.test(heading) && cells.some(isState),
    );
    if (states) states.field = 'isActive';
  }
  const isNamed = (['firstNm', 'lastNm', 'fullName'] as const).some(has);
  const letters = columns.find(({ field, heading }) => !field && OF_LETTERS.test(heading));
  if (letters && !isNamed) letters.field = 'fullName';
  const head = columns.find(
    ({ field, heading }) => !field && (heading === 'head' || NAMES_OF_HEADS.includes(heading)),
  );
  if (head && isNamed && !has('isHead')) head.field = 'isHead';
  // `Grad` is a city in Serbian, and a year in English.
  for (const column of of('cityNm'))
    if (column.cells.length && column.cells.every((cell) => /^\d{4}$/.test(cell))) column.field = undefined;
  leaveOtherAddresses(columns);
}

/** Most of the different words of a column say how people are related, and one of them is the head or the spouse. */
function saysFamily(heading: string, cells: readonly string[]): boolean {
  const words = [...new Set(cells.map((cell) => cell.toLowerCase()))];
  const known = words.flatMap((word) => readRelationship(word) ?? []);
  return (
    !/\b(?:spouse|child|marital|emergency|contact)\b/.test(heading) &&
    new Set(known).size > 1 &&
    known.length * 2 >= words.length &&
    known.some((one) => one === 'Head of Household' || one === 'Spouse')
  );
}

const KIND_OF_ADDRESS =
  /^(address \d(?= .)|mailing|postal|home|residential|residence|permanent|physical|primary|main|work|business|billing|bill|shipping|ship|other|alternate|seasonal|secondary)\b/;

/**
 * Of two addresses with columns of their own (`Home Address`, `Mailing Address`), the one with more streets is taken:
 * their streets are no two lines of one, and the city of the one is not that of the other.
 */
function leaveOtherAddresses(columns: readonly Content[]): void {
  const kindOf = ({ heading }: Content) => KIND_OF_ADDRESS.exec(heading)?.[1] ?? '';
  const all = columns.filter(isAddress);
  const hasOwn = (field: ImportField, kind: string) =>
    all.some((column) => column.field === field && kindOf(column) === kind);
  const streets = (kind: string) =>
    all
      .filter((column) => column.field === 'streetAddress' && kindOf(column) === kind)
      .reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const kinds = [...new Set(all.map(kindOf))].filter((kind) => hasOwn('streetAddress', kind));
  const [taken = '', ...others] = kinds.toSorted(
    (one, other) =>
      streets(other) - streets(one) || Number(hasOwn('cityNm', other)) - Number(hasOwn('cityNm', one)),
  );
  // Beside a city of its own, what has no kind is that of another; otherwise it may be that of the address that is taken.
  const isWhole = hasOwn('cityNm', taken);
  if (isWhole && others.length && taken !== '' && hasOwn('cityNm', '')) others.push('');
  for (const column of all) {
    const kind = kindOf(column);
    const isOfOther = kind !== '' || column.field === 'streetAddress' || isWhole;
    if (others.includes(kind) && isOfOther) column.field = undefined;
  }
}
