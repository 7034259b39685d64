/** Reads a row of a file as a member, with each fault in plain words beside the name of its column. */
import * as z from 'zod/mini';
import { OWN_COUNTRY, type Address } from './address.ts';
import { AnyAddress, readCountry } from './any-address.ts';
import { hasCardNumber } from './card-number.ts';
import { readCell } from './csv-cell.ts';
import { lastDayOfDeath, type DeathDay } from './death-day.ts';
import { oneLine } from './free-text.ts';
import type { CalendarDate } from './dates.ts';
import { Email } from './email.ts';
import { withoutBeside, wordsOfName } from './import-couple.ts';
import { addressLine, foreignLine } from './import-address.ts';
import { isDeathWord, isOfOthers, MAYBE, readDeathCell, readDeathMark, readRemark } from './import-dead.ts';
import { DETAILS, isDetail, isNothing } from './import-details.ts';
import {
  IMPORT_FIELDS,
  isIgnoredColumn,
  isMemberNumber,
  REASON_COLUMN,
  type ImportField,
  type ImportMapping,
} from './import-fields.ts';
import { aboutRelative, fieldOfColumn, isOfInactive, isOfSecond } from './import-headings.ts';
import {
  ADDRESS_FIELDS,
  EXTENSION,
  isMarital,
  isUnassigned,
  isUnknownBirthDate,
  readActive,
  readAmount,
  readDate,
  readDeathDay,
  readEmails,
  readPhones,
  readRecentDate,
  readPostalCode,
  readPreferredWay,
  readRelationship,
  readState,
  type DateHint,
  type ImportAnswers,
} from './import-values.ts';
import { oddZip, stateOfZip } from './import-zip.ts';
import { MemberForm } from './member-edit.ts';
import type { Cents } from './money.ts';
import { readSuffix, splitSuffixOrDegree, suffixAlone, SUFFIX_MAX } from './person-name.ts';
import type { PreferredWay } from './preferred-way.ts';
import { foldText } from './text.ts';

/** A fault of a row; `column` is the name of the column, or of the field if the file has no column for it. */
export type ImportFault = { field: ImportField; column: string; message: string };

/** The data of a person in a row; empty cells are missing. */
export type ImportValues = {
  memberId?: string;
  firstNm?: string;
  lastNm?: string;
  suffix?: string;
  middleInit?: string;
  birthDt?: CalendarDate;
  relationship?: string;
  household?: string;
  phones?: string[];
  emails?: string[];
  address?: Address;
  isActive?: boolean | null;
  deceasedDt?: CalendarDate;
  /** Where the day of death is a month, or not known. */
  deathDay?: DeathDay;
  campaign?: string;
  /** For each fund, in the order of their names: since when it covers them, and the price by hand in cents. */
  joinedDts?: (CalendarDate | null)[];
  prices?: (Cents | null)[];
  externalRef?: string;
  preferredWay?: PreferredWay;
  /** The day on which they stopped reminders by mail. */
  unsubscribedDt?: CalendarDate;
  /** For balances (import-balance.ts); amounts in cents. */
  owed?: Cents;
  lastPaid?: Cents;
  lastPaidDt?: CalendarDate;
  coveredSince?: CalendarDate;
  isTotal?: true;
  /** Found by their name alone. */
  isByName?: true;
  /** The amount owed cannot be read. */
  isUnreadable?: true;
};

/** A row that was read; `missing` lists what a new member must have and this row lacks. */
export type ImportRowReading = {
  values: ImportValues;
  faults: ImportFault[];
  missing: ImportFault[];
  /** Details that cannot be read, and without which the person is taken (import-details.ts). */
  left: ImportFault[];
  hints: DateHint[];
  /** Where they live, as written, where the address is not complete; missing without a street. */
  place?: string;
  /** The text that says that a birth date is not known; missing where nothing does. */
  unknownBirthDt?: string;
};

const TEXT_MAX = 100;
/** For fields that may contain several values. */
const SEVERAL_MAX = 500;
const SEVERAL: readonly ImportField[] = ['phone', 'email', 'campaign', 'coveredSince', 'priceByHand'];
const MOST_PHONES = 10;

