/** Values as people write them into spreadsheets: dates, phones, relationships, states. Nothing is guessed. */
import { MINIMUM_AGE } from './constants.ts';
import { parseDate, parseTypedDate, type CalendarDate } from './dates.ts';
import { lastDayOfDeath, type DeathDay } from './death-day.ts';
import { isNothing, saysNo, saysYes } from './import-details.ts';
import { centsFromText, cents, ZERO, type Cents } from './money.ts';
import { isValidPhone, storedPhone } from './phone.ts';
import { PREFERRED_WAYS, WAY_NAMES, type PreferredWay } from './preferred-way.ts';
import { foldText } from './text.ts';

/** The user's answers about a whole file. */
export type ImportAnswers = {
  /** Of a workbook, the sheet that is read; and the row of the heading, 0 where there is none. */
  sheet?: string;
  headingRow?: string;
  /** What a ditto mark means, and an empty family number: the cells above, or nothing. */
  ditto?: 'above' | 'empty';
  familyAbove?: 'above' | 'alone';
  /** Whether those without a family number live in the family above too, of whom the list says no relationship. */
  familyUnsaid?: 'above' | 'alone';
  /** Whether numbers of five digits are days of a spreadsheet, and cities with their state and zip code are divided. */
  dayNumbers?: 'dates' | 'leave';
  cityLines?: 'split' | 'keep';
  /** The area code of phones with seven digits; empty for none. */
  areaCode?: string;
  /** Of a name with three words and more, which are the first name; whether a single name stands alone. */
  longNames?: 'first' | 'last' | 'family';
  loneNames?: 'alone' | 'above' | 'leave';
  /** Of a name that begins in capitals (`HOLLIS Karl`), which name these are. */
  capitalNames?: 'last' | 'first';
  /** Of a row with a family's name alone: those below are one household, have that last name, or it is a person. */
  familyHeadings?: 'household' | 'name' | 'person';
  /** Of a name that is all in capitals (`HOLLIS KARL`), what comes first. */
  nameOrder?: 'first' | 'last';
  /** In a list with a column for each year: what one costs, and what an empty cell means. */
  yearlyPrice?: string;
  yearEmpty?: 'owed' | 'nothing';
  /** Beside a column of what is owed: whether that, what the years lack, or both together is owed. */
  yearsBeside?: 'balance' | 'years' | 'both';
  /** What words of a column mean, by the name of their question. */
  words?: { name: string; means: string }[];
  /** Two-digit years: all of them are of the 1900s, or those up to this year's are of the 2000s. */
  century?: '1900' | 'split';
  /** What comes first in 03/04/1985; the month unless the user says otherwise. */
  dateOrder?: 'month' | 'day';
  /** Whether rows with the same address live together, if no column says so. */
  households?: 'address' | 'alone';
  /** Whether a name of two people (`Amos & Vera`) stands for two or for one; two unless the user says otherwise. */
  couples?: 'two' | 'one';
  /** Whether people in the columns of a spouse and of children are members; asked before anybody is made of them. */
  relatives?: 'members' | 'leave';
  /** Whether those in these columns are alive, in rows below a heading of the dead; asked before they are made. */
  deadRelatives?: 'alive' | 'dead' | 'leave';
  /** Whether a family of this file is one that was imported before under the same number; not unless the user says so. */
  families?: 'new' | 'same';
  /** What last names in the column of families mean: who has them at one address, everybody who has them, or nothing. */
  familyNames?: 'address' | 'name' | 'alone';
  /** The id of the campaign that everybody joins, or that these balances belong to; empty for none. */
  campaignId?: string;
  /** Whether balances that are matched by a name alone are of the people so called; asked before any is entered. */
  balanceNames?: 'same' | 'each';
  /** For balances: their day, and the number of rows and the sum in cents that the user expects in the file. */
  asOf?: CalendarDate;
  controlRows?: number;
  controlSum?: Cents;
};

/** What a date shows about the order of days and months in its file. */
export type DateHint = 'day_first' | 'month_first' | 'two_digit_year';

/** A date as written: the day, or a fault in words. */
export type WrittenDate = { date?: CalendarDate; fault?: string; hints: DateHint[] };

