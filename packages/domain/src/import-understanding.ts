/**
 * What is common to a whole file, read once for all its rows (decision 026): the answers to the questions about it change
 * the cells before rows are judged. Whatever was seen is counted, and asked about once.
 */
import { MINIMUM_AGE } from './constants.ts';
import { calendarDateOf, DAY_MS } from './dates.ts';
import { OWN_COUNTRY } from './address.ts';
import { readCountry } from './any-address.ts';
import { cityLine } from './import-address.ts';
import {
  ASIDES,
  capitalsByLastName,
  isMrAndMrs,
  isOfSeveral,
  namesInRow,
  withoutBeside,
  withoutTitles,
  wordsOfName,
} from './import-couple.ts';
import { deathMarkOf, isDeathWord, readDeathMark, readRemark } from './import-dead.ts';
import { A_REMARK, isNothing } from './import-details.ts';
import { headingKey } from './import-family.ts';
import { isMemberNumber, type ImportField, type ImportMapping } from './import-fields.ts';
import { isLastFirst, isOfAges, isOfHouse, isOfInactive } from './import-headings.ts';
import { isOfFirstNames } from './import-relatives.ts';
import { FAMILY, ORGANIZATION, splitWhole } from './import-row.ts';
import {
  askedSection,
  furtherBelow,
  isOfList,
  readSection,
  SECTION_COLUMN,
  sectionIn,
  sectionName,
  stateOfSection,
} from './import-sections.ts';
import type { ImportAnswers } from './import-values.ts';
import {
  isMarital,
  isUnassigned,
  isUnknownBirthDate,
  monthNumber,
  readActive,
  readDate,
  readPreferredWay,
  readRelationship,
  readState,
  stateCode,
} from './import-values.ts';
import { readYears } from './import-years.ts';
import { oddZip } from './import-zip.ts';
import { groupBy } from './group-by.ts';
import { splitSuffixOrDegree } from './person-name.ts';
import { phoneDigits } from './phone.ts';
import { foldText, nameInText } from './text.ts';

/** A column of a file with its field. */
export type FileColumn = { name: string; field: ImportField | null };
/**
 * The cells of a row, by column the cells above: for ditto marks, and for an empty family number; and the words of the
 * heading above, where they say something of its person (import-sections.ts).
 */
export type FileCells = {
  cells: readonly string[];
  above?: Readonly<Record<string, string>> | undefined;
  section?: string | undefined;
  /** The heading of the family to which the row belongs; of the heading too. */
  family?: FamilyAbove | undefined;
  /** Rows below that name their spouse and children; and whether the row is one of these, and no person of its own. */
  below?: readonly RelativesBelow[];
  isBelow?: boolean;
};
/** A row below that of a person with their spouse or children, and what it has beside them, by column. */
export type RelativesBelow = {
  row: number;
  texts: Readonly<Record<string, string>>;
  address: Readonly<Record<string, string>>;
};
/** The heading of a family, alone in a row: its last name, its row, and by column what it says of all below it. */
export type FamilyAbove = { name: string; row: number; shared?: Readonly<Record<string, string>> };
type File = { columns: readonly FileColumn[]; answers: ImportAnswers };

/** What a check saw in the rows of a file: each with the number of rows, and one of them as an example where it has one. */
export type Seen = { what: string; rows: number; example?: string };
/** Between what was seen and its example. */
const EXAMPLE = '\u001F';
/** The number of rows in which something was seen. */
export const rowsWith = (seen: readonly Seen[], what: string): number =>
  seen.find((one) => one.what === what)?.rows ?? 0;

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

const indexOf = ({ columns }: File, field: ImportField): number =>
  columns.findIndex((column) => column.field === field);

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
  // Where relationships are written, somebody without one is alone.
  const related = columns.findIndex(({ field }) => field === 'relationship');
  const isHead = readRelationship(cells[related] ?? '') === 'Head of Household';
  const isRelative = related < 0 || Boolean(cells[related]?.trim());
  const isRest = restOfAddress(columns, cells);
  const isOfFamily = family !== undefined && answers.familyHeadings !== 'person';
  const shared = (answers.familyHeadings === 'household' && family?.shared) || {};
  const isAtHome = columns.every(({ field }, index) => !ADDRESS.includes(field) || !cells[index]?.trim());
  const isOfBlock = isHead || !isRelative ? () => false : addressOfBlock(columns, cells);
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
      return isRelative && answers.familyAbove === 'above' ? over : '';
    }
    if (field === 'household' && over !== undefined && over === cell.trim()) seen.push('familyAgain');
    // Who belongs to the family above lives there.
    if (over && answers.familyAbove === 'above' && isOfBlock(index)) return over;
    return cell;
  });
}