/** The texts of a row by field, and the column of each. */
function cellsByField(cells: Readonly<Record<string, string>>, mapping: ImportMapping) {
  const texts = new Map<ImportField, string>();
  const columns = new Map<ImportField, string>();
  /** Fields whose text is literal. */
  const plain = new Set<ImportField>();
  /** Fields with a card number in a cell: two phones together are none. */
  const cards = new Set<ImportField>();
  for (const [column, field] of Object.entries(mapping)) {
    const { text, isPlain } = readCell(cellOf(cells, column));
    if (!field) continue;
    if (!columns.has(field)) columns.set(field, column);
    if (isPlain) plain.add(field);
    if (hasCardNumber(text)) cards.add(field);
    const between = field === 'lastNm' ? ' ' : '; ';
    if (text) texts.set(field, texts.has(field) ? `${texts.get(field)}${between}${text}` : text);
  }
  // Whether somebody has died may stand below the day.
  const columnOf = (field: ImportField) =>
    columns.get(field) ??
    (field === 'isDeceased' ? columns.get('deceasedDt') : undefined) ??
    IMPORT_FIELDS[field].label;
  return { texts, plain, cards, columnOf };
}

/**
 * A cell of the file that was sent. A file with a reason in each row is our own, whose cells were written once more.
 */
function cellOf(cells: Readonly<Record<string, string>>, column: string): string {
  const cell = cells[column] ?? '';
  const { text, isPlain } = readCell(cell);
  return isPlain && Object.hasOwn(cells, REASON_COLUMN) ? text : cell;
}

const mostOf = (field: ImportField) => (SEVERAL.includes(field) ? SEVERAL_MAX : TEXT_MAX);

/** Returns whether a cell is a formula that was not computed. */
const isFormula = (text: string) => text.startsWith('=');
/** Returns whether a cell is a spreadsheet's error value. */
const isError = (text: string) => /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|#+)/.test(text);

/** Fields where a line break has a meaning: an unclosed quote, or several values in a cell. */
const HAS_LINES: readonly ImportField[] = [
  'firstNm',
  'lastNm',
  'fullName',
  'phone',
  'email',
  'streetAddress',
];

const CARD_FAULT = 'This looks like a card number, which is never kept';

/**
 * Returns the texts of a row by field, without unreadable ones, which are faults; one line each, except `HAS_LINES`.
 */
export function readCells(cells: Readonly<Record<string, string>>, mapping: ImportMapping) {
  const { texts, plain, cards, columnOf } = cellsByField(cells, mapping);
  const faults: ImportFault[] = [];
  const fault = (field: ImportField, message: string, column = columnOf(field)) =>
    void faults.push({ field, column, message });
  for (const [field, text] of texts) {
    if (!plain.has(field) && isFormula(text)) fault(field, 'This is a formula: write its result');
    else if (!plain.has(field) && isError(text)) fault(field, 'The spreadsheet shows an error here');
    else if (text.length > mostOf(field)) fault(field, `At most ${mostOf(field)} characters`);
    else if (cards.has(field)) fault(field, CARD_FAULT);
    else continue;
    texts.delete(field);
  }
  const text = (field: ImportField) => {
    const written = texts.get(field);
    return written === undefined || HAS_LINES.includes(field) ? written : oneLine(written);
  };
  return { text, fault, faults, columnOf };
}

/**
 * Reads a row. `cells` are its texts by column; `own` are columns about this person though they name a relative. A detail
 * that cannot be read is left, and listed; what is wrong with the name, a fund or a price is a fault.
 */
export function readImportRow(
  cells: Readonly<Record<string, string>>,
  mapping: ImportMapping,
  answers: ImportAnswers,
  today: CalendarDate,
  own: ReadonlySet<string> = NO_COLUMNS,
): ImportRowReading {
  const { text: written, fault, faults, columnOf } = readCells(cells, mapping);
  const hints: DateHint[] = [];
  const marks = deathMarks(written);
  const text: TextOf = (field) => {
    const found = marks.get(field)?.name ?? written(field);
    // NA is Namibia.
    const isEmpty =
      found !== undefined &&
      isDetail(field) &&
      (isNothing(found) || (SAYS_DEATH.includes(field) && isDeathWord(found))) &&
      !(field === 'countryCd' && readCountry(found));
    return isEmpty ? undefined : found;
  };
  const values: ImportValues = {
    ...namesOf(text, fault),
    ...plainFields(text, fault),
    ...suffixOf(text('suffix'), fault),
    ...birthDateOf(text('birthDt'), answers, today, hints, fault),
    ...deathOf({ cells, mapping, text: written, marks, columnOf, own }, answers, today, hints, fault),
    ...partsOf(text, answers, today, hints, fault),
    ...relationshipOf(text('relationship'), fault),
    ...reachableBy(text, fault),
    ...addressOf(text, fault),
    ...activeOf(text('isActive'), cells, mapping, fault),
    ...wayOf(text('preferredWay'), fault),
    ...recentDay('unsubscribedDt', text('unsubscribedDt'), answers, today, hints, fault),
  };
  if (values.deceasedDt && values.birthDt && values.deceasedDt < values.birthDt) {
    fault('deceasedDt', 'Invalid Date of Death: it is before the birth');
    Object.assign(values, lastDayOfDeath(null, today));
  }
  if (values.joinedDts?.some((day) => day && values.birthDt && day < values.birthDt)) {
    fault('coveredSince', 'Invalid date: it is before the birth');
    delete values.joinedDts;
  }
  const missing = missingOfNew(values, faults).map(({ field, message }) => ({
    field,
    column: columnOf(field),
    message,
  }));
  const birthText = written('birthDt');
  const isUnknown = birthText !== undefined && isUnknownBirthDate(birthText);
  const place = values.address ? '' : streetOf(text);
  const isLeft = ({ field, message }: ImportFault) =>
    message !== CARD_FAULT && isDetail(field) && !(DATES.includes(field) && isAsked(hints, answers));
  return {
    values,
    faults: faults.filter((one) => !isLeft(one)),
    left: faults.filter(isLeft),
    missing,
    hints,
    ...(place && { place }),
    ...(isUnknown && { unknownBirthDt: birthText }),
  };
}

