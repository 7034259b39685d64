/**
 * What is common to a whole file, read once for all its rows (decision 026): the answers to the questions about it change
 * the cells before rows are judged. Whatever was seen is counted, and asked about once.
 */
import { MINIMUM_AGE } from './constants.ts';
import { calendarDateOf, DAY_MS } from './dates.ts';
import { cityLine } from './import-address.ts';
import {
  asSeveral,
  isMrAndMrs,
  isOfSeveral,
  TITLE_WITH_SLASH,
  withoutMaiden,
  withoutTitles,
  wordsOfName,
} from './import-couple.ts';
import { deathMarkOf, isDeathWord, readDeathMark } from './import-dead.ts';
import type { ImportField, ImportMapping } from './import-fields.ts';
import { isLastFirst, isOfAges } from './import-headings.ts';
import { FAMILY, isMemberNumber, splitWhole } from './import-row.ts';
import { furtherBelow, SECTION_COLUMN, sectionIn, sectionName, stateOfSection } from './import-sections.ts';
import type { ImportAnswers } from './import-values.ts';
import {
  isMarital,
  isUnassigned,
  isUnknownBirthDate,
  monthNumber,
  readActive,
  readDate,
  readRelationship,
  readState,
} from './import-values.ts';
import { oddZip } from './import-zip.ts';
import { splitSuffix } from './person-name.ts';
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
};
type File = { columns: readonly FileColumn[]; answers: ImportAnswers };

/** What a check saw in the rows of a file: each with the number of rows. */
export type Seen = { what: string; rows: number };

/** A word of a column that is asked about, as the name of its question. */
const wordName = (field: ImportField, word: string): string => `${field}: ${foldText(word)}`;