/** Whether a row has a number of this portal: what our own files write is read as it is written. */
const isOurs = (file: File, cells: readonly string[]): boolean =>
  isMemberNumber(cells[indexOf(file, 'memberId')] ?? '');

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
    const related = relatedInName(file, texts);
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
  const isOfOwnList = row.section !== undefined && isOfList(row.section) && isOurs(file, texts);
  if (row.section !== undefined && !isOfOwnList) {
    seen.push(`word ${sectionName(row.section)}`);
    const state = stateOfSection(row.section, answers) ?? '';
    // Nobody is charged for the dead, whatever a column says of them.
    if (state === 'Deceased' || !get('isActive')) set('isActive', state, stateColumnOf(file));
    if (state === 'Deceased') extra[SECTION_COLUMN] = askedSection(row.section).heading;
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
    if (field === 'isActive' && YES_OR_NO.test(text) && isOfInactive(columns[index]?.name ?? ''))
      texts[index] = readActive(text) === true ? 'No' : 'Yes';
    else if (isAskedWord(field, text) || isUnknownWord(field, text, isAbroad)) {
      seen.push(wordSeen(field, text));
      texts[index] = meaningOf(field, text, answers) ?? text;
    }
  }
  const head = get('isHead');
  const named = headNamed(head, columns[indexOf(file, 'isHead')]?.name ?? '');
  const related = get('relationship') || (extra[RELATIONSHIP_COLUMN] ?? '');
  // The age of a list may be of another year: a birth date that can be read says more.
  const isAge = isOfAges(columns[indexOf(file, 'isChild')]?.name ?? '');
  const isYoung =
    (isMinorAge(get('isChild')) || (isAge && get('isChild') === '0')) && !isReadable(get('birthDt'), answers);
  if (!related) {
    const isHead = !isYoung && (saysHead(head) || (named !== '' && isNameOf(named, get)));
    const isChild = isYoung || readActive(get('isChild')) === true;
    const flagged = isHead ? 'Head of Household' : isChild ? 'Child' : '';
    if (flagged) set('relationship', flagged, RELATIONSHIP_COLUMN);
  } else if (isYoung && OF_ADULTS.includes(readRelationship(related)))
    set('relationship', 'Child', RELATIONSHIP_COLUMN);
  if (named && isByHeads(file)) extra[HOUSEHOLD_COLUMN] = named;
  const line = cityLine(get('cityNm'));
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
    cells: { ...Object.fromEntries(columns.map(({ name }, index) => [name, texts[index] ?? ''])), ...extra },
    seen: [...new Set(seen)],
  };
}

const YES_OR_NO = /^(?:y|yes|n|no|true|false|1|0|x|ja|nein|s[ií]|oui|non)$/i;

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
/** An age under that of a payer: `7`, `6 mos`; 1 and 0 are a yes and a no. */
function isMinorAge(text: string): boolean {
  const [, age = '', unit = ''] =
    /^(\d{1,3})(?:\.\d+)?\s*(?:(y|yrs?|years?|yo|jahre?|anos?|ans)|m|mos?|months?|monate?|meses|mois|weeks?|days?)?\.?(?: old)?$/.exec(
      foldText(text),
    ) ?? [];
  if (!age || (/^[01]$/.test(text.trim()) && !unit)) return false;
  const isMonths = !unit && !/^[\d.\s]+$/.test(text);
  return isMonths || Number(age) < MINIMUM_AGE;
}

/** A yes in a column about the head of each family, also as a mark or a word. */
const saysHead = (text: string): boolean =>
  readActive(text) === true ||
  readRelationship(text) === 'Head of Household' ||
  /^(?:h|[✓✔☑√*•●■]+)$/i.test(text);

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

const DATES: readonly ImportField[] = [
  'birthDt',
  'spouseBirthDt',
  'childBirthDt',
  'deceasedDt',
  'coveredSince',
  'unsubscribedDt',
  'lastPaidDt',
];

/** `Do` is a name. */
const DITTO =
  /^(ditto|dito|detto|dto\.?|do\.|idem|id\.|igual|ebenso|"|''|,,|″|〃|“|”|[-–—]+ ?["″”] ?[-–—]+|same(?: (?:address|home|house|place))?(?: as (?:above|head|husband|wife|spouse|parents?|mother|father))?|as above|see above|misma(?: direccion)?|meme adresse|lo mismo|a? ?mesm[oa](?: morada)?|s\.o\.|siehe oben|wie oben|j\.? ?w\.?|jak wyzej|isto|исто|pareho|ዝኒ ከማሁ)$/u;
const isDitto = (cell: string, field: ImportField | null): boolean =>
  field !== null && !OF_RELATIVES.includes(field) && isDittoMark(cell);