/** A street with its second line and what else is written of the place. */
function streetOf(text: TextOf): string {
  const street = text('streetAddress');
  const parts = [street, text('streetAddress2'), text('postalCd') ?? text('cityNm')];
  return street ? parts.filter(Boolean).join(' ') : '';
}

const DATES: readonly ImportField[] = ['birthDt', 'deceasedDt', 'coveredSince', 'unsubscribedDt'];

/** Whether a question about the dates of the file is open, which this row has part in: its dates wait for the answer. */
const isAsked = (hints: readonly DateHint[], { century, dateOrder }: ImportAnswers) =>
  (hints.includes('two_digit_year') && century === undefined) ||
  (hints.includes('day_first') && dateOrder === undefined);

/** Names with a mark of death, by field. */
function deathMarks(text: TextOf): Map<ImportField, { name: string; day: string }> {
  const marked = (['firstNm', 'lastNm', 'fullName', 'relationship'] as const).flatMap((field) => {
    const mark = readDeathMark(text(field) ?? '', field === 'fullName');
    // What our own files write is a name.
    if (mark?.day === MAYBE && isMemberNumber(text('memberId') ?? '')) return [];
    // `Husband (deceased)`, but not `Deceased member's widow`.
    return mark && (field !== 'relationship' || readRelationship(mark.name)) ? [[field, mark] as const] : [];
  });
  return new Map(marked);
}

type TextOf = (field: ImportField) => string | undefined;
type Fault = (field: ImportField, message: string, column?: string) => void;

/** Fields in whose column lists write that somebody has died, in place of the detail. */
const SAYS_DEATH: readonly ImportField[] = [...DETAILS.filter((field) => field !== 'deceasedDt'), 'isActive'];