/** The names of each month in the languages of lists, without accents. */
const MONTHS = [
  'january januar enero janvier janeiro јануар styczen stycznia gennaio',
  'february februar febrero fevrier fevereiro pebrero фебруар luty lutego febbraio',
  'march marz maerz marzo mars marco marso mart март marzec marca',
  'april abril avril април kwiecien kwietnia aprile',
  'may mai mayo maio maj мај maja maggio',
  'june juni junio juin junho hunyo јун czerwiec czerwca giugno',
  'july juli julio juillet julho hulyo јул lipiec lipca luglio',
  'august agosto aout avgust август sierpien sierpnia',
  'september sept septiembre setiembre septembre setembro setyembre septembar септембар wrzesien wrzesnia settembre',
  'october oktober octubre octobre outubro oktubre oktobar октобар pazdziernik pazdziernika ottobre',
  'november noviembre novembre novembro nobyembre novembar новембар listopad listopada',
  'december dezember diciembre decembre dezembro disyembre decembar децембар grudzien grudnia dicembre',
].map((names) => names.split(' '));

/** Returns the number of a month by its name or the beginning of it (three letters or more); undefined for none. */
export function monthNumber(word: string): number | undefined {
  if (word.length < 3) return undefined;
  const found = MONTHS.flatMap((names, index) =>
    names.some((name) => name.startsWith(word)) ? [index + 1] : [],
  );
  return found.length === 1 ? found[0] : undefined;
}

/** `1/II/1950` */
const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];

const NO_DATE = 'Invalid Date of Birth';
/** `19850314` */
const COMPACT = /^((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;

/** The parts of a date as written: month is undefined if two numbers may be month and day in either order. */
type Parts = { numbers?: [number, number]; month?: number; day?: number; year: string };

function partsOf(text: string): Parts | undefined {
  const plain = text
    .replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+/, '')
    .replace(/(\d)(st|nd|rd|th|er|º|°)(?![a-z])/g, '$1')
    .replace(/ (?:de|del|of) /g, ' ')
    // `'62`, and texts behind a year: `1950.`, `1950 r.`, `1950. год.`
    .replace(/'(?=\d\d$)/, '')
    .replace(/(?<=\d)\.?(?:\s*(?:r|g|god|г|год))?\.$/u, '');
  const numeric = /^(\d{1,2})(?:\s*[/.-]\s*| )(\d{1,2})(?:\s*[/.-]\s*| )(\d{4}|\d{2})$/.exec(plain);
  if (numeric) {
    const [, first, second, year = ''] = numeric;
    return { numbers: [Number(first), Number(second)], year };
  }
  const dayFirst = /^(\d{1,2})[\s./-]*(\p{L}+)[\s./,-]*(\d{4}|\d{2})$/u.exec(plain);
  const monthFirst = /^(\p{L}+)[\s./-]*(\d{1,2})[\s./,-]+(\d{4}|\d{2})$/u.exec(plain);
  const [, day, word, year = ''] = dayFirst ?? [];
  const [, name, dayAfter, yearAfter = ''] = monthFirst ?? [];
  const month = monthNumber(word ?? name ?? '') ?? (ROMAN.indexOf(word ?? '') + 1 || undefined);
  if (month === undefined) return undefined;
  return { month, day: Number(day ?? dayAfter), year: year || yearAfter };
}

/** A year; a two-digit one is read by the answer for the whole file. */
function wholeYear(year: string, { century }: ImportAnswers, today: CalendarDate): string | undefined {
  if (year.length === 4) return year;
  if (century === undefined) return undefined;
  const isNew = century === 'split' && year <= today.slice(2, 4);
  return `${isNew ? '20' : '19'}${year}`;
}

/**
 * Reads a birth date as people write it, by the answers for its file; a future one is a fault. `wrong` is the beginning
 * of the fault.
 */
export function readDate(
  written: string,
  answers: ImportAnswers,
  today: CalendarDate,
  wrong = NO_DATE,
): WrittenDate {
  const text = foldText(written).replace(/[ t]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?[ap]m|z)?$/, '');
  const iso = parseDate(
    text.replace(/^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})\.?$/, padded).replace(COMPACT, padded),
  );
  if (iso && /^\d{4}/.test(text)) return inPast(iso, today, [], wrong);
  if (/^\d{5}(\.\d+)?$/.test(text))
    return {
      fault: `${wrong}: “${written}” is the day number of a spreadsheet. Format its column as a date there`,
      hints: [],
    };
  const parts = partsOf(text);
  const order =
    answers.dateOrder === 'day' ? 'day, month and year, 14/03/1985' : 'month, day and year, 03/14/1985';
  if (!parts) return { fault: `${wrong}: write ${order}`, hints: [] };
  const hints: DateHint[] = parts.year.length === 2 ? ['two_digit_year'] : [];
  const [first = 0, second = 0] = parts.numbers ?? [];
  if (parts.numbers && first > 12 && second <= 12) hints.push('day_first');
  if (parts.numbers && second > 12 && first <= 12) hints.push('month_first');
  const year = wholeYear(parts.year, answers, today);
  if (year === undefined) return { fault: `${wrong}: write the year with four digits`, hints };
  const isDayFirst = answers.dateOrder === 'day';
  const month = parts.month ?? (isDayFirst ? second : first);
  const day = parts.day ?? (isDayFirst ? first : second);
  if (month > 12) return { fault: `${wrong}: there is no month ${month}`, hints };
  const date = parseTypedDate(`${month}/${day}/${year}`);
  return date ? inPast(date, today, hints, wrong) : { fault: `${wrong}: there is no such day`, hints };
}