const isDittoMark = (cell: string): boolean => cell.length < WORD_MAX && DITTO.test(foldText(cell));
/** Details of a relative, where the same is that of the person of the row; a name is nobody else's. */
const DETAILS_OF_RELATIVES: readonly (ImportField | null)[] = ['spouseLastNm', 'spousePhone', 'spouseEmail'];
const OF_RELATIVES: readonly (ImportField | null)[] = [
  ...DETAILS_OF_RELATIVES,
  ...(['spouseNm', 'spouseBirthDt', 'childNm', 'childBirthDt'] as const),
];

const REST_OF_ADDRESS: readonly (ImportField | null)[] = [
  'streetAddress2',
  'cityNm',
  'stateCd',
  'postalCd',
  'countryCd',
];
const ADDRESS: readonly (ImportField | null)[] = ['streetAddress', ...REST_OF_ADDRESS];
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

/** Words that belong to the last name after them. */
const PARTICLE =
  /^(de|del|la|las|los|da|das|do|dos|di|van|von|der|den|ter|bin|ibn|al|el|le|du|st\.?|san|mac|abu)$/i;

/** `12. ` and `12) ` before a name. */
const NUMBERED = /^(?:\d{1,4}[.)]\s*|[-–•·]\s+)(?=\p{L})|^\d{1,4}\s+(?=\p{L}[^\d]*[,\s]\s*\p{L})/u;
/** `Ute (wife)`, `Ute - wife` */
const RELATED = /\s*(?:\((\p{L}[\p{L} -]*)\)|\s[-–]\s+(\p{L}[\p{L} -]*))$/u;

/** `wife Ute`, `Son: Tim` */
const RELATED_BEFORE = /^(?:(\p{Ll}+):?|(\p{L}+):)\s+(?=\p{L})/u;
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

/** The relationship that is written beside a name, which is taken from there; empty for none. */
function relatedInName(file: File, texts: string[]): string {
  for (const field of ['fullName', 'firstNm'] as const) {
    const index = indexOf(file, field);
    const [before = '', small, marked] = RELATED_BEFORE.exec(texts[index]?.trim() ?? '') ?? [];
    if (readRelationship(small ?? marked ?? '')) {
      texts[index] = (texts[index] ?? '').trim().slice(before.length);
      return small ?? marked ?? '';
    }
    const [whole = '', bracketed, dashed] = RELATED.exec(texts[index]?.trim() ?? '') ?? [];
    const word = bracketed ?? dashed ?? '';
    if (!readRelationship(word)) continue;
    texts[index] = (texts[index] ?? '').trim().slice(0, -whole.length);
    return word;
  }
  return '';
}