/** What a row says of a death: in a column about it, in the place of a detail, at the name, or in a column that is left out. */
function deathOf(
  {
    cells,
    mapping,
    text,
    marks,
    columnOf,
    own,
  }: {
    cells: Readonly<Record<string, string>>;
    mapping: ImportMapping;
    text: TextOf;
    marks: ReadonlyMap<ImportField, { day: string }>;
    columnOf: (field: ImportField) => string;
    own: ReadonlySet<string>;
  },
  answers: ImportAnswers,
  today: CalendarDate,
  hints: DateHint[],
  fault: Fault,
): ImportValues {
  const days: { day: string; column: string }[] = [];
  const markDays = [...marks.values()].map(({ day }) => day).filter((day) => day !== MAYBE);
  let isDead = markDays.length > 0;
  const readColumn = (column: string, day: string) => {
    const flag = readDeathCell(column, day);
    if (flag === undefined) days.push({ day, column });
    isDead ||= flag === 'dead';
  };
  for (const field of ['deceasedDt', 'isDeceased'] as const) {
    const written = text(field);
    if (written !== undefined) readColumn(columnOf(field), written);
  }
  const said = [...markDays];
  for (const field of SAYS_DEATH) {
    const remark = readRemark(text(field) ?? '', field !== 'isActive');
    if (!remark?.isDead || text(field)?.includes('@')) continue;
    isDead = true;
    said.push(remark.day);
  }
  for (const [column, field] of Object.entries(mapping)) {
    const cell = cells[column] ?? '';
    const about = field === null && cell ? aboutOf(column) : undefined;
    if (!about || (about.isOfOthers && !own.has(column))) continue;
    if (about.isOfDeath) {
      readColumn(column, cell);
      continue;
    }
    const remark = about.isRemark ? readRemark(cell) : undefined;
    isDead ||= remark?.isDead ?? isDeathWord(cell);
    if (remark?.day) said.push(remark.day);
    if (remark && !remark.isDead) fault('deceasedDt', askIfAlive(column, cell).message);
  }
  for (const [field, { day }] of marks)
    if (day === MAYBE && !isDead) fault('deceasedDt', askIfAlive('', text(field) ?? '').message);
  const isUnsure = (day: string) => !/\d/.test(day) && !readDeathDay(day, today);
  // A question mark, or `maybe`, says neither that somebody lives nor that they died.
  const unsure = days.find(({ day }) => isUnsure(day));
  if (!isDead && unsure) {
    fault('isDeceased', DEATH_FAULT, unsure.column);
    return {};
  }
  const sure = [...days.map(({ day }) => day).filter((day) => !isUnsure(day)), ...said.filter(Boolean)];
  for (const day of sure) {
    const known = readDeathDay(day, today);
    const read = known ? undefined : readRecentDate(day, answers, today);
    hints.push(...(read?.hints ?? []));
    if (known) return known;
    if (read?.date) return { deceasedDt: read.date };
    const isYear = /^\d{4}$/.test(day.trim());
    fault('deceasedDt', isYear ? `Only the year is written: ${day}` : `${DEATH_FAULT} instead of “${day}”`);
    // Their row waits for the answer.
    if (isAsked(read?.hints ?? [], answers)) return {};
  }
  return isDead || sure.length ? lastDayOfDeath(null, today) : {};
}

/** The question whether somebody is alive, about a text in a column. */
export const askIfAlive = (column: string, text: string): ImportFault => ({
  field: 'deceasedDt',
  column,
  message: `“${text.slice(0, TEXT_MAX)}” is about a death: is this person alive?`,
});

const NO_COLUMNS: ReadonlySet<string> = new Set();
const REMARKS =
  /note|remark|reason|comment|memo|bemerk|anmerk|notiz|observ|nota|coment|remarque|status|estado|estatus|statut|napomena|напомена|uwagi|situacao|ምርመራ|ማስታወሻ/;
/** What columns are about, by their names: each row of a file has the same. */
type About = { isOfOthers: boolean; isOfDeath: boolean; isRemark: boolean; isState: boolean };
const abouts = new Map<string, About>();
const MOST_KEPT = 1_000;
function aboutOf(column: string): About {
  const known = abouts.get(column);
  if (known !== undefined) return known;
  const field = fieldOfColumn(column);
  const about = {
    isOfOthers: isOfOthers(column) || isOfSecond(column) || aboutRelative(column) !== undefined,
    isOfDeath: field === 'isDeceased' || field === 'deceasedDt',
    isState: field === 'isActive',
    // The reasons of our own files name columns about deaths.
    isRemark: !isIgnoredColumn(column) && REMARKS.test(foldText(column)),
  };
  if (abouts.size >= MOST_KEPT) abouts.clear();
  abouts.set(column, about);
  return about;
}
const DEATH_FAULT =
  'Invalid Date of Death: write month, day and the year with four digits; or November 2026; or not known';

function plainFields(text: TextOf, fault: Fault): ImportValues {
  const found: ImportValues = {};
  for (const field of ['household', 'campaign', 'externalRef'] as const) {
    const value = text(field);
    if (value) found[field] = value;
  }
  const number = text('memberId');
  if (!number) return found;
  // A list has numbers of its own under the same name.
  if (isMemberNumber(number)) return { ...found, memberId: number.toUpperCase() };
  if (found.externalRef && found.externalRef !== number)
    fault('externalRef', `“${found.externalRef}” is kept, and not “${number}”, which is no Member Number`);
  return { externalRef: number, ...found };
}