/**
 * Reads a date of a payment, of joining or of a death: a two-digit year is the latest year with these digits, once the
 * question about such years was answered for the file; the answer `1900` is about births.
 */
export const readRecentDate = (
  written: string,
  answers: ImportAnswers,
  today: CalendarDate,
  wrong = 'Invalid date',
): WrittenDate =>
  readDate(written, { ...answers, ...(answers.century && { century: 'split' }) }, today, wrong);

/** The day of a death that nobody knows; a word like 'none' or '?' may be about a living person. */
const UNKNOWN_DEATH = /^((the )?(day|date) )?(is )?not known$|^(day|date) unknown$/;
const MONTH_FORMATS = [
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})$/,
  /^(?<month>\d{1,2})[-/.](?<year>\d{4})$/,
  /^(?<name>\p{L}+)[\s.,/-]*(?<year>\d{4})$/u,
];

/**
 * Reads a day of death of which a month is known (`November 2026`, `2026-11`, `11/2026`) or nothing (`not known`);
 * undefined for any other text, and for a month to come.
 */
export function readDeathDay(
  written: string,
  today: CalendarDate,
): { deceasedDt: CalendarDate; deathDay: DeathDay } | undefined {
  const text = foldText(written);
  if (UNKNOWN_DEATH.test(text)) return lastDayOfDeath(null, today);
  const { year, month, name } = MONTH_FORMATS.map((format) => format.exec(text)).find(Boolean)?.groups ?? {};
  const number = month ?? monthNumber(name ?? '');
  const first = parseDate(`${year}-${String(number).padStart(2, '0')}-01`);
  return first && first <= today ? lastDayOfDeath(first, today) : undefined;
}

/**
 * Whether a text says that a birth date is not known: a word or a mark for it, zeros, the year 1885, which Planning Center
 * writes for an unknown one, or 01/01/1900, the first day of a spreadsheet.
 */
export function isUnknownBirthDate(written: string): boolean {
  const text = foldText(written).replace(/[ t](?:0?0|12):00(?::00)?(?: am)?$/, '');
  return (
    isUnassigned(text) ||
    ['n/a', 'na', 'not known', '?', '??', '-', '–', '—', 'tbd'].includes(text) ||
    /^[0\s/.-]+$/.test(text) ||
    ['refused', 'declined', 'private', 'not given', 'not available'].includes(text) ||
    /^(\d{1,2}[/.-]\d{1,2}[/.-]1885|1885([/.-]\d{1,2}[/.-]\d{1,2})?)$/.test(text) ||
    // The first day of a spreadsheet, and the last year there is.
    /^(0?1[/.-]0?[01][/.-]1900|1900-0?1-0?[01]|(12[/.-]3[01]|31[/.-]12)[/.-]1899|\d{1,2}[/.-]\d{1,2}[/.-]9999|9999-\d{1,2}-\d{1,2})$/.test(
      text,
    )
  );
}

const padded = (_whole: string, year: string, month: string, day: string) =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

const inPast = (date: CalendarDate, today: CalendarDate, hints: DateHint[], wrong: string): WrittenDate =>
  date > today ? { fault: `${wrong}: it is in the future`, hints } : { date, hints };

/** The maximum amount that a person can owe or have paid, as for a payment. */
const MOST = cents(98_000_000);

/** An amount as written, in cents, or a fault in words. */
export type WrittenAmount = { amount?: Cents; fault?: string };