/** Titles are left out, and names divided; what else is beside a name is moved behind it. */
function readNames(file: File, texts: string[], row: FileCells, seen: string[]): void {
  const [whole, first] = [indexOf(file, 'fullName'), indexOf(file, 'firstNm')];
  const isByLast = isLastFirst(file.columns[whole]?.name ?? '');
  const behind = new Map<number, string>();
  for (const index of [whole, first]) {
    const written = (texts[index] ?? '').trim().replace(NUMBERED, '');
    const [marked = ''] = /\s+[*#•+~^]+$/u.exec(written) ?? [];
    const found = withoutBeside(written.slice(0, written.length - marked.length), index === whole);
    const text = withPair(file, texts, found.name, isByLast);
    if (!text) continue;
    behind.set(index, `${found.beside.toReversed().join('')}${marked}`);
    texts[index] = text;
    // Titles of several people are left out where these are read, each by themselves (import-couple.ts).
    const isOne = !isOfSeveral(text);
    // `Late Ato Abebe`
    const mark = isOne ? readDeathMark(text) : undefined;
    const titled = mark && withoutTitles(mark.name) !== mark.name;
    const plain = titled ? `${withoutTitles(mark.name)}${deathMarkOf(mark.day)}` : withoutTitles(text, isOne);
    if (plain === text) continue;
    seen.push('titles');
    texts[index] = plain;
  }
  divideNames(file, texts, row, seen);
  for (const [index, beside] of behind) texts[index] = `${texts[index]}${beside}`;
}

/** Names of three words and more, and single ones, are read by the answers about them. */
function divideNames(file: File, texts: string[], row: FileCells, seen: string[]): void {
  const { above = {} } = row;
  const whole = indexOf(file, 'fullName');
  const first = indexOf(file, 'firstNm');
  const last = indexOf(file, 'lastNm');
  const { answers } = file;
  const isAlone = answers.loneNames === 'alone';
  const headed = isHeadingRead(answers) ? row.family?.name : undefined;
  // Until it is known what the heading above says.
  const isAsked = row.family === undefined || answers.familyHeadings === 'person';
  if (whole < 0) {
    if (first < 0 || last < 0 || !texts[first]?.trim() || texts[last]?.trim()) return;
    if (isOfNobody(texts[first] ?? '')) return;
    if (isAsked) seen.push('loneNames');
    if (headed !== undefined) texts[last] = headed;
    else if (answers.loneNames === 'above') texts[last] = above[last] ?? '';
    else if (isAlone) texts[last] = NO_LAST_NAME;
    return;
  }
  const written = (texts[whole] ?? '').trim();
  const mark = readDeathMark(written);
  const text = mark?.name ?? written;
  const { name = '', suffix } = splitWhole(text);
  // Other columns have the name; a formula is a fault.
  if (
    !name ||
    name.startsWith('=') ||
    name.includes(',') ||
    FAMILY.test(name) ||
    isOfNobody(text) ||
    (texts[first]?.trim() && texts[last]?.trim())
  )
    return;
  const died = mark ? deathMarkOf(mark.day) : '';
  const isByLast = isLastFirst(file.columns[whole]?.name ?? '');
  const byLastName = isByLast ? undefined : capitalsByLastName(name);
  if (byLastName !== undefined) {
    seen.push(`nameOrder${EXAMPLE}${name}`);
    if (answers.nameOrder === 'last')
      texts[whole] = [`${byLastName}${died}`, suffix].filter(Boolean).join(', ');
    return;
  }
  if (isOfSeveral(name)) {
    // Amos & Vera, below the heading of their family.
    if (headed !== undefined && isOfLoneNames(name)) texts[whole] = `${headed}, ${written}`;
    else if (isByLast) texts[whole] = lastFirst(written);
    return;
  }
  const words = wordsOfName(name);
  if (words.length === 1 && texts[last]?.trim()) return;
  if (words.length === 1 || (isInitialBehind(words) && headed !== undefined)) {
    if (isAsked) seen.push('loneNames');
    const isAbove = answers.loneNames === 'above';
    if (isAbove && headed === undefined && last >= 0) {
      texts[last] = above[last] ?? '';
      return;
    }
    const beside = isAbove && last < 0 ? familyBeside(file, texts, above) : undefined;
    const over = headed ?? beside ?? (isAbove ? lastNameIn(file, above[whole] ?? '') : '');
    if (over) texts[whole] = [over, `${name}${died}`, suffix].filter(Boolean).join(', ');
    else if (isAlone) texts[whole] = `${NO_LAST_NAME}, ${name}${died}`;
    return;
  }
  const [, capitals = '', others = ''] = CAPITALS_FIRST.exec(name) ?? [];
  if (others) seen.push('capitalNames');
  if (others && answers.capitalNames === 'last') {
    texts[whole] = [capitals, `${others}${died}`, suffix].filter(Boolean).join(', ');
    return;
  }
  if (words.length === 2 && isByLast) {
    texts[whole] = [words[0], `${words[1]}${died}`, suffix].filter(Boolean).join(', ');
    return;
  }
  if (words.length === 2 || (words.length === 3 && /^[A-Za-z]\.?$/.test(words[1] ?? ''))) return;
  seen.push('longNames');
  const [given, family] = divided(words, answers.longNames);
  if (given) texts[whole] = [family, `${given}${died}`, suffix].filter(Boolean).join(', ');
}

/** What church programs keep in the place of a name: an organization, or an e-mail address. */
const isOfNobody = (text: string) => text.includes('@') || ORGANIZATION.test(text);
const TITLES_COLUMN =
  /^(?:title|titel|prefix|name prefix|salutation|anrede|civilite|tratamiento|tratamento)$/;
/** A name behind the titles of two people, which stand in a column of their own: `M. et Mme`, `Mr. & Mrs.` */
function withPair({ columns }: File, texts: readonly string[], name: string, isByLast: boolean): string {
  const index = columns.findIndex(
    (column) => column.field === null && TITLES_COLUMN.test(foldText(column.name)),
  );
  const titles = (texts[index] ?? '').trim();
  if (!name || !isMrAndMrs(titles) || isOfSeveral(name)) return name;
  return `${titles} ${isByLast ? lastFirst(name) : name}`;
}

/** A name that begins with its last name, with a comma behind that: `Hollis Karl & Ute`; longer ones are asked about. */
const lastFirst = (name: string): string =>
  name.replace(
    /^(\p{L}[^\s,&+/;]*)\s+(?!\p{Ll}+\s)(\p{L}[^\s,]*(?:\s*[&+/;]|\s+(?:and|und|y|et|e|i|и)\s|$))/u,
    '$1, $2',
  );

/** The name of a family in the column of families, which is the last name of those who have only a first one. */
function familyBeside(file: File, texts: readonly string[], above: Readonly<Record<string, string>>) {
  const index = indexOf(file, 'household');
  const family = texts[index]?.trim() || above[index]?.trim() || '';
  return /\p{L}/u.test(family) && !/[\d,]/.test(family) ? (familyNamed(family) ?? family) : undefined;
}

/** `HOLLIS Karl`, `VAN DER BERG Karl Otto`, but not `TJ Hollis`. */
const CAPITALS_FIRST =
  /^(?=\P{Ll}*\p{Lu}{3})((?:\p{Lu}[\p{Lu}'’-]+\s+)*\p{Lu}[\p{Lu}'’-]+)\s+(\p{Lu}\p{Ll}.*)$/u;

/** The last name in the heading of a family: `HOLLIS FAMILY:`, `The Hollises`; undefined for another text. */
function familyNamed(text: string): string | undefined {
  const heading = text.trim().replace(/\s*:$/, '');
  if (!FAMILY.test(heading) || isOfSeveral(heading)) return undefined;
  const named = heading.replace(/^the\s+/i, '');
  const alone = named.replace(/\s+famil(?:y|ies)$|^famil(?:y|ie|ia|le)\s+/gi, '');
  return alone === named ? named.replace(/(?<=[sxz]|[cs]h)es$|s$/i, '') : alone;
}

/** `Amos J.` */
const isInitialBehind = ([, second = '', ...others]: readonly string[]): boolean =>
  !others.length && /^\p{L}\.?$/u.test(second);

/** The last name in a whole name of another row, by the answers for the file; empty where it has none. */
function lastNameIn(file: File, name: string): string {
  const whole = indexOf(file, 'fullName');
  const texts = file.columns.map((_column, index) => (index === whole ? name : ''));
  readNames(file, texts, { cells: [] }, []);
  const { name: alone } = withoutBeside(texts[whole] ?? '');
  const read = (readDeathMark(alone)?.name ?? alone).trim();
  const several = namesInRow({ whole: read }).find(({ lastNm }) => lastNm)?.lastNm;
  if (several !== undefined) return several;
  if (read.includes(',')) return read.split(',')[0] ?? '';
  const words = wordsOfName(splitSuffixOrDegree(read).lastNm);
  const isGiven = words.length < 2 || isInitialBehind(words);
  return isGiven ? '' : (words.at(-1) ?? '');
}

/** First names alone of several people: `Amos & Vera`, `Amos, Vera`. */
const isOfLoneNames = (text: string): boolean => namesInRow({ whole: text }).every(({ lastNm }) => !lastNm);

/** Whether headings of families name those below, as was answered. */
const isHeadingRead = ({ familyHeadings }: ImportAnswers): boolean =>
  familyHeadings === 'household' || familyHeadings === 'name';

const isHeading = ({ family, row }: FileCells & { row?: number }): boolean =>
  family !== undefined && family.row === row;

/** Whether a row has the heading of a family, and the answer for the file is that it is no person. */
export const isFamilyHeading = ({ answers }: Pick<File, 'answers'>, row: FileCells): boolean =>
  isHeadingRead(answers) && isHeading(row);

/** What was seen of a heading of a family, as an example. */
export const headingSeen = (row: FileCells): string[] =>
  isHeading(row) ? [`familyHeading${EXAMPLE}${row.cells.find((cell) => /\p{L}/u.test(cell))?.trim()}`] : [];

/** What the heading of a family may have beside its name: where they live, and their phone. */
const SHARED_BY_FAMILY: readonly (ImportField | null)[] = [...ADDRESS, 'phone'];
const NUMBERS_BESIDE: readonly (ImportField | null)[] = [null, 'externalRef', 'memberId'];
const COUNT = /^\(?\d{1,3}[.)]?$/;
const IS_NAME = /^\p{L}[\p{L}\p{M}'’-]*(?: \p{L}[\p{L}\p{M}'’-]+){0,2}$/u;

/** `Sorrel` for SORREL, `O'Neil-Roe` for O'NEIL-ROE. */
const withoutCapitals = (name: string): string =>
  isCapitals(name) ? name.replace(/\p{L}+/gu, (word) => word.charAt(0) + word.slice(1).toLowerCase()) : name;

const isCapitals = (text: string): boolean => /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text);