/** Reads first and last name, from a column each or from one: `Okafor, Samuel A` or `Samuel Okafor`. */
function namesOf(written: TextOf, fault: Fault): ImportValues {
  const found: ImportValues = {};
  // Our own files write a name as it is.
  const isOurs = isMemberNumber(written('memberId') ?? '');
  const text = (field: ImportField) =>
    isOurs ? written(field) : nameAlone(written(field), field === 'fullName', fault);
  const { name: whole, suffix } = splitWhole(text('fullName'));
  const [last, given] = whole?.split(/\s*,\s*/) ?? [];
  const words = wordsOfName(whole ?? '');
  const [, first = given, middle] = /^(\S.*?)\s+([A-Za-z])\.?$/.exec(given ?? '') ?? [];
  const named = given ? { firstNm: first, lastNm: last, middleInit: middle } : twoWords(words);
  const firstNm = text('firstNm') ?? named?.firstNm;
  const lastNm = text('lastNm') ?? named?.lastNm;
  if (whole && FAMILY.test(whole))
    fault('fullName', `“${whole}” is a family and no person: write a row for each of its people`);
  else if (whole?.includes('@')) fault('fullName', `“${whole}” is an email address and no name`);
  else if (whole && ORGANIZATION.test(whole)) fault('fullName', `“${whole}” looks like no person`);
  else if (whole && !named && !(text('lastNm') && words.length === 1) && !(firstNm && lastNm))
    fault('fullName', 'Write it as Last Name, First Name');
  for (const [field, name] of [
    ['firstNm', firstNm],
    ['lastNm', lastNm],
  ] as const) {
    if (!name) continue;
    // After an unclosed quote, the next rows become one cell up to another quote.
    if (/[\r\n]/.test(name) && name.includes('"')) {
      fault(field, 'A name must be on one line: is a quote (") in it not closed?');
      continue;
    }
    const parsed = z.safeParse(MemberForm.shape[field], name);
    if (parsed.success) found[field] = parsed.data;
    else fault(field, parsed.error.issues[0]?.message ?? 'Invalid');
  }
  // `ሙሉ ስም` beside a column with the name of the father.
  if (whole && !named && text('lastNm') && !found.firstNm && words.length === 1) found.firstNm = whole;
  // `Adele M` in a column of first names.
  const [, alone, ofFirstNm] =
    (!isOurs && !whole && /^(\p{L}{2,})\s+(\p{L})\.?$/u.exec(found.firstNm ?? '')) || [];
  if (alone && !text('middleInit')) found.firstNm = alone;
  const initial = text('middleInit') ?? named?.middleInit ?? ofFirstNm;
  const letter = /^\p{L}/u.exec(initial ?? '')?.[0];
  const own = splitSuffixOrDegree(isOurs ? '' : (found.lastNm ?? ''));
  // `Jean-Baptiste, fils`
  const ofFirst = splitWhole(isOurs ? undefined : found.firstNm);
  if (own.suffix) found.lastNm = own.lastNm;
  if (ofFirst.suffix && ofFirst.name) found.firstNm = ofFirst.name;
  const known = suffix ?? own.suffix ?? ofFirst.suffix;
  return { ...found, ...(letter && { middleInit: letter.toUpperCase() }), ...(known && { suffix: known }) };
}

/** A name without marks and what else is written beside it, which is not kept. */
function nameAlone(written: string | undefined, isWhole: boolean, fault: Fault): string | undefined {
  const marked = withoutMarks(written, fault);
  if (!marked) return marked;
  const { name, beside } = withoutBeside(marked, isWhole);
  for (const one of beside) leaveBeside(one, fault);
  return withoutMarks(name, fault);
}

/** Lists what is written beside a name: it is not kept, or asked about where it is about a death. */
export function leaveBeside(beside: string, fault: Fault): void {
  const words = beside.replace(/^[\s,([&+–—-]+|[)\]]$/g, '');
  if (readRemark(words)) fault('deceasedDt', askIfAlive('', words).message);
  else fault('suffix', `“${words}” beside the name is not kept`);
}

/** A name without an asterisk or another mark beside it, of which only the list knows what it means. */
function withoutMarks(name: string | undefined, fault: Fault): string | undefined {
  // `#N/A` and the like are what a spreadsheet could not compute.
  const [mark] =
    (name &&
      /^(?!#(?:N\/A|REF!|NAME\?|VALUE!|NULL!))[*#•+~^]+(?=\s*\p{L})|(?<=\p{L}\.?\s*)[*#•+~^]+$/u.exec(
        name,
      )) ||
    [];
  if (!name || !mark) return name;
  fault('deceasedDt', `“${mark}” is beside the name: does it mean that this person has died?`);
  return name.replace(mark, '').trim();
}

/** `The Yates Family`: a household where a person should be. */
export const FAMILY =
  /^the \S.* famil(?:y|ies)$|^the \S+s$|^famil(?:y|ie|ia|le) \S+$|^\S+ (?:family|household)$|^(?:children|kids|kinder|hijos|enfants|dependents)\s*:/i;