/** Reads an amount as people write it: `45`, `1234.5`, `$1,234.50`; a dash is zero. Floats are never used. */
export function readAmount(written: string): WrittenAmount {
  if (isNothing(written)) return { amount: ZERO };
  const text = withPoint(written.replace(/\s+/g, '').replace(/usd/i, ''));
  if (/^\$?[-\u2013\u2014]$/.test(text)) return { amount: ZERO };
  if (/^\(.*\)$|^\$?-|-$/.test(text))
    return {
      fault: `“${written}” is negative: write what was paid`,
    };
  const amount = centsFromText(withoutNoise(text));
  if (amount === undefined) return { fault: `“${written}” is not an amount: write it as 45.00 or $1,234.50` };
  return amount > MOST ? { fault: `“${written}” is too large` } : { amount };
}

/** `45,50` and `1.234,50`, as other languages write amounts, and `.50`. */
const withPoint = (text: string): string =>
  /^[-$(\u2212]*\d{1,3}(?:\.?\d{3})*,\d\d[-)]*$/.test(text)
    ? text.replaceAll('.', '').replace(',', '.')
    : text.replace(/^(\$?)(\.\d\d?)$/, '$10$2');

/** Nothing is owed: `nil`, `paid up`. */
const EVEN =
  /^(?:nil|none|zero|nothing|paid(?: up)?|paid in full|pd|settled|clear(?:ed)?|current|even|up to date|ok|al corriente|al dia|a jour|em dia|ausgeglichen|bezahlt|pagado|paye|quitado|bayad)\.?$/;
/** Before or behind an amount that was paid ahead: `paid ahead 60`, `45 credit`. */
const AHEAD =
  '(?:paid ahead|paid in advance|pre-?paid|over-?paid|over|ahead|advance|in advance|(?:in )?credit|cr|a favor|avance|guthaben|haben|h|credito|pretplata|nadplata)';
const OWED_WORD =
  '(?:owes|owed|owing|due|dr|debit|(?:in )?arrears|behind|short|unpaid|bal(?:ance)?|debe|doit|deve|offen|soll|s|schuldet|dug|utang)';
const besideAmount = (words: string) =>
  new RegExp(
    `^${words}[.:]?\\s*\\(?(?<after>\\$?[\\d.,]+)\\)?$|^(?<before>\\$?[\\d.,]+)\\s*${words}\\.?$`,
    'u',
  );
const AHEAD_AMOUNT = besideAmount(AHEAD);
const OWED_AMOUNT = besideAmount(OWED_WORD);

/** Whether a number beside a word is a year rather than an amount: `owes 2024`. */
export const isBareYear = (text: string): boolean => /^(?:19|20)\d\d$/.test(text);

/**
 * Reads what is owed, as an amount; it is negative for what was paid ahead: `-45`, `(45.00)`, `45-`, `45 CR`, `paid ahead
 * 45`. A year beside such words is no amount.
 */
export function readBalance(written: string): WrittenAmount {
  const words = foldText(written).replace(/usd/, '').trim();
  if (EVEN.test(words)) return { amount: ZERO };
  const beside = (AHEAD_AMOUNT.exec(words) ?? OWED_AMOUNT.exec(words))?.groups;
  const said = beside?.['after'] ?? beside?.['before'];
  if (said !== undefined && isBareYear(said))
    return { fault: `“${written}” is not an amount: write it as 45.00 or $1,234.50` };
  const text = written.replace(/\s+/g, '').replace(/usd/i, '');
  const [, bracketed, before, after] =
    /^\$?\((.+)\)$|^(?:\$?[-\u2212\u2013](.*\d.*))$|^(.*\d.*)[-\u2212\u2013]$/i.exec(text) ?? [];
  const ahead = bracketed ?? before ?? after ?? (AHEAD_AMOUNT.test(words) ? said : undefined);
  if (ahead === undefined) return readAmount(said ?? written);
  const { amount, fault } = readAmount(ahead);
  return amount === undefined ? { fault: fault ?? '' } : { amount: cents(-amount) };
}

/** Rounds a computed number as the spreadsheet shows it: 1234.5600000000001 is 1234.56. */
function withoutNoise(text: string): string {
  const [, whole = '', two = '', rest = ''] = /^(\d+)\.(\d{2})(\d{6,})$/.exec(text) ?? [];
  if (/^0{5,}\d*$/.test(rest)) return `${whole}.${two}`;
  if (!/^9{5,}\d*$/.test(rest)) return text;
  const digits = String(BigInt(`${whole}${two}`) + 1n).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Splits a cell that contains several values. */
const several = (text: string, separator: RegExp) =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);