/**
 * The heading of a family in a row: one that says so (`The Hollis Family`), or a last name alone, where the row below is of
 * a person with that name or without a last name; undefined for another row.
 */
function familyHeadedBy(
  file: File,
  { row, cells }: NumberedCells,
  before: NumberedCells | undefined,
  next: NumberedCells | undefined,
): FamilyAbove | undefined {
  const { columns } = file;
  const fieldAt = (index: number) => columns[index]?.field ?? null;
  const isCount = (cell: string, index: number) =>
    COUNT.test(cell) && NUMBERS_BESIDE.includes(fieldAt(index));
  const filled = cells.flatMap((cell, index) => (cell.trim() && !isCount(cell.trim(), index) ? [index] : []));
  const [place = -1, ...others] = filled;
  const isPlace = place === 0 || NAMES.includes(fieldAt(place)) || fieldAt(place) === 'household';
  const hasKey = indexOf(file, 'household') >= 0 && fieldAt(place) !== 'household';
  if (!isPlace || hasKey || !others.every((index) => SHARED_BY_FAMILY.includes(fieldAt(index))))
    return undefined;
  const text = (cells[place] ?? '').trim().replace(/\s*:$/, '');
  const shared = Object.fromEntries(others.map((index) => [index, cells[index] ?? '']));
  const of = (field: ImportField) => (next?.cells[indexOf(file, field)] ?? '').trim();
  const whole = of('fullName');
  const given = of('firstNm') || whole;
  const last = of('lastNm') || (whole && lastNameIn(file, whole));
  const isSame = (name: string) => foldText(familyNameOf(last)) === foldText(name);
  // As the person below writes it; in a list of names that are not in capitals, those of a heading are none of the name.
  const found = (name: string) => ({
    name: isSame(name) ? familyNameOf(last) : isCapitals(given) ? name : withoutCapitals(name),
    row,
    ...(others.length && { shared }),
  });
  const named = familyNamed(text);
  if (named !== undefined) return found(named);
  const isName = NAMES.includes(fieldAt(place)) || fieldAt(place) === 'household';
  if (!isName || !IS_NAME.test(text) || readSection(text) || isPartAlone(foldText(text))) return undefined;
  if (!next || leftOut(file, { cells: next.cells }) !== undefined) return undefined;
  if (last) return isSame(text) && given ? found(text) : undefined;
  if (!given) return undefined;
  if (fieldAt(place) === 'lastNm' || fieldAt(place) === 'household') return found(text);
  const isBegun = !before || row - Math.floor(before.row) > 1;
  const isBlock = isBegun && next.row - row === 1;
  return isBlock || (isCapitals(text) && !isCapitals(given)) ? found(text) : undefined;
}