/** `Grace Church Building Fund`, `Hart Tools LLC`: what church programs keep among people; Fund and Corp are names too. */
export const ORGANIZATION =
  /(?:\S\s+\S+\s+(?:fund|corp)|\s(?:inc|llc|ltd|corporation|foundation|ministries|committee|association|insurance|funeral home|department))\.?$/i;

/** A whole name without its suffix, wherever it stands: `Pruett, Martin, Jr.`, `Pruett Jr., Martin`, `Martin Pruett Jr.` */
export function splitWhole(text: string | undefined): { name: string | undefined; suffix: string | null } {
  const parts = text?.split(/\s*,\s*/).filter(Boolean) ?? [];
  for (const [index, part] of parts.entries()) {
    const alone = index > 0 ? suffixAlone(part) : null;
    if (alone) return { name: parts.toSpliced(index, 1).join(', '), suffix: alone };
    const { lastNm, suffix } = splitSuffixOrDegree(part);
    if (suffix) return { name: parts.toSpliced(index, 1, lastNm).join(', '), suffix };
  }
  return { name: text, suffix: null };
}

function suffixOf(text: string | undefined, fault: Fault): ImportValues {
  const suffix = readSuffix(text ?? '');
  if (suffix.length > SUFFIX_MAX) fault('suffix', `At most ${SUFFIX_MAX} characters`);
  return suffix && suffix.length <= SUFFIX_MAX ? { suffix } : {};
}

/** `Samuel Okafor` and `Samuel A. Okafor` say which name is which; longer ones do not. */
function twoWords(words: readonly string[]) {
  const [firstNm, middle, last] = words.length === 2 ? [words[0], undefined, words[1]] : words;
  if (words.length < 2 || words.length > 3 || (middle && !/^[A-Za-z]\.?$/.test(middle))) return undefined;
  return { firstNm, lastNm: last, middleInit: middle };
}