/** The columns of a file by field; lines of cities and dates in three columns need columns that it may not have. */
const STATE_COLUMN = 'State';
const ZIP_COLUMN = 'Zip Code';
const RELATIONSHIP_COLUMN = 'Relationship';
const HOUSEHOLD_COLUMN = 'Household';

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
  if (isByHeads(file)) mapping[HOUSEHOLD_COLUMN] = 'household';
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
  { cells, above = {} }: FileCells,
  seen: string[] = [],
): string[] {
  if (isOurs({ columns, answers }, cells)) return columns.map((_column, index) => cells[index] ?? '');
  // Where relationships are written, somebody without one is alone.
  const related = columns.findIndex(({ field }) => field === 'relationship');
  const isHead = readRelationship(cells[related] ?? '') === 'Head of Household';
  const isRelative = related < 0 || Boolean(cells[related]?.trim());
  const isRest = restOfAddress(columns, cells);
  const isOfBlock = isHead || !isRelative ? () => false : addressOfBlock(columns, cells);
  return columns.map(({ field }, index) => {
    const cell = cells[index] ?? '';
    const over = above[index];
    if (isDitto(cell, field) || (over && isRest(index))) {
      seen.push('ditto');
      return answers.ditto === 'empty' ? '' : (over ?? '');
    }
    if (field === 'household' && !cell.trim() && over && !isHead) {
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
    readNames(file, texts, row, seen);
  }
  if (row.section !== undefined) {
    seen.push(`word ${sectionName(row.section)}`);
    const state = stateOfSection(row.section, answers) ?? '';
    // Nobody is charged for the dead, whatever a column says of them.
    if (state === 'Deceased' || !get('isActive')) set('isActive', state, stateColumnOf(file));
    if (state === 'Deceased') extra[SECTION_COLUMN] = row.section;
  }
  const parts = datePartsOf(file);
  const born = indexOf(file, 'birthDt');
  const day = get('birthDt');
  if (born >= 0 && !day) texts[born] = dateOf(get('birthDay'), get('birthMonth'), get('birthYear'));
  else if (/^\d{1,2}[/.-]\d{1,2}$/.test(day) && /^(\d\d|\d{4})$/.test(get('birthYear')))
    texts[born] = `${day.replace(/[.-]/, '/')}/${get('birthYear')}`;
  if (parts)
    texts[parts.year] = dateOf(texts[parts.day] ?? '', texts[parts.month] ?? '', texts[parts.year] ?? '');
  for (const [index, { field }] of columns.entries()) {
    const text = (texts[index] ?? '').trim();
    if (!text || field === null) continue;
    if (DATES.includes(field) && isDayNumber(text)) {
      seen.push('dayNumbers');
      if (answers.dayNumbers === 'dates') texts[index] = dateOfNumber(text);
    }
    // Google's files have several values so.
    const plain = text.replaceAll(' ::: ', '; ');
    if (field === 'email' && plain !== text) texts[index] = plain;
    if (field === 'phone') texts[index] = withAreaCode(plain, answers, seen);
    if (isAskedWord(field, text)) {
      seen.push(`word ${wordName(field, text)}`);
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
    seen.push(`word ${wordName('postalCd', zip)}`);
    set('postalCd', meaningOf('postalCd', zip, answers) ?? zip, ZIP_COLUMN);
  }
  return {
    cells: { ...Object.fromEntries(columns.map(({ name }, index) => [name, texts[index] ?? ''])), ...extra },
    seen: [...new Set(seen)],
  };
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
  'deceasedDt',
  'coveredSince',
  'unsubscribedDt',
  'lastPaidDt',
];

/** `Do` is a name. */
const DITTO =
  /^(ditto|dito|detto|dto\.?|do\.|idem|id\.|igual|ebenso|"|''|,,|″|〃|“|”|[-–—]+ ?["″”] ?[-–—]+|same(?: (?:address|home|house|place))?(?: as (?:above|head|husband|wife|spouse|parents?|mother|father))?|as above|see above|misma(?: direccion)?|meme adresse|lo mismo|a? ?mesm[oa](?: morada)?|s\.o\.|siehe oben|wie oben|j\.? ?w\.?|jak wyzej|isto|исто|pareho|ዝኒ ከማሁ)$/u;
const isDitto = (cell: string, field: ImportField | null): boolean =>
  field !== null && cell.length < WORD_MAX && DITTO.test(foldText(cell));

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

/** Titles are left out; names of three words and more, and single ones, are read by the answers about them. */
function readNames(file: File, texts: string[], { above = {} }: FileCells, seen: string[]): void {
  const whole = indexOf(file, 'fullName');
  const first = indexOf(file, 'firstNm');
  const last = indexOf(file, 'lastNm');
  const isByLast = isLastFirst(file.columns[whole]?.name ?? '');
  for (const index of [whole, first]) {
    const written = (texts[index] ?? '').trim().replace(NUMBERED, '');
    const text = asSeveral(withPair(file, texts, written, isByLast));
    if (!text) continue;
    texts[index] = text;
    // Titles of several people are left out where these are read, each by themselves (import-couple.ts).
    const isOne = !isOfSeveral(text.replace(TITLE_WITH_SLASH, ''));
    // `Late Ato Abebe`
    const mark = isOne ? readDeathMark(text) : undefined;
    const titled = mark && withoutTitles(mark.name) !== mark.name;
    const plain = titled ? `${withoutTitles(mark.name)}${deathMarkOf(mark.day)}` : withoutTitles(text, isOne);
    if (plain === text) continue;
    seen.push('titles');
    texts[index] = plain;
  }
  const { answers } = file;
  const isAlone = answers.loneNames === 'alone';
  if (whole < 0) {
    if (first < 0 || last < 0 || !texts[first]?.trim() || texts[last]?.trim()) return;
    seen.push('loneNames');
    const over = above[last] ?? '';
    if (answers.loneNames === 'above') texts[last] = familyNamed(over) ?? over;
    if (isAlone) texts[last] = NO_LAST_NAME;
    return;
  }
  const written = (texts[whole] ?? '').trim();
  const mark = readDeathMark(written);
  const text = withoutMaiden(mark?.name ?? written)?.name ?? mark?.name ?? written;
  const { name = '', suffix } = splitWhole(text);
  // Other columns have the name.
  if (!name || name.includes(',') || FAMILY.test(name) || (texts[first]?.trim() && texts[last]?.trim()))
    return;
  if (isOfSeveral(name)) {
    if (isByLast) texts[whole] = lastFirst(written);
    return;
  }
  const died = mark ? deathMarkOf(mark.day) : '';
  const words = wordsOfName(name);
  if (words.length === 1 && texts[last]?.trim()) return;
  if (words.length === 1) {
    seen.push('loneNames');
    const family =
      answers.loneNames === 'above'
        ? (familyNamed(above[whole] ?? '') ?? (last < 0 ? familyBeside(file, texts, above) : undefined))
        : undefined;
    if (family) texts[whole] = [family, `${name}${died}`, suffix].filter(Boolean).join(', ');
    else if (last >= 0 && answers.loneNames === 'above') texts[last] = above[last] ?? '';
    if (isAlone) texts[whole] = `${NO_LAST_NAME}, ${name}${died}`;
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

/** Whether a row has the heading of a family and nothing else, and the answer for the file is that it names those below. */
export const isFamilyHeading = ({ columns, answers }: File, { cells }: FileCells): boolean => {
  if (answers.loneNames !== 'above') return false;
  const place = cells.findIndex((cell) => cell.trim());
  const isAlone = place >= 0 && cells.every((cell, index) => index === place || !cell.trim());
  const isName = NAMES.includes(columns[place]?.field ?? null);
  return isAlone && isName && familyNamed(cells[place] ?? '') !== undefined;
};

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

const SHORT_PHONE = /^\D*\d{3}[\s.–—-]?\d{4}$/;
/** Phones with the area code of the file before those of seven digits. */
function withAreaCode(text: string, { areaCode }: ImportAnswers, seen: string[]): string {
  const parts = text.split(/([;,\n|])/);
  return parts
    .map((part) => {
      const plain = part.trim();
      const digits = phoneDigits(plain);
      if (digits.length === 10 && /^[2-9]/.test(digits) && !plain.startsWith('+'))
        seen.push(`areaCode ${digits.slice(0, 3)}`);
      if (digits.length !== 7 || !SHORT_PHONE.test(plain)) return part;
      seen.push('shortPhones');
      return areaCode ? `${areaCode}${digits}` : part;
    })
    .join('');
}

/** Words about a death are read as such, and never asked about as a state. */
const OF_DEATH =
  /deceas|died|dead|passed|late|verstorb|gestorb|tot|fallec|difunt|muert|deced|mort|falec|zmarl|umr[ol]|preminu|upokoj|умр[ол]|премину|упокој|namatay|yumao|†|ሞት/;

const WORD_MAX = 60;
const isAskedWord = (field: ImportField, text: string): boolean => {
  if (field !== 'isActive' && field !== 'relationship') return false;
  if (text.length > WORD_MAX || isUnassigned(text) || isUnknownBirthDate(text)) return false;
  if (field === 'relationship' && isMarital(text)) return false;
  if (field === 'isActive')
    return readActive(text) === undefined && !OF_DEATH.test(foldText(text)) && !isDeathWord(text);
  // `Husband (deceased)`
  const relationship = readRelationship(text) ?? readRelationship(readDeathMark(text)?.name ?? '');
  return relationship === undefined && !isDeathWord(text);
};

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
const NAMES: readonly (ImportField | null)[] = ['firstNm', 'lastNm', 'fullName'];
/** Beside the word for a total: amounts, and `12 members`. */
const COUNT = /^[\s\d.,$€£%()=-]*\d[\s\d.,$€£%()=-]*(?:\p{L}+)?$|^[\s.,$€£%()=-]+$/u;

/** The note of a row of totals. */
export const A_TOTAL = 'A total, left out';

const A_REMARK = 'A remark, left out';

/** Why a row is no person, as a note; undefined for a person. Totals of balances are compared with their rows instead. */
export function leftOut(file: File, { cells }: FileCells): string | undefined {
  const filled = file.columns
    .map(({ field }, index) => ({ field, text: (cells[index] ?? '').trim() }))
    .filter(({ text }) => text);
  const [first, ...others] = filled;
  if (!first) return 'An empty row, left out';
  if (sectionIn(file.columns, cells) || isFamilyHeading(file, { cells })) return A_REMARK;
  const text = foldText(first.text);
  if (TOTAL.test(text) && others.every((other) => COUNT.test(other.text) || other.text.startsWith('=')))
    return A_TOTAL;
  if (SIGNED.test(text) && (!others.length || /[:_]/.test(first.text))) return A_REMARK;
  if (others.length || first.field === 'memberId') return undefined;
  if (!/\p{L}/u.test(text)) return undefined;
  const isName = NAMES.includes(first.field);
  const name = foldText(readDeathMark(first.text)?.name ?? first.text);
  const isPart = PART.test(name) || isPartAlone(name);
  // In a list of names alone, a number may belong to one.
  const isLong = name.length > 60 || /\d/.test(name.replace(/^\d{1,4}[.)]\s*(?=\p{L})/u, ''));
  const isRemark = isPart || (file.columns.length > 1 && isLong) || (file.columns.length > 2 && !isName);
  return isRemark ? A_REMARK : undefined;
}

/** Adds what some rows have shown to what was seen before; words beyond `MOST_WORDS` are not asked about. */
export function addSeen(before: readonly Seen[], rows: readonly (readonly string[])[]): Seen[] {
  const counts = new Map(before.map(({ what, rows: count }) => [what, count]));
  for (const what of rows.flat())
    if (counts.has(what) || counts.size < MOST_SEEN) counts.set(what, (counts.get(what) ?? 0) + 1);
  return [...counts].map(([what, count]) => ({ what, rows: count }));
}
const MOST_SEEN = 80;

/** The last name of others in a family: `Hollis (deceased)` and `Hollis, Jr.` say more of one person. */
const familyNameOf = (written: string) => splitSuffix(readDeathMark(written)?.name ?? written).lastNm;

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
    // Those below the heading of a family have it until the next one.
    const isNamed =
      field === 'fullName' && familyNamed(own) === undefined && familyNamed(carried) !== undefined;
    const said = field === 'lastNm' ? familyNameOf(own) : own;
    const over = isOwn && !isNamed ? said : carried;
    const cell = (cells[index] ?? '').trim();
    const isFamily = field === 'household' && (!cell || cell === over);
    // Merged cells: the last name is in the first row of a family.
    const isLast = field === 'lastNm' && !cell;
    const isBelow = field === 'fullName' && familyNamed(over) !== undefined;
    if (over && (isFamily || isLast || isBelow || isRest(index) || isBlock(index) || isDitto(cell, field)))
      found[index] = over;
  }
  return Object.keys(found).length ? found : undefined;
}

/** A row with its number in the file. */
type NumberedCells = FileCells & { row: number };

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