/** The heading of the family to which a row belongs, by the rows before and after it; undefined for none. */
export function familyOf(
  file: File,
  row: NumberedCells,
  before: NumberedCells | undefined,
  next: NumberedCells | undefined,
): FamilyAbove | undefined {
  const own = familyHeadedBy(file, row, before, next);
  const family = before?.family;
  if (own || !family || !before) return own;
  const { cells } = row;
  const [text = ''] = cells.filter((cell) => cell.trim());
  if (leftOut(file, { cells }) !== undefined) return PAGE.test(foldText(text).trim()) ? family : undefined;
  if (cells.some((cell) => familyNamed(cell) !== undefined)) return undefined;
  // Somebody with another last name, after a blank row or with an address.
  const whole = (cells[indexOf(file, 'fullName')] ?? '').trim();
  const last = (cells[indexOf(file, 'lastNm')] ?? '').trim() || (whole && lastNameIn(file, whole));
  const street = (cells[indexOf(file, 'streetAddress')] ?? '').trim();
  const isApart =
    (row.row - Math.floor(before.row) > 1 && !isHeading(before)) ||
    (street !== '' && !isDitto(street, 'streetAddress'));
  return isApart && last && foldText(familyNameOf(last)) !== foldText(family.name) ? undefined : family;
}

/** The whole name of a spouse of three words and more, by the answer about long names. */
function spouseNamed(text: string, column: string, { longNames }: ImportAnswers, seen: string[]): string {
  const mark = readDeathMark(text);
  const { lastNm: name, suffix } = splitSuffixOrDegree(withoutTitles(mark?.name ?? text));
  const words = wordsOfName(name);
  const isLong = words.length > 3 || (words.length === 3 && !/^[A-Za-z]\.?$/.test(words[1] ?? ''));
  if (!isLong || isOfFirstNames(column) || /[\d,]/.test(name) || isOfSeveral(name)) return text;
  seen.push('longNames');
  const [given, family] = divided(words, longNames);
  const died = mark ? deathMarkOf(mark.day) : '';
  return given ? [family, `${given}${died}`, suffix].filter(Boolean).join(', ') : text;
}

/** The last name of a person who has none, until it is known. */
const NO_LAST_NAME = '-';