/** A year (`'55`), or about that year; a day and a month, as Google writes them too (`--03-14`). */
const ONLY_YEAR =
  /^(?:about|abt\.?|approx(?:imately|\.)?|around|circa|ca?\.?|est\.?|~)? ?\d{4} ?(?:\?|\(?(?:about|approx\.?|est\.?|\?)\)?)?$|^['’]\d\d$/i;
/** A day and a month, or a day alone, that are not known: `1955-00-00`, `  /  /1934`. */
const NO_DAY = /^(\d{4})-\d\d-00$|^[0\s]*[/.-][0\s]*[/.-]\s*(\d{4})$/;
/** `7`, `18 mos`, `76 yrs` */
const ONLY_AGE = /^\d{1,3}\s*(?:(?:y|yo|yrs?|years?|m|mos?|months?)\.?)?(?: old)?$/i;
const ONLY_DAY = /^(?:--)?\d{1,2}[/.-]\d{1,2}\.?$/;

/** `3/4/1950 (75)`, `3/4/1950 (sic)` */
const AGE_BESIDE =
  /(?<=\d)\s*[([]sic!?[)\]]$|(?<=\d)\s*\((?:age:?\s*)?\d{1,3}(?:\s*(?:y|yo|yrs?|years?)\.?(?: old)?)?\)$/i;

function birthDateOf(
  written: string | undefined,
  answers: ImportAnswers,
  today: CalendarDate,
  hints: DateHint[],
  fault: Fault,
): ImportValues {
  if (!written || isUnknownBirthDate(written)) return {};
  const plain = written.replace(AGE_BESIDE, '');
  const [, year, yearLast] = NO_DAY.exec(plain) ?? [];
  const text = year ?? yearLast ?? plain;
  if (text === '1900' && text !== plain) return {};
  if (ONLY_AGE.test(text)) {
    fault('birthDt', `Only the age is written: ${text}`);
    return {};
  }
  if (ONLY_YEAR.test(text) || ONLY_DAY.test(text)) {
    fault('birthDt', `Only the ${ONLY_DAY.test(text) ? 'day' : 'year'} is written: ${text}`);
    return {};
  }
  const read = readDate(text, answers, today);
  hints.push(...read.hints);
  if (read.fault) fault('birthDt', read.fault);
  return read.date ? { birthDt: read.date } : {};
}

const RECENT_DAY_FAULTS = {
  unsubscribedDt: 'Write the day on which they stopped reminders, 03/14/2024',
} as const;

/** Returns whether a day is recent. */
function recentDay(
  field: keyof typeof RECENT_DAY_FAULTS,
  text: string | undefined,
  answers: ImportAnswers,
  today: CalendarDate,
  hints: DateHint[],
  fault: Fault,
): ImportValues {
  if (!text) return {};
  const { date, hints: found } = readRecentDate(text, answers, today);
  hints.push(...found);
  if (!date) fault(field, RECENT_DAY_FAULTS[field]);
  return date ? { [field]: date } : {};
}

/** Reads a cell that has a value per fund, separated by semicolons; an empty value says nothing about that fund. */
function partsOf(
  text: TextOf,
  answers: ImportAnswers,
  today: CalendarDate,
  hints: DateHint[],
  fault: Fault,
): ImportValues {
  const each = (field: ImportField) =>
    text(field)
      ?.split(';')
      .map((part) => part.trim());
  const joinedDts = each('coveredSince')?.map((part) => {
    if (!part) return null;
    const read = readRecentDate(part, answers, today);
    hints.push(...read.hints);
    if (read.fault) fault('coveredSince', read.fault);
    return read.date ?? null;
  });
  const prices = each('priceByHand')?.map((part) => {
    if (!part) return null;
    const read = readAmount(part);
    if (read.fault) fault('priceByHand', read.fault);
    return read.amount ?? null;
  });
  return { ...(joinedDts && { joinedDts }), ...(prices && { prices }) };
}

function relationshipOf(text: string | undefined, fault: Fault): ImportValues {
  if (!text || isUnassigned(text) || isMarital(text)) return {};
  const relationship = readRelationship(text);
  if (!relationship)
    fault(
      'relationship',
      `“${text}” is not known: write Spouse, Child, Parent, Sibling, Other Relative or the like`,
    );
  return relationship ? { relationship } : {};
}

function reachableBy(text: TextOf, fault: Fault): ImportValues {
  const { phones, wrong } = readPhones(text('phone') ?? '');
  for (const part of wrong)
    fault(
      'phone',
      `Invalid Phone Number: “${part}” needs ${/^\D*0/.test(part) ? 'the calling code of its country' : 'ten digits'}`,
    );
  for (const part of (text('phone') ?? '').split(/[;,\n|]/))
    if (EXTENSION.test(part)) fault('phone', `The extension in “${part.trim()}” is not kept`);
  if (phones.length > MOST_PHONES) fault('phone', `At most ${MOST_PHONES} phones`);
  const parsed = readEmails(text('email') ?? '').map((part) => ({ part, email: z.safeParse(Email, part) }));
  for (const { part, email } of parsed)
    if (!email.success) fault('email', `Invalid email address: “${part}”`);
  const emails = [...new Set(parsed.flatMap(({ email }) => (email.success ? email.data : [])))];
  if (emails.length > MOST_PHONES) fault('email', `At most ${MOST_PHONES} emails`);
  return { ...(phones.length && { phones }), ...(emails.length && { emails }) };
}

/** A zip code that is one, for reading an address without it. */
const SOME_ZIP = '00000';
const NAME_FIELDS = ['fullName', 'firstNm', 'lastNm'] as const;

/** An address, in its columns or on one line; it must be complete but for its zip code, or empty. */
function addressOf(text: TextOf, fault: Fault): ImportValues {
  const lines = text('streetAddress');
  const whole = lines && oneLine(lines.replace(/,?\s*\n\s*/g, ', '));
  const abroad = text('cityNm') || text('countryCd') ? undefined : foreignLine(whole ?? '');
  if (abroad && 'city' in abroad) {
    const { street, city, zip, country } = abroad;
    const place = { streetAddress: street, cityNm: city, stateCd: '', postalCd: zip, countryCd: country };
    const read = z.safeParse(AnyAddress, { ...place, streetAddress2: text('streetAddress2') ?? '' });
    if (read.success) return { address: read.data };
  }
  const street = abroad && 'line' in abroad ? abroad.line : whole;
  const country = text('countryCd') ?? '';
  const countryCd = isUnassigned(country) ? '' : (readCountry(country) ?? country);
  const isAbroad = countryCd !== '' && countryCd !== OWN_COUNTRY;
  const names = NAME_FIELDS.map((field) => text(field) ?? '').join(' ');
  const line = text('cityNm') || isAbroad ? undefined : addressLine(lines ?? '', names);
  const written = {
    streetAddress: line?.street ?? street ?? '',
    cityNm: line?.city ?? text('cityNm') ?? '',
    stateCd: isAbroad ? (text('stateCd') ?? '') : (line?.state ?? readState(text('stateCd') ?? '')),
    postalCd: isAbroad ? (text('postalCd') ?? '') : readPostalCode(line?.zip ?? text('postalCd') ?? ''),
  };
  // A list of one town often has no column of states; whose phone is of another country may live there.
  const isHere = () => {
    const { phones } = readPhones(text('phone') ?? '');
    return !phones.length || phones.some((phone) => !phone.startsWith('+'));
  };
  if (!isAbroad && !written.stateCd && written.streetAddress && written.cityNm && isHere())
    written.stateCd = stateOfZip(written.postalCd) ?? '';
  if (ADDRESS_FIELDS.every((field) => !written[field])) return {};
  // A church's list often has its state in every row, and nothing else.
  if (!written.streetAddress && !written.cityNm && !written.postalCd) return {};
  const streetAddress2 = text('streetAddress2') ?? '';
  const read = (postalCd: string) =>
    z.safeParse(AnyAddress, { ...written, postalCd, streetAddress2, countryCd });
  const parsed = read(written.postalCd);
  const isOdd = parsed.success && !isAbroad && oddZip(text('postalCd') ?? '', parsed.data.stateCd);
  if (parsed.success && !isOdd) return { address: parsed.data };
  if (parsed.success)
    fault(
      'postalCd',
      `“${text('postalCd')}” is no zip code of ${parsed.data.stateCd}: write all five digits`,
    );
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = path[0] as keyof Address;
    const isState = field === 'stateCd' && written.stateCd;
    if (field === 'countryCd') fault(field, `“${country}” is no country: write its name or two letters`);
    else if (field === 'postalCd' && written.postalCd)
      fault(
        field,
        `“${text('postalCd')}” is no zip code: write five digits, or name the country of this address`,
      );
    else fault(field, isState ? `“${written.stateCd}” is not a state: write its two letters, MD` : message);
  }
  const rest = isAbroad ? undefined : read(SOME_ZIP);
  return rest?.success ? { address: { ...rest.data, postalCd: '' } } : {};
}

