/**
 * What is common to a whole file, read once for all its rows (decision 026): the answers to the questions about it change
 * the cells before rows are judged. Whatever was seen is counted, and asked about once.
 */
import { OWN_COUNTRY } from './address.ts';
import { readCountry } from './any-address.ts';
import { calendarDateOf, DAY_MS } from './dates.ts';
import { cityLine } from './import-address.ts';
import { wordsOfName } from './import-couple.ts';
import { dayAtEnd, isDeathWord, readDeathMark, readRemark } from './import-dead.ts';
import { isNothing } from './import-details.ts';
import { headingKey } from './import-family.ts';
import { type ImportField, type ImportMapping, isMemberNumber } from './import-fields.ts';
import {
  ADDRESS,
  type NumberedCells,
  READ_MAX,
  OF_RELATIVES,
  type RelativesBelow,
  rowsWith,
  type Seen,
  DATES,
  DETAILS_OF_RELATIVES,
  EXAMPLE,
  type File,
  type FileCells,
  type FileColumn,
  indexOf,
  isDitto,
  isDittoMark,
  isHeading,
  NAMES,
  REST_OF_ADDRESS,
  wholeCell,
  WORD_MAX,
} from './import-file.ts';
import { isOfAges, isOfAgesToo, isOfHouse, isOfInactive } from './import-headings.ts';
import { familyNameOf, readNames, relatedInName, spouseNamed, RELATED_BEFORE } from './import-names.ts';
import { askedSection, isOfList, SECTION_COLUMN, sectionName, stateOfSection } from './import-sections.ts';
import {
  type ImportAnswers,
  isMarital,
  isUnassigned,
  isUnknownBirthDate,
  monthNumber,
  readActive,
  readDate,
  readPreferredWay,
  isMinorAge,
  readRelationship,
  saysHead,
  readState,
  stateCode,
  isYesOrNo,
} from './import-values.ts';
import { readYears, wordBelowYear } from './import-years.ts';
import { oddZip } from './import-zip.ts';
import { phoneDigits } from './phone.ts';
import { foldText, nameInText } from './text.ts';

/** A word of a column that is asked about, as the name of its question. */
const wordName = (field: ImportField, word: string): string =>
  `${field}: ${field === 'yearPaid' ? wordBelowYear(word) : foldText(word)}`;
/** Such a word as it is seen. */
export const wordSeen = (field: ImportField, word: string): string => `word ${wordName(field, word)}`;

/** The columns of a file by field; lines of cities and dates in three columns need columns that it may not have. */
const STATE_COLUMN = 'State';
const ZIP_COLUMN = 'Zip Code';
const RELATIONSHIP_COLUMN = 'Relationship';
const HOUSEHOLD_COLUMN = 'Household';

/** Whether families are those of the heads that rows name, as no column has another key. */
export const isByHeads = (file: Pick<File, 'columns'>): boolean =>
  file.columns.some(({ field }) => field === 'isHead') &&
  file.columns.every(({ field }) => field !== 'household');

const hasColumn = ({ columns }: File, name: string): boolean =>
  columns.some((column) => column.name === name);

/** The fields of the columns once the file is understood: a date in three columns is one date. */
export function understoodMapping(file: File): ImportMapping {
  const parts = datePartsOf(file);
  const mapping: ImportMapping = Object.fromEntries(
    file.columns.map(({ name, field }) => [name, isPart(field) ? null : field]),
  );
  if (parts) mapping[parts.target] = 'birthDt';
  const isFlagged = indexOf(file, 'isHead') >= 0 || indexOf(file, 'isChild') >= 0;
  // A column of that name that somebody left out stays so.
  if (indexOf(file, 'relationship') < 0 && (isFlagged || !hasColumn(file, RELATIONSHIP_COLUMN)))
    mapping[RELATIONSHIP_COLUMN] = 'relationship';
  if (isByHeads(file) || (file.answers.familyHeadings === 'household' && indexOf(file, 'household') < 0))
    mapping[HOUSEHOLD_COLUMN] = 'household';
  if (mayHaveBelow(file)) Object.assign(mapping, BELOW_COLUMNS);
  mapping[stateColumnOf(file)] = 'isActive';
  if (indexOf(file, 'cityNm') >= 0) {
    if (indexOf(file, 'stateCd') < 0) mapping[STATE_COLUMN] = 'stateCd';
    if (indexOf(file, 'postalCd') < 0) mapping[ZIP_COLUMN] = 'postalCd';
  }
  return mapping;
}