/** An extension after a number. */
export const EXTENSION = /[\s,]*(?:ext(?:ension)?|x)[.:]?\s*\d{1,6}\s*$/i;

/** Ten digits of the deployment's own country, however they are set apart. */
const OWN_PHONE = /(?<!\d)(?:\+?1[\s.-]*)?\(?[2-9]\d\d\)?[\s./-]*\d{3}[\s./-]*\d{4}(?!\d)/g;
/** Whose or which number it is: `(cell)`, `h:`, `mobile`. */
const PHONE_LABEL =
  /\(?\b(?:phone|tel|cell|mobile|home|work|office|house|main|husband|wife|his|hers?|[chmw])\b\.?\)?[:.]?/gi;
/** Digits that stand for no number: one digit ten times, or 1 to 0. */
const NO_PHONE = /^(\d)\1{9}$|^1234567890$/;

/** A cell with a label beside each of several numbers as a list of these. */
function apart(text: string): string {
  const found = text.match(OWN_PHONE) ?? [];
  const rest = text.replace(OWN_PHONE, ' ').replace(PHONE_LABEL, ' ');
  const isAll = found.length > 0 && !/[\p{L}\d+]/u.test(rest);
  return isAll ? found.map((one) => one.replaceAll('/', '-')).join(';') : text;
}

/** Each phone number of a cell as it is stored, and those that are none; an extension is not kept. */
export function readPhones(text: string): { phones: string[]; wrong: string[] } {
  if (isNothing(text)) return { phones: [], wrong: [] };
  const plain = apart(text.replace(/[\u2010-\u2015\u2212]/g, '-').replace(/(\d{10})\.0\b/g, '$1'));
  const parts = several(plain, /[;,\n/|]|\s+or\s+|\s+and\s+/i)
    .filter((part) => !isNothing(part) && !NO_PHONE.test(part.replace(/\D/g, '')))
    .map((part) => part.replace(EXTENSION, '').replace(/^011[\s.-]?(?=\d[\d\s.-]{7,}$)/, '+'));
  const digitsOf = (part: string) =>
    storedPhone(part.replace(/^[a-z .:-]+/i, '')).replace(/^1(?=\d{10}$)/, '');
  // A number at home never begins with 0: it is one of another country without its code.
  const isPhone = (part: string) =>
    isValidPhone(digitsOf(part)) && !/^0\d{9}$/.test(digitsOf(part)) && /^[\d\s()+.a-z:-]*$/i.test(part);
  return {
    phones: [...new Set(parts.filter(isPhone).map(digitsOf))],
    wrong: parts.filter((part) => !isPhone(part)),
  };
}

/** Returns the e-mail addresses in a cell, as written; those of `Effie Lark <effie@example.org>` from its brackets. */
export function readEmails(text: string): string[] {
  const bracketed = [...text.matchAll(/<\s*(?:mailto:)?([^<>\s]+@[^<>\s]+?)\s*>/g)].map(
    ([, email = '']) => email,
  );
  const plain = text.replace(/\((?:home|work|office|private|old|new|his|hers?|cell)\)/gi, ' ');
  const written = bracketed.length || isNothing(text) ? bracketed : several(plain, /[;,\s|/&]+/);
  // Words between addresses: `and`, `work`.
  const addresses = written.filter((part) => part.includes('@'));
  const emails = addresses.length ? addresses : written;
  return emails
    .map((email) => email.replace(/^mailto:/i, '').replace(/\.$/, ''))
    .filter((email) => !isNothing(email) && !NO_EMAIL.test(email));
}

/** An address that stands for none: `noemail@example.org`, `no@no.com`, `none@none.com`. */
const NO_EMAIL =
  /^(?:no[._-]?e?-?mail|none|noaddress|nomail)@|^(no|na|n\/a|x+|unknown|test|email|nobody|abc)@\1\.\w+$/i;

/** Several names for one relationship, as entries. */
function namesFor(relationship: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(', ').map((name) => [foldText(name), relationship]));
}