/** Whether a row says that its person is active. `Inactive` counts, whichever of several columns of states has it. */
function activeOf(
  text: string | undefined,
  cells: Readonly<Record<string, string>>,
  mapping: ImportMapping,
  fault: Fault,
): ImportValues {
  const isLeft = ([column, field]: [string, ImportField | null]) =>
    field === null &&
    aboutOf(column).isState &&
    (/^\W*(?:in|not)\W?active\W*$/i.test(cells[column] ?? '') ||
      (isOfInactive(column) && readActive(cells[column] ?? '') === true));
  if (Object.entries(mapping).some(isLeft)) return { isActive: false };
  if (!text || readRemark(text)?.isDead) return {};
  const isActive = readActive(text);
  if (isActive === undefined && !isNothing(text))
    fault(
      'isActive',
      `“${text}” does not say whether they are active: answer the question about it, or write Yes or No`,
    );
  return isActive === undefined ? {} : { isActive };
}

function wayOf(text: string | undefined, fault: Fault): ImportValues {
  if (!text || isUnassigned(text)) return {};
  const preferredWay = readPreferredWay(text);
  if (!preferredWay) fault('preferredWay', `Write By email, By letter or By phone instead of “${text}”`);
  return preferredWay ? { preferredWay } : {};
}

const NEEDED = [
  { field: 'firstNm', message: 'First Name is required', others: ['firstNm', 'fullName'] },
  { field: 'lastNm', message: 'Last Name is required', others: ['lastNm', 'fullName'] },
] as const;

/** Returns what a new member must have and a row lacks; a wrong value is a fault already. */
function missingOfNew(values: ImportValues, faults: readonly ImportFault[]) {
  const isFaulty = (fields: readonly ImportField[]) => faults.some(({ field }) => fields.includes(field));
  return NEEDED.filter(({ field, others }) => !values[field] && !isFaulty(others));
}

/** By what two rows are most likely the same person: name and birth date, if it is known; undefined without a name. */
export function personKey({ firstNm, lastNm, birthDt }: ImportValues): string | undefined {
  return firstNm && lastNm ? foldText(`${lastNm} ${firstNm} ${birthDt ?? ''}`) : undefined;
}

/** Whether two people of one name have different suffixes, as father and son: `Jr.` and `Sr.`; one without says nothing. */
export const isOtherSuffix = ({ suffix: one }: ImportValues, { suffix: other }: ImportValues): boolean =>
  Boolean(one && other) && foldText(one ?? '') !== foldText(other ?? '');