/** The first and the last name in the words of a name, by the answer for the file; empty without an answer. */
function divided(
  words: readonly string[],
  answer: ImportAnswers['longNames'],
): [first: string, last: string] {
  const joined = (from: number, to?: number) => words.slice(from, to).join(' ');
  if (answer === 'first') return [joined(0, 1), joined(1)];
  if (answer === 'family') return [joined(1), joined(0, 1)];
  if (answer !== 'last') return ['', ''];
  const particle = words.findIndex(
    (word, index) => index > 0 && index < words.length - 1 && PARTICLE.test(word),
  );
  const at = particle > 0 ? particle : words.length - 1;
  return [joined(0, at), joined(at)];
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

const WORD_MAX = 60;
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

/** The words of a cell below a year, as they are asked about: without a day, and the number of a check. */
const wordBelowYear = (text: string): string =>
  foldText(text)
    .replace(/\s*\(?\b\d{1,2}[/.-]\d{1,2}(?:[/.-](?:\d{2}|\d{4}))?\)?$/, '')
    .replace(/[\s#]+\d+$/, '')
    .trim() || 'a date';

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

const TOTAL =
  /^(grand |sub[ -]?)?totals?\b|^(sum|summe|gesamt|insgesamt|suma|somme|razem|ukupno|укупно|kabuuan|ድምር|count|average)(?![\p{L}])( (of|all|members|people|families|households|due|dues|owed|paid|amount|balance|total|der|aller|de|des|mitglieder|socios|membres|adherents|irmaos|czlonkow|clanova|чланова)(?![\p{L}]))*[\s\d.,:=$€£()-]*$|^(number|no\.?|#) of (members|families|people|households)\b/u;
/** What a line between people says: a part of the list, a page, a remark. */
const PART =
  /\b(zone|zona|group|gruppe|grupo|groupe|sector|section|area|district|seite|region|total|families|members|continued|list of|updated|as of|printed)\b|:$|^[*=_–—-]{2,}/;
/** Who wrote a list, and who has seen it: `Audited 1/15/26`, `Treasurer: ______`. */
const SIGNED =
  /^(?:audit(?:ed|ors?)|treasurer|secretary|signed|signature|prepared by|checked by|verified by|approved by|collected by|certified|recorded by|compiled by|gepruft|kassenwart|kassenprufer|reviso|tesorer[oa]|tresorier|certifie|tesoureiro|overio|blagajnik|sprawdzil|skarbnik)(?!\p{L})/u;
/** The same in words that are last names too: alone, or beside a number or a letter. */
const PART_WORD = /^(?:parish|ward|page|list|street|notes?)$/;
const BESIDE_PART = /^(?:new|of|no|old|the|and|\p{L}|\d+|[ivx]+)$/u;
function isPartAlone(text: string): boolean {
  const words = text.split(/[^\p{L}\d]+/u).filter(Boolean);
  return (
    words.some((word) => PART_WORD.test(word)) &&
    words.every((word) => PART_WORD.test(word) || BESIDE_PART.test(word))
  );
}
const NUMBERS: readonly (ImportField | null)[] = ['externalRef', 'household', null];
const NAMES: readonly (ImportField | null)[] = ['firstNm', 'lastNm', 'fullName'];
/** The number of a page, beside its heading. */
const PAGE_NUMBER = /^(?:page|p\.|pg\.?|seite|pagina) *\d+(?: (?:of|von|de) \d+)?$/;
/** Beside the word for a total: amounts, and `12 members`. */
const BESIDE_TOTAL = /^[\s\d.,$€£%()=-]*\d[\s\d.,$€£%()=-]*(?:\p{L}+)?$|^[\s.,$€£%()=-]+$/u;

/** The note of a row of totals. */
export const A_TOTAL = 'A total, left out';

/** The note of a row with relatives of the person above. */
export const A_RELATIVE = 'Of the family of the person above, with whom it is read';

const AN_EMPTY_ROW = 'An empty row, left out';

/** Columns that say what kind of contact a row is, and words in them for what is no person. */
const KIND_OF_CONTACT = /^(?:(?:contact|record|entity|account|constituent|customer|profile) )?(?:sub)?type$/;
const NO_PERSON =
  /^(?:organi[sz]ation|household|company|business|vendor|supplier|institution|church|fund|ministry)s?$/;
const ORGANIZATION_COLUMN = /^(?:organi[sz]ation|company|business)(?: name)?$/;

/** Whether a row is an organization or a household, as the programs keep them among people. */
function isNoPerson({ columns }: File, cells: readonly string[]): boolean {
  const textOf = (field: ImportField) => {
    const index = columns.findIndex((column) => column.field === field);
    return index < 0 ? undefined : foldText(cells[index] ?? '');
  };
  const [first, last] = [textOf('firstNm'), textOf('lastNm')];
  if (last) return false;
  return columns.some(({ name, field }, index) => {
    const text = foldText(cells[index] ?? '');
    if (!text || (field !== null && field !== 'isActive')) return false;
    const heading = foldText(name);
    if (KIND_OF_CONTACT.test(heading))
      return !first && NO_PERSON.test(text) && !(text === 'household' && first === undefined);
    return text === first && ORGANIZATION_COLUMN.test(heading);
  });
}

/** A customer's job in the lists of bookkeeping programs: `Frey, Rosa:Dues 2025`. */
const isJob = ({ name, field }: FileColumn, text: string): boolean =>
  field === 'fullName' && /^customer/i.test(name) && /\p{L}:\S/u.test(text);

/** Why a row is no person, as a note; undefined for a person. Totals of balances are compared with their rows instead. */
export function leftOut(file: File, row: FileCells): string | undefined {
  const { cells } = row;
  const filled = file.columns
    .map(({ field }, index) => ({ field, text: (cells[index] ?? '').trim() }))
    .filter(({ text }) => text);
  const [first, ...others] = filled.filter(({ text }, index) => !index || !PAGE_NUMBER.test(foldText(text)));
  if (!first) return AN_EMPTY_ROW;
  if (row.isBelow) return A_RELATIVE;
  if (sectionIn(file.columns, cells)) return A_REMARK;
  if (isFamilyHeading(file, row)) return 'The name of a family, left out: it is that of the people below';
  // `Zone total`, `Zone 2 total`
  const text = foldText(first.text).replace(/^.+ (?=totals?$)/, '');
  if (
    TOTAL.test(text) &&
    others.every((other) => BESIDE_TOTAL.test(other.text) || other.text.startsWith('='))
  )
    return A_TOTAL;
  if (SIGNED.test(text) && (!others.length || /[:_]/.test(first.text))) return A_REMARK;
  // Lines that have their numbers and wait for a name.
  if (filled.every((one) => NUMBERS.includes(one.field) && /^\d+\.?$/.test(one.text))) return AN_EMPTY_ROW;
  if (isNoPerson(file, cells)) return 'An organization or a household and no person, left out';
  const isOwed = file.columns.some((column) => column.field === 'owed');
  if (!isOwed && file.columns.some((column, index) => isJob(column, cells[index] ?? '')))
    return 'A part of the customer above, left out';
  if (others.length || first.field === 'memberId') return undefined;
  if (!/\p{L}/u.test(text)) return undefined;
  const isName = NAMES.includes(first.field);
  const written = readDeathMark(first.text)?.name ?? first.text;
  const bare = written.replace(ASIDES, '').replace(/\s(?:2nd|3rd|[45]th)$/, '');
  // `#12` is beside the name of a person, and behind the word for a table.
  const name = foldText(/^\p{Lu}\S*(?:\s+(?:&\s+)?\p{Lu}\S*)+$/u.test(bare) ? bare : written);
  const isPart = PART.test(name) || isPartAlone(name);
  // In a list of names alone, a number may belong to one.
  const isLong = name.length > 60 || /\d/.test(name.replace(/^\d{1,4}[.)]\s*(?=\p{L})/u, ''));
  const isRemark = isPart || (file.columns.length > 1 && isLong) || (file.columns.length > 2 && !isName);
  return isRemark ? A_REMARK : undefined;
}

/** Adds what some rows have shown to what was seen before; of one kind no more than `MOST_OF_KIND` are asked about. */
export function addSeen(before: readonly Seen[], rows: readonly (readonly string[])[]): Seen[] {
  const all = new Map(before.map((one) => [one.what, { ...one }]));
  const kinds = groupBy([...all.keys()], kindOf);
  for (const [what = '', example] of rows.flat().map((one) => one.split(EXAMPLE))) {
    const known = all.get(what);
    if (known) {
      known.rows += 1;
      continue;
    }
    const kind = kinds.get(kindOf(what)) ?? [];
    if (kind.length === MOST_OF_KIND) continue;
    kinds.set(kindOf(what), kind);
    kind.push(what);
    all.set(what, { what, rows: 1, ...(example && { example }) });
  }
  return [...all.values()];
}
const MOST_OF_KIND = 80;
/** `areaCode` of `areaCode 301`, and `word isActive` of `word isActive: attender`. */
const kindOf = (what: string): string => /^(?:word )?\w+/.exec(what)?.[0] ?? what;

/** The last name of others in a family: `Hollis (deceased)` and `Hollis, Jr.` say more of one person. */
const familyNameOf = (written: string) => splitSuffixOrDegree(readDeathMark(written)?.name ?? written).lastNm;

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

/** A row with its number in the file. */
export type NumberedCells = FileCells & { row: number };

/**
 * The heading of the part of a list in which a row stands, by the row before it: its words, where they say something of
 * those below; undefined for others.
 */
export function sectionOf(
  file: File,
  { row, cells }: NumberedCells,
  before: NumberedCells | undefined,
): string | undefined {
  const own = sectionIn(file.columns, cells);
  if (own) return own.says === 'active' ? undefined : own.words;
  const section = before?.section;
  if (!before || section === undefined) return undefined;
  if (isOfList(section)) return section;
  // Blank rows are not stored; one below the heading belongs to it.
  const isAfterBlank = row - Math.floor(before.row) > 1 && !sectionIn(file.columns, before.cells);
  return isAfterBlank || isOtherLine(file, cells) ? furtherBelow(section) : section;
}

/** Whether a row may be the heading of another part: a remark that is no page, or capitals alone in a row. */
function isOtherLine(file: File, cells: readonly string[]): boolean {
  const [text = '', ...others] = cells.filter((cell) => cell.trim());
  if (leftOut(file, { cells }) !== undefined) return !PAGE.test(foldText(text).trim());
  const isName = text.includes(',') || file.columns.length === 1;
  return !others.length && !isName && /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text);
}
const PAGE = /^(?:page|seite|pagina)\b/;