const RELATIONSHIP_NAMES: Readonly<Record<string, string>> = {
  ...namesFor(
    'Head of Household',
    'head of household, head, head of house, head of family, head of the house, head of the family, head of home, householder, household head, family head, primary contact, primary adult, main member, principal, principal member, holder, vorstand, familienvorstand, jefe, jefa, jefe de familia, jefa de familia, jefe de hogar, cabeza de familia, titular, chef de famille, chef de menage, chef du foyer, titulaire, የቤተሰብ ኃላፊ, አባወራ, እማወራ, chefe de familia, chefe da familia, responsavel, puno ng pamilya, domacin, domacica, домаћин, домаћица, glowa rodziny, capofamiglia',
  ),
  hoh: 'Head of Household',
  self: 'Head of Household',
  primary: 'Head of Household',
  'primary member': 'Head of Household',
  spouse: 'Spouse',
  husband: 'Spouse',
  wife: 'Spouse',
  ...namesFor(
    'Spouse',
    'partner, husb, hus, wf, spouse partner, husband wife, wife husband, domestic partner, ehemann, ehefrau, ehepartner, ehegatte, ehegattin, gatte, gattin, mann, frau, partnerin, esposo, esposa, marido, mujer, conyuge, pareja, conjoint, conjointe, epoux, epouse, mari, femme, ባል, ሚስት, የትዳር ጓደኛ, mulher, companheiro, companheira, asawa, suprug, supruga, zena, muz, супруг, супруга, жена, муж, zona, maz, malzonek, malzonka, moglie, marito',
  ),
  haushaltsvorstand: 'Head of Household',
  ...namesFor('Son', 'sohn, hijo, fils, adopted son, ወንድ ልጅ, filho, anak na lalaki, sin, син, syn, figlio'),
  ...namesFor(
    'Daughter',
    'tochter, hija, fille, dau, adopted daughter, ሴት ልጅ, filha, anak na babae, kci, cerka, кћи, ћерка, corka, figlia',
  ),
  ...namesFor(
    'Child',
    'kind, kid, ch, minor, minor child, adopted child, adult child, boy, girl, baby, infant, son daughter, nino, nina, enfant, ልጅ, anak, crianca, dete, дете, dziecko',
  ),
  son: 'Son',
  daughter: 'Daughter',
  child: 'Child',
  dependent: 'Child',
  parent: 'Parent',
  ...namesFor(
    'Parent',
    'mother, father, mom, mum, dad, vater, mutter, elternteil, padre, madre, pere, mere, አባት, እናት, pai, mae, ama, ina, tatay, nanay, otac, majka, отац, мајка, ojciec, matka',
  ),
  ...namesFor(
    'Son-In-Law',
    'sons husband, daughters husband, schwiegersohn, yerno, gendre, beau fils, genro, zet, зет, ziec',
  ),
  ...namesFor(
    'Daughter-In-Law',
    'sons wife, daughters wife, schwiegertochter, nuera, belle fille, bru, nora, snaha, снаха, synowa',
  ),
  'son in law': 'Son-In-Law',
  'daughter in law': 'Daughter-In-Law',
  grandchild: 'Grandchild',
  grandson: 'Grandchild',
  granddaughter: 'Grandchild',
  'grand dau': 'Grandchild',
  grandparent: 'Grandparent',
  grandmother: 'Grandparent',
  grandfather: 'Grandparent',
  ...namesFor(
    'Grandchild',
    'grand child, grand son, grand daughter, great grandchild, great grandson, great granddaughter, sons son, sons daughter, daughters son, daughters daughter, gson, gdau, enkel, enkelin, enkelkind, nieto, nieta, petit fils, petite fille, petit enfant, የልጅ ልጅ, neto, neta, apo, unuk, unuka, унук, унука, wnuk, wnuczka',
  ),
  ...namesFor(
    'Grandparent',
    'grandma, grandpa, great grandmother, grossmutter, grossvater, oma, opa, abuelo, abuela, grand pere, grand mere, አያት, avo, lolo, lola, deda, baba, деда, баба, dziadek, babcia',
  ),
  ...namesFor(
    'Sibling',
    'sibling, brother, sister, bro, sis, half brother, half sister, bruder, schwester, hermano, hermana, frere, soeur, ወንድም, እህት, irmao, irma, kapatid, brat, sestra, брат, сестра, siostra',
  ),
  ...namesFor('Stepchild', 'stepchild, step child, step son, step daughter'),
  stepson: 'Stepchild',
  stepdaughter: 'Stepchild',
  'parent in law': 'Parent-In-Law',
  'mother in law': 'Parent-In-Law',
  'father in law': 'Parent-In-Law',
  ...namesFor(
    'Parent-In-Law',
    'wifes mother, wifes father, husbands mother, husbands father, schwiegermutter, schwiegervater, suegro, suegra, beau pere, belle mere, sogro, sogra, biyenan, svekar, svekrva, свекар, свекрва, tesc, tesciowa',
  ),
  'other relative': 'Other Relative',
  'other family': 'Other Relative',
  relative: 'Other Relative',
  aunt: 'Other Relative',
  uncle: 'Other Relative',
  niece: 'Other Relative',
  nephew: 'Other Relative',
  cousin: 'Other Relative',
};