/** Columns that such a file does not have, for relatives who stand in rows below. */
const BELOW_COLUMNS = {
  Spouse: 'spouseNm',
  'Spouse Phone': 'spousePhone',
  'Spouse Email': 'spouseEmail',
  Children: 'childNm',
} as const satisfies Record<string, ImportField>;
/** Whether relatives may stand in rows below, as no column has them or says who is related. */
const mayHaveBelow = ({ columns }: File): boolean =>
  columns.every(
    ({ name, field }) =>
      !Object.hasOwn(BELOW_COLUMNS, name) &&
      !OF_RELATIVES.includes(field) &&
      field !== 'household' &&
      field !== 'relationship',
  );
/** The columns of relatives who stand in rows below, if there are any. */
export const columnsOfBelow = (seen: readonly Seen[]): string[] =>
  rowsWith(seen, 'relativesBelow') > 0 ? Object.keys(BELOW_COLUMNS) : [];

/** The column of states; or one that the file does not have, for what headings of its parts say. */
export const stateColumnOf = (file: Pick<File, 'columns'>): string =>
  file.columns.find(({ field }) => field === 'isActive')?.name ??
  ['Active', 'Status', 'Member Status'].find((name) =>
    file.columns.every((column) => column.name !== name),
  ) ??
  'Active Member';

const PARTS: readonly (ImportField | null)[] = ['birthDay', 'birthMonth', 'birthYear', 'isHead', 'isChild'];
const isPart = (field: ImportField | null) => PARTS.includes(field);

/** The columns of a birth date in parts, and the one that gets the date; undefined where one column has it. */
function datePartsOf(file: File) {
  const [day, month, year] = (['birthDay', 'birthMonth', 'birthYear'] as const).map((field) =>
    indexOf(file, field),
  );
  const target = file.columns[year ?? -1]?.name;
  if (target === undefined || indexOf(file, 'birthDt') >= 0) return undefined;
  return { day: day ?? -1, month: month ?? -1, year: year ?? -1, target };
}

/**
 * The cells of a row without its ditto marks, and with the family number of the row above if that is the answer: what the
 * row says without the rows around it.
 */
export function cellsAlone(
  { columns, answers }: File,
  { cells, above = {}, family, below = [] }: FileCells,
  seen: string[] = [],
): string[] {
  if (isOurs({ columns, answers }, cells)) return columns.map((_column, index) => cells[index] ?? '');
  // Where relationships are written, somebody without one and without an address may be alone, which is asked.
  const related = columns.findIndex(({ field }) => field === 'relationship');
  const isHead = readRelationship(cells[related] ?? '') === 'Head of Household';
  const isRelative = related < 0 || Boolean(cells[related]?.trim());
  const isRest = restOfAddress(columns, cells);
  const isOfFamily = family !== undefined && answers.familyHeadings !== 'person';
  const shared = (answers.familyHeadings === 'household' && family?.shared) || {};
  const isAtHome = columns.every(({ field }, index) => !ADDRESS.includes(field) || !cells[index]?.trim());
  const isOfAbove = isRelative || (isAtHome && answers.familyUnsaid === 'above');
  const isOfBlock = isHead || !isOfAbove ? () => false : addressOfBlock(columns, cells);
  return columns.map(({ name, field }, index) => {
    const lines = below.flatMap(({ address }) => address[name] ?? []);
    if (lines.length) return [cells[index]?.trim(), ...lines].filter(Boolean).join(', ');
    const cell = cells[index] ?? '';
    const over = above[index];
    if (DETAILS_OF_RELATIVES.includes(field) && isDittoMark(cell)) return '';
    const ofAll = shared[index];
    if (ofAll && !cell.trim() && (isAtHome || !ADDRESS.includes(field))) return ofAll;
    if (isDitto(cell, field) || (over && isRest(index))) {
      seen.push('ditto');
      return answers.ditto === 'empty' ? '' : (over ?? '');
    }
    if (field === 'household' && !cell.trim() && over && !isHead && !isOfFamily) {
      if (isRelative) seen.push('familyEmpty');
      else if (isAtHome) seen.push(`familyUnsaid${EXAMPLE}${nameIn(columns, cells)}`);
      return isOfAbove && answers.familyAbove === 'above' ? over : '';
    }
    if (field === 'household' && over !== undefined && over === cell.trim()) seen.push('familyAgain');
    // Who belongs to the family above lives there.
    if (over && answers.familyAbove === 'above' && isOfBlock(index)) return over;
    return cell;
  });
}

/** The name of a row as it is written. */
const nameIn = (columns: readonly FileColumn[], cells: readonly string[]): string =>
  columns.flatMap(({ field }, index) => (NAMES.includes(field) && cells[index]?.trim()) || []).join(' ');

/** Whether a row has a number of this portal: what our own files write is read as it is written. */
const isOurs = (file: File, cells: readonly string[]): boolean =>
  isMemberNumber(cells[indexOf(file, 'memberId')] ?? '');

/**
 * The heading that says of a row in which state its person is; undefined for none. The title of the whole list says nothing
 * of those who have a number of this portal, or a state in a column of their own.
 */
export function sectionAbove(
  file: File,
  row: FileCells,
  texts: readonly string[] = cellsAlone(file, row),
): string | undefined {
  const { section } = row;
  if (section === undefined || !isOfList(section)) return section;
  const hasState = (['isActive', 'isDeceased'] as const).some(
    (field) => !isNothing(texts[indexOf(file, field)]?.trim() || '-'),
  );
  return hasState || isOurs(file, texts) ? undefined : section;
}

/** The cells of a row by column as the answers for its file understand them, and what was seen in them. */
export function understand(file: File, row: FileCells): { cells: Record<string, string>; seen: string[] } {
  const seen: string[] = [];
  const { answers, columns } = file;
  const texts = cellsAlone(file, row, seen);
  const get = (field: ImportField) => (texts[indexOf(file, field)] ?? '').trim();
  const extra: Record<string, string> = {};
  const set = (field: ImportField, text: string, column: string) => {
    const index = indexOf(file, field);
    if (index < 0) extra[column] = text;
    else texts[index] = text;
  };
  if (!isOurs(file, texts)) {
    const related = relatedInName(file, texts) || relatedInRemark(file, texts);
    if (related && !get('relationship')) set('relationship', related, RELATIONSHIP_COLUMN);
    if (!isHeading(row) || answers.familyHeadings === 'person') readNames(file, texts, row, seen);
    const { family } = row;
    if (family && answers.familyHeadings === 'household' && !get('household'))
      set('household', headingKey(family), HOUSEHOLD_COLUMN);
    for (const { texts: relatives } of row.below ?? []) {
      seen.push('relativesBelow');
      for (const [column, text] of Object.entries(relatives))
        extra[column] = extra[column] ? `${extra[column]}; ${text}` : text;
    }
  }
  const section = sectionAbove(file, row, texts);
  if (section !== undefined) {
    seen.push(`word ${sectionName(section)}`);
    const state = stateOfSection(section, answers) ?? '';
    // Nobody is charged for the dead, whatever a column says of them.
    if (state === 'Deceased' || !get('isActive')) set('isActive', state, stateColumnOf(file));
    if (state === 'Deceased') extra[SECTION_COLUMN] = askedSection(section).heading;
  }
  joinHouseNumber(columns, texts);
  const parts = datePartsOf(file);
  const born = indexOf(file, 'birthDt');
  const day = get('birthDt');
  if (born >= 0 && !day) texts[born] = dateOf(get('birthDay'), get('birthMonth'), get('birthYear'));
  else if (/^\d{1,2}[/.-]\d{1,2}$/.test(day) && /^(\d\d|\d{4})$/.test(get('birthYear')))
    texts[born] = `${day.replace(/[.-]/, '/')}/${get('birthYear')}`;
  if (parts)
    texts[parts.year] = dateOf(texts[parts.day] ?? '', texts[parts.month] ?? '', texts[parts.year] ?? '');
  const country = meaningOf('countryCd', get('countryCd'), answers) ?? get('countryCd');
  const isAbroad = !isNothing(country) && readCountry(country) !== OWN_COUNTRY;
  for (const [index, { name, field }] of columns.entries()) {
    const text = (texts[index] ?? '').trim();
    if (!text || field === null) continue;
    if (field === 'campaign') texts[index] = fundsMeant(text, answers, seen);
    if (DATES.includes(field) && isDayNumber(text)) {
      seen.push('dayNumbers');
      if (answers.dayNumbers === 'dates') texts[index] = dateOfNumber(text);
    }
    // Google's files have several values so.
    const plain = text.replaceAll(' ::: ', '; ');
    // The number alone in a column called Apt.
    const [unit] =
      (field === 'streetAddress2' && /^(?:apt|apartment|unit|suite|flat)(?!\p{L})/iu.exec(name)) || [];
    if (unit && /^(?:\d+\p{L}?|\p{L}\d*)$/u.test(text)) texts[index] = `${unit} ${text}`;
    if (field === 'email' && plain !== text) texts[index] = plain;
    if (field === 'phone' || field === 'spousePhone') texts[index] = withAreaCode(plain, answers, seen);
    if (field === 'spouseNm' && !get('spouseLastNm'))
      texts[index] = spouseNamed(text, columns[index]?.name ?? '', answers, seen);
    if (field === 'isActive' && isYesOrNo(text) && isOfInactive(columns[index]?.name ?? ''))
      texts[index] = readActive(text) === true ? 'No' : 'Yes';
    else if (isAskedWord(field, text) || isUnknownWord(field, text, isAbroad)) {
      // As it is written, for its question: `Daughter of Consuelo`.
      seen.push(`${wordSeen(field, text)}${field === 'yearPaid' ? '' : EXAMPLE + text}`);
      const means = meaningOf(field, text, answers);
      // `expired 4/2/21`
      texts[index] = means === 'Deceased' ? `${means} ${dayAtEnd(text)}`.trim() : (means ?? text);
    }
  }
  const head = get('isHead');
  const named = headNamed(head, columns[indexOf(file, 'isHead')]?.name ?? '');
  const related = get('relationship') || (extra[RELATIONSHIP_COLUMN] ?? '');
  // The age of a list may be of another year: a birth date that can be read says more. Programs write 0 for none.
  const isAge = isOfAges(columns[indexOf(file, 'isChild')]?.name ?? '');
  const isYoung =
    (isMinorAge(get('isChild')) ||
      (isMinorAge(get('birthDt')) && isOfAgesToo(columns[indexOf(file, 'birthDt')]?.name ?? '')) ||
      (isAge && get('isChild') === '0' && !related)) &&
    !isReadable(get('birthDt'), answers);
  if (!related) {
    const isHead = !isYoung && (saysHead(head) || (named !== '' && isNameOf(named, get)));
    const isChild = isYoung || readActive(get('isChild')) === true;
    const flagged = isHead ? 'Head of Household' : isChild ? 'Child' : '';
    if (flagged) set('relationship', flagged, RELATIONSHIP_COLUMN);
  } else if (isYoung && OF_ADULTS.includes(readRelationship(related)))
    set('relationship', 'Child', RELATIONSHIP_COLUMN);
  if (named && isByHeads(file)) extra[HOUSEHOLD_COLUMN] = named;
  const line = isAbroad ? undefined : cityLine(get('cityNm'), get('postalCd'));
  if (line && !get('stateCd') && !(line.zip && get('postalCd'))) {
    seen.push('cityLines');
    if (answers.cityLines !== 'keep') {
      set('cityNm', line.city, 'City');
      set('stateCd', line.state, STATE_COLUMN);
      if (line.zip) set('postalCd', line.zip, ZIP_COLUMN);
    }
  }
  const zip = get('postalCd') || (extra[ZIP_COLUMN] ?? '');
  if (zip && oddZip(zip, readState(get('stateCd') || (extra[STATE_COLUMN] ?? '')))) {
    seen.push(wordSeen('postalCd', zip));
    set('postalCd', meaningOf('postalCd', zip, answers) ?? zip, ZIP_COLUMN);
  }
  return {
    cells: {
      // Remarks are read whole.
      ...Object.fromEntries(
        columns.map(({ name, field }, index) => [
          name,
          wholeCell(texts[index] ?? '', field === null ? row.rest?.[index] : undefined),
        ]),
      ),
      ...extra,
    },
    seen: [...new Set(seen)],
  };
}