const wordsFor = (isMeant: (relationship: string) => boolean): string =>
  Object.keys(RELATIONSHIP_NAMES)
    .filter((name) => isMeant(RELATIONSHIP_NAMES[name] ?? ''))
    .join('|');
/** The words for a spouse, and those for relatives but the head of a family, as a pattern of folded text. */
export const SPOUSES = wordsFor((relationship) => relationship === 'Spouse');
export const RELATIVES = wordsFor((relationship) => relationship !== 'Head of Household');

/** Words of church programs that mean an empty cell. */
const UNASSIGNED = ['unassigned', 'unknown', 'none'];
export const isUnassigned = (text: string) => UNASSIGNED.includes(foldText(text));

/** What a column of relationships says of somebody and nobody else: it is no relationship. */
const MARITAL =
  /^(?:single(?: (?:mom|mum|mother|dad|father|parent))?|unmarried|widow(?:er|ed)?|divorced|separated|alone|lives alone|ledig|alleinstehend|verwitwet|witwer?|geschieden|solter[oa]|viud[oa]|divorciad[oa]|celibataire|veu(?:f|ve)|divorcee?|solteir[oa]|viuv[oa]|biyud[oa]|udov(?:ica|ac)|удов(?:ица|ац)|wdow(?:a|iec)|samotn[ya]|መበለት)$/u;
/** Whether a text in the column of relationships is a marital status, which says of no relationship. */
export const isMarital = (text: string): boolean => MARITAL.test(foldText(text));

/** Which of several it is: `2nd wife`, `youngest son`, `live-in aunt`, and `(twin)` behind the word. */
const WHICH =
  /^(?:1st|2nd|3rd|first|second|third|eldest|oldest|elder|older|middle|younger|youngest|only|live in)\s+(?=\p{L})|\s*\((?:twins?|triplets?)\)$/gu;