const REMARK = /^(?:.* )?(?:remarks?|notes?|comments?|bemerkung(?:en)?|notas?|observ\p{L}*|remarques?)$/u;
/** Words of a remark that are said of anybody: of a nun, a priest, or somebody's guest. */
const OF_ANYBODY: readonly (string | undefined)[] = [
  ...[undefined, 'Head of Household', 'Parent', 'Sibling', 'Other Relative'],
];
/** The relationship that a remark begins with, in a list that has no column of relationships; empty for none. */
const relatedInRemark = (file: File, texts: readonly string[]): string =>
  (indexOf(file, 'relationship') < 0 &&
    file.columns.flatMap(({ name, field }, index) => {
      const [word = ''] = (texts[index] ?? '').split(/[,;(]/);
      const isRemark = field === null && REMARK.test(foldText(name));
      return isRemark && !OF_ANYBODY.includes(readRelationship(word)) ? [word.trim()] : [];
    })[0]) ||
  '';

/** Writes the number of a house that has a column of its own beside its street, in the order of the columns. */
function joinHouseNumber(columns: readonly FileColumn[], texts: string[]): void {
  const streets = columns.flatMap(({ field }, index) =>
    field === 'streetAddress' && texts[index]?.trim() ? [index] : [],
  );
  const number = streets.find((index) => isOfHouse(columns[index]?.name ?? ''));
  const [first = 0, second] = streets;
  if (number === undefined || second === undefined) return;
  texts[first] = `${texts[first]?.trim()} ${texts[second]?.trim()}`;
  texts[second] = '';
}

/** Whether a text is a birth date, whatever its two-digit year means. */
const isReadable = (text: string, answers: ImportAnswers): boolean =>
  !isUnknownBirthDate(text) &&
  readDate(text, { ...answers, century: answers.century ?? '1900' }, '9999-12-31').date !== undefined;

/** What nobody under 18 is. */
const OF_ADULTS: readonly (string | undefined)[] = ['Head of Household', 'Spouse'];
/** Words of what is no name there: `Yes, widow`, `See above`, `Home Phone`. */
const NO_NAME =
  /(?<!\p{L})(?:yes|no|not|is|hoh|household|self|same|see|above|primary|phone|e-?mail|cell|text|lives?|living|alone|single|widow(?:er|ed)?|divorced|wife|husband|spouse|mother|father|parents?|son|daughter|deceased|members?)(?!\p{L})|^head |head of/u;

/** The name of a head in such a column, which is the key of a family; empty for another text, and for ways to be reached. */
function headNamed(text: string, heading: string): string {
  const name = (readDeathMark(text)?.name ?? text).replace(/\s*,\s*/, ', ');
  const isName =
    name.split(/[\s,]+/).filter((word) => /\p{L}/u.test(word)).length > 1 &&
    !/[\d@:()?]/.test(name) &&
    !saysHead(name) &&
    !NO_NAME.test(foldText(name)) &&
    !/contact/.test(foldText(heading));
  return isName ? nameInText(name) : '';
}

/** Whether a text is the name of the person of a row, in either order. */
function isNameOf(text: string, get: (field: ImportField) => string): boolean {
  const words = (name: string) =>
    foldText(name)
      .split(/[\s,.]+/)
      .filter(Boolean)
      .toSorted()
      .join(' ');
  return [get('fullName'), `${get('firstNm')} ${get('lastNm')}`].some((name) => words(name) === words(text));
}

/** Whether a cell is an empty one of an address whose street has a ditto mark, which is then that of the whole. */
function restOfAddress(columns: readonly FileColumn[], cells: readonly string[]): (index: number) => boolean {
  const isSame = columns.some(
    ({ field }, index) => field === 'streetAddress' && isDitto(cells[index] ?? '', field),
  );
  return (index) =>
    isSame && REST_OF_ADDRESS.includes(columns[index]?.field ?? null) && !cells[index]?.trim();
}

/** Whether a cell is an empty one of an address, in a row below the first one of a family that has no address of its own. */
function addressOfBlock(
  columns: readonly FileColumn[],
  cells: readonly string[],
): (index: number) => boolean {
  const filled = columns.filter((_column, index) => cells[index]?.trim()).map(({ field }) => field);
  const isBelow = !filled.some((field) => field === 'household' || ADDRESS.includes(field));
  return (index) => isBelow && ADDRESS.includes(columns[index]?.field ?? null);
}

/** A date from its parts, as text that is read in one way; the year alone where more is not known. */
function dateOf(day: string, month: string, year: string): string {
  const [d, m, y] = [day, month, year].map((part) => part.trim().replace(/\.0$/, ''));
  if (!d || !m || !y) return y ?? '';
  const number = /^\d{1,2}$/.test(m) ? Number(m) : monthNumber(foldText(m));
  if (number === undefined) return `${m} ${d}, ${y}`;
  if (y.length === 4) return `${y}-${String(number).padStart(2, '0')}-${d.padStart(2, '0')}`;
  return `${MONTH_NAMES[number - 1] ?? m} ${d}, ${y}`;
}

const MONTH_NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const isDayNumber = (text: string) => /^\d{4,5}(\.\d+)?$/.test(text) && Number(text) > 3_000 && !isYear(text);
const isYear = (text: string) => /^\d{4}$/.test(text);
/** The day that a spreadsheet stores as a number, counted from the end of 1899. */
const dateOfNumber = (text: string): string =>
  calendarDateOf(new Date(Date.UTC(1899, 11, 30) + Math.floor(Number(text)) * DAY_MS), 'UTC');

/** The digits of a number as it is written; a slash is in it only behind an area code. */
const NUMBER = /\+?\d(?:[\d ().–—-]|(?<=(?:^|\D)\d{3} ?)\/(?= ?\d{3}\D?\d{4}))*/g;
const SHORT_PHONE = /\d{3}[ .–—-]?\d{4}/g;
const SHORT_PHONES = new RegExp(`^(?:${SHORT_PHONE.source}(?:[ (]+|$))+$`);
/** Phones with the area code of the file before those of seven digits. */
function withAreaCode(text: string, { areaCode }: ImportAnswers, seen: string[]): string {
  return text.replace(NUMBER, (number) => {
    const digits = phoneDigits(number);
    if (digits.length === 10 && /^[2-9]/.test(digits)) seen.push(`areaCode ${digits.slice(0, 3)}`);
    if (!SHORT_PHONES.test(number)) return number;
    seen.push('shortPhones');
    return areaCode ? number.replace(SHORT_PHONE, (short) => areaCode + phoneDigits(short)) : number;
  });
}

/** Whether a word is asked about: nobody knows it, and it does not say that somebody has died. */
const isAskedWord = (field: ImportField, text: string): boolean => {
  if (field !== 'isActive' && field !== 'relationship') return false;
  if (text.length > WORD_MAX || isUnassigned(text) || isUnknownBirthDate(text)) return false;
  if (field === 'relationship' && isMarital(text)) return false;
  if (field === 'isActive') return readActive(text) === undefined && !readRemark(text)?.isDead;
  // `Husband (deceased)`
  const relationship = readRelationship(text) ?? readRelationship(readDeathMark(text)?.name ?? '');
  return relationship === undefined && !isDeathWord(text);
};

/** Whether a cell below a year does not say if it is paid, whatever a year costs. */
const isUnknownBelowYear = (text: string): boolean =>
  'message' in (readYears({ text }, { text: 'yearPaid' }, { yearlyPrice: '60.00', yearEmpty: 'owed' }) ?? {});

/** Whether a cell below a year, or with a state, a country or a way of being reached, has a word that nobody knows. */
function isUnknownWord(field: ImportField, text: string, isAbroad: boolean): boolean {
  if (text.length > WORD_MAX) return false;
  if (field === 'yearPaid') return isUnknownBelowYear(text);
  if (/\d/.test(text) || isNothing(text) || isDeathWord(text)) return false;
  if (field === 'stateCd') return !isAbroad && stateCode(text) === undefined;
  if (field === 'countryCd') return readCountry(text) === undefined;
  return field === 'preferredWay' && readPreferredWay(text) === undefined;
}

/** The names of funds in a cell with those in place of others that the answers for the file name, which are seen. */
const fundsMeant = (text: string, answers: ImportAnswers, seen: string[]): string =>
  text
    .split(';')
    .map((name) => {
      const means = meaningOf('campaign', name, answers);
      if (means !== undefined) seen.push(wordSeen('campaign', name));
      return means ?? name;
    })
    .filter(Boolean)
    .join(';');

/** What a word means by the answer for the file; undefined without one. */
const meaningOf = (field: ImportField, text: string, { words = [] }: ImportAnswers): string | undefined =>
  words.find(({ name }) => name === wordName(field, text))?.means;

/** The cells of a row with the cells above its ditto marks and its empty family number, after the row before it. */
export function withAbove(
  file: File,
  cells: readonly string[],
  before: FileCells | undefined,
): Record<string, string> | undefined {
  if (!before) return undefined;
  const found: Record<string, string> = {};
  const isRest = restOfAddress(file.columns, cells);
  const isBlock = indexOf(file, 'household') < 0 ? () => false : addressOfBlock(file.columns, cells);
  for (const [index, { field }] of file.columns.entries()) {
    const own = (before.cells[index] ?? '').trim();
    const isOwn = own !== '' && !isDitto(own, field);
    const carried = before.above?.[index] ?? '';
    // That of the last one with a last name.
    const isLone = field === 'fullName' && wordsOfName(own).length === 1;
    const said = field === 'lastNm' ? familyNameOf(own) : own;
    const over = isOwn && !isLone ? said : carried;
    const cell = (cells[index] ?? '').trim();
    const isFamily = field === 'household' && (!cell || cell === over);
    // Merged cells: the last name is in the first row of a family.
    const isLast = field === 'lastNm' && !cell;
    const isBelow = field === 'fullName' && wordsOfName(cell).length === 1;
    if (over && (isFamily || isLast || isBelow || isRest(index) || isBlock(index) || isDitto(cell, field)))
      found[index] = over;
  }
  return Object.keys(found).length ? found : undefined;
}

const CHILDREN = /^(?:children|kids|sons|daughters|dependents|kinder|hijos|enfants|filhos)$/;
/** A birth date as it is read beside the name of a relative. */
const NUMERIC_DATE = /^\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}$/;