/** Returns a relationship by one of its names; undefined for another word. */
export function readRelationship(text: string): string | undefined {
  const name = foldText(text)
    // 1 - Primary
    .replace(/^\d\s*[-–.:)]\s*(?=\p{L})/u, '')
    .replace(/\/[ao]$/, '')
    .replace(/['’](?=s )/g, '')
    .replace(/[-/.]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(WHICH, '')
    // `Gr. son`
    .replace(/^gr /, 'grand ');
  return Object.hasOwn(RELATIONSHIP_NAMES, name) ? RELATIONSHIP_NAMES[name] : undefined;
}

/** Relationships that are names too. */
const NAMES_TOO =
  /^(?:ama|apo|avo|baba|bru|deda|ina|irma|lola|lolo|mae|mari|neta|neto|nina|nino|nora|oma|opa|pere|zena)$/i;

/**
 * Returns the relationship that a word beside a name says; undefined for another word, and for a nickname: `Anna (Irma)`,
 * but not `Anna (irma)`.
 */
export const relationshipBeside = (word: string): string | undefined =>
  /^\p{Lu}/u.test(word) && NAMES_TOO.test(word) ? undefined : readRelationship(word);

/** Words for each way beside those of forms; 'mail' may mean either, so it is not guessed. */
const WAY_WORDS: Readonly<Record<PreferredWay, readonly string[]>> = {
  mail: ['email', 'e-mail'],
  letter: ['letter', 'paper', 'post', 'postal mail'],
  call: ['call', 'phone', 'phone call', 'telephone'],
};

/**
 * Returns how a person wants to be reminded of dues, by the label in forms or another word for it; undefined for
 * another word.
 */
export function readPreferredWay(text: string): PreferredWay | undefined {
  const word = foldText(text).replace(/^by /, '');
  return PREFERRED_WAYS.find(
    (way) => foldText(WAY_NAMES[way]) === `by ${word}` || WAY_WORDS[way].includes(word),
  );
}

const ACTIVE =
  'active, current, member, active member, aktiv, aktives mitglied, activo, activa, actif, miembro, mitglied, membre, ativo, ativa, aktibo, aktivan, aktivna, активан, активна, aktywny, aktywna'.split(
    ', ',
  );
const INACTIVE =
  'inactive, in active, not active, inactive member, inaktiv, passiv, inactivo, inactiva, inactif, inativo, inativa, neaktivan, neaktivna, неактиван, неактивна, nieaktywny, nieaktywna'.split(
    ', ',
  );

/** Whether a text is a yes or a no, which says nothing of what. */
export const isYesOrNo = (text: string): boolean => saysYes(text) || saysNo(text);

/** Returns whether a person is active; undefined for another word, null for one that means unknown. */
export function readActive(text: string): boolean | null | undefined {
  const word = foldText(text).replaceAll('-', ' ');
  if (saysYes(word) || ACTIVE.includes(word)) return true;
  if (word === 'unknown') return null;
  return saysNo(word) || INACTIVE.includes(word) ? false : undefined;
}

/** Code and name of each state. */
const STATES =
  'AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|PR Puerto Rico|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|AS American Samoa|GU Guam|MP Northern Mariana Islands|VI US Virgin Islands|AA Armed Forces Americas|AE Armed Forces Europe|AP Armed Forces Pacific';
const STATE_CODES = new Map(STATES.split('|').map((state) => [foldText(state.slice(3)), state.slice(0, 2)]));

/** A shorter beginning of a name is left as written. */
const LEAST_OF_STATE = 4;

/** Returns a state by its code, its name or an unambiguous beginning of it (`Mass.`); otherwise the text as written. */
export function readState(text: string): string {
  const [, before = '', after = ''] = /^(.+?)\s+[-–]\s+(.+)$/.exec(text) ?? [];
  // MD - Maryland
  if (before && readState(before) === readState(after)) return readState(before);
  const plain = text.replaceAll('.', '').trim();
  const name = foldText(plain);
  const code = STATE_CODES.get(name);
  if (code !== undefined || name.length < LEAST_OF_STATE) return code ?? plain;
  const [only, other] = [...STATE_CODES].filter(([state]) => state.startsWith(name));
  return only && !other ? only[1] : plain;
}

/** The code of a state, by its code, its name or an unambiguous beginning of it; undefined for another text. */
export function stateCode(text: string): string | undefined {
  const code = readState(text).toUpperCase();
  return [...STATE_CODES.values()].includes(code) ? code : undefined;
}

/** Whether a text is the whole name of a state. */
export const isStateName = (text: string): boolean => STATE_CODES.has(foldText(text));

/** A postal code: a spreadsheet drops the leading 0, and the four digits after a dash are not kept. */
export function readPostalCode(text: string): string {
  const plain = text.trim().replace(/\.0$|\s*-$/, '');
  const [, five = plain] = /^(\d{4,5}(?=\d{4}$)|\d{3,5}(?=[ -]\d{4}$|$))/.exec(plain) ?? [];
  return /^\d{3,4}$/.test(five) ? five.padStart(5, '0') : five;
}

/** The fields of an address that must be filled in, in their order. */
export const ADDRESS_FIELDS = ['streetAddress', 'cityNm', 'stateCd', 'postalCd'] as const;

/** An age under that of a payer: `7`, `6 mos`; 1 and 0 are a yes and a no. */
export function isMinorAge(text: string): boolean {
  const [, age = '', unit = ''] =
    /^(\d{1,3})(?:\.\d+)?\s*(?:(y|yrs?|years?|yo|jahre?|anos?|ans)|m|mos?|months?|monate?|meses|mois|weeks?|days?)?\.?(?: old)?$/.exec(
      foldText(text),
    ) ?? [];
  if (!age || (/^[01]$/.test(text.trim()) && !unit)) return false;
  const isMonths = !unit && !/^[\d.\s]+$/.test(text);
  return isMonths || Number(age) < MINIMUM_AGE;
}

/** A yes in a column about the head of each family, also as a mark or a word. */
export const saysHead = (text: string): boolean =>
  readActive(text) === true ||
  readRelationship(text) === 'Head of Household' ||
  /^(?:h|[✓✔☑√*•●■]+)$/i.test(text);