/**
 * The relatives of the person above in a row that begins with how they are related: `wife Flo`, `son Guy 5/6/2012`,
 * `Children: Tim (10), Ann (12)`; undefined for other rows, and for those that say more than columns of relatives have.
 */
export function relativesIn(file: File, { row, cells }: NumberedCells): RelativesBelow | undefined {
  if (!mayHaveBelow(file)) return undefined;
  const whole = indexOf(file, 'fullName');
  const place = whole < 0 ? indexOf(file, 'firstNm') : whole;
  const text = (cells[place] ?? '').trim();
  if (text.length > READ_MAX) return undefined;
  const [before = '', small, marked] = RELATED_BEFORE.exec(text) ?? [];
  const word = small ?? marked ?? '';
  const name = text.slice(before.length);
  const relationship = readRelationship(word);
  const areChildren = CHILDREN.test(foldText(word));
  if (!word || !/^[\p{Lu}\p{Lo}]/u.test(name) || relationship === 'Head of Household') return undefined;
  if (!relationship && !areChildren) return undefined;
  const isSpouse = relationship === 'Spouse';
  const texts: Record<string, string> = {};
  const address: Record<string, string> = {};
  let birth = '';
  for (const [index, cell] of cells.entries()) {
    const written = cell.trim();
    const { name: column = '', field = null } = file.columns[index] ?? {};
    if (!written || index === place) continue;
    if (ADDRESS.includes(field)) address[column] = written;
    else if (field === 'birthDt' && NUMERIC_DATE.test(written) && !areChildren) birth = ` ${written}`;
    else if (field === 'phone' && isSpouse) texts['Spouse Phone'] = written;
    else if (field === 'email' && isSpouse) texts['Spouse Email'] = written;
    else return undefined;
  }
  if (isSpouse) texts['Spouse'] = `${name}${birth}`;
  else texts['Children'] = areChildren ? name : `${name}${birth} (${word})`;
  return { row, texts, address };
}
