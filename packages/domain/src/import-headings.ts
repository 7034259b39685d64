/**
 * The heading of a file: the row that has the names of its columns, and the field that each name stands for. Names are
 * those of church programs and of hand-made lists, in several languages; a spreadsheet of two heading rows has a name
 * from both.
 */
import {
  columnNames,
  FIELDS_OF_KIND,
  IMPORT_FIELDS,
  isIgnoredColumn,
  isMemberNumber,
  REPEATED_FIELDS,
  type ImportField,
  type ImportKind,
  type ImportMapping,
} from './import-fields.ts';
import { matchContents, NAMES_OF_HEADS, NUMBERS_OF_LINES, type Content } from './import-columns.ts';
import { deathFieldOf, isDeathWord, readDeathCell } from './import-dead.ts';
import { isNoName, type RelativeField } from './import-relatives.ts';
import { monthNumber, readActive, stateCode } from './import-values.ts';
import { foldText } from './text.ts';

/** The names of the column of a field. */
const namesOfField = (field: ImportField): string[] => [
  ...IMPORT_FIELDS[field].synonyms.split(', ').filter(Boolean),
  IMPORT_FIELDS[field].label,
  field,
];

/** Words that are shortened in names of columns. */
const SHORTENED: Readonly<Record<string, string>> = {
  ...{ acct: 'account', addr: 'address', amt: 'amount', bal: 'balance', chr: 'christian', dt: 'date' },
  ...{ eml: 'email', fam: 'family', fst: 'first', fwd: 'forward', hh: 'household', lst: 'last' },
  ...{ mbr: 'member', mem: 'member', memb: 'member', mo: 'month', nm: 'name', nme: 'name', pd: 'paid' },
  ...{ ph: 'phone', pmt: 'payment', pymt: 'payment', prev: 'previous', rel: 'relation', yr: 'year' },
  ...{ number: 'no', nbr: 'no', nr: 'no', num: 'no', nmbr: 'no' },
  ...{ relnshp: 'relationship', relship: 'relationship', yrs: 'years' },
};

/** Before a name in the questions of a form: `What is your full name?`, `If so, what is your spouse's name?` */
const QUESTION =
  /^(?:.*\bwhat (?:is|are|s) (?:your |the )*|(?:please )?(?:enter|list|give|write|type|provide)(?: us)?(?: all)?(?: of)? (?:your |the )+|your )(?=.)/;

/**
 * A name of a column for comparison: `HomePhone`, `home_phone` and `Home Phone:` are one, and so are `Fam #`, `Fam. No.`
 * and `Family Number`.
 */
const foldHeading = (name: string): string =>
  wordsOf(name)
    .replace(QUESTION, '')
    .replace(/\p{L}+/gu, (word) => (Object.hasOwn(SHORTENED, word) ? (SHORTENED[word] ?? word) : word));

/** The words of a name of a column, as they are shortened there. */
function wordsOf(name: string): string {
  const apart = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .replace(/(\d)(?=\p{Lu}\p{Ll})/gu, '$1 ')
    .replace(/[#№]|[Nn][°º]/g, ' no ');
  return (
    foldText(apart)
      // `Name(s)`, `Né(e) le`, `Fallecido/a`, `Father's Name`.
      .replace(/\((?:s|es|e|en|in|a|o)\)|\/[ao](?![\p{L}])/gu, '')
      .replace(/['’]s(?![\p{L}])/gu, 's')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  );
}

/** In a list of members these may be about the church and not about the fund: the user chooses. */
const isOfChurch = (field: ImportField, name: string): boolean =>
  field === 'coveredSince' && !/cover|fund/i.test(name);

const inOneWord = (words: string) => words.replaceAll(' ', '');

/** The fields by their names; also by names written in one word, as `FIRSTNAME`, where that is no other name. */
function namesOf(kind: ImportKind): ReadonlyMap<string, ImportField> {
  const names = FIELDS_OF_KIND[kind].flatMap((field) =>
    namesOfField(field)
      .filter((name) => kind === 'balances' || !isOfChurch(field, name))
      .map((name) => ({ name, words: foldHeading(name), field })),
  );
  return new Map([
    ...names.flatMap(({ name, words, field }) =>
      [inOneWord(wordsOf(name)), inOneWord(words)].map((word) => [word, field] as const),
    ),
    ...names.map(({ words, field }) => [words, field] as const),
  ]);
}
let known: Record<ImportKind, ReadonlyMap<string, ImportField>> | undefined;

const fieldNamed = (name: string, kind: ImportKind): ImportField | undefined => {
  known ??= { members: namesOf('members'), balances: namesOf('balances') };
  return known[kind].get(name) ?? known[kind].get(inOneWord(name));
};

/** The number of a person under another name: `Badge No`, `Person ID`. */
const OWN_NUMBER =
  /^(\w+ )?(person|people|member|individual|contact|profile|record|constituent|badge|mbr|memb|mem|donor|file|policy|certificate|subscriber) (id|no|code|duid|guid|identifier)$/;
/** The key of a family under another name: `Family DUID`, `Household Identifier`. */
const FAMILY_KEY = /^(family|fam|household|hh) (duid|guid|identifier|ref|record|record no)$/;

/** What is no part of a name: `(MM/DD/YYYY)`, `(Last, First)`, `mm-dd-yyyy`. */
const FORMAT = /[([{][^)\]}]*[)\]}]|\b[mdyj]{1,4}[/. -][mdyj]{1,4}(?:[/. -][mdyj]{1,4})?\b/gi;

/** Words before a name that say nothing else: `Primary Phone`, `Home City`, `Mailing Zip`. */
const BEFORE =
  /^(head|head of household|hoh|applicant|account holder|policy holder|self|primary|main|home|mailing|residential|residence|permanent|current|contact|members?|person|individual|personal|billing|bill to|customer|family(?= (?:home |cell )?(?:phone|e ?mail|address|street|city|state|zip|postal))) (?=.)/;

/** Columns about somebody else than the person of the row, or about no person. */
const OF_OTHERS =
  /\b(spouses?|husband|wife|partner|child|children|kid|son|daughter|mother|father|parents?|emergency|next of kin|nok|beneficiary|guardian|sponsor|employer|company|pastor|deacon|doctor|conjuge|conjoint|conyuge|esposa|esposo|ehe\w+|kind|hijo|enfant|phonetic|label|formatted|type|created|modified|updated|wedding|anniversary|baptism|hometown|home town)\b/;

/** What is written of a year: `Dues for 2024`, `2024 Payment`; and the year: `2024`, `2024-25`, `FY24`. */
const OF_YEAR =
  '(?:(?:annual|yearly|paid|dues|fees?|amount|amt|payments?|pmt|pd|contributions?|year|yr|beitrag|cuota|cotisation)(?: paid)?)';
const YEAR = new RegExp(
  `^(?:${OF_YEAR} ){0,2}(?:for |in |of |fur |para |pour )?(?:the )?(?:year )?((?:fy )?(?:19|20)\\d\\d|fy \\d\\d)(?: (?:(?:19|20)\\d\\d|\\d\\d))?(?: ${OF_YEAR}){0,2}$`,
);
/** The year that a column of a list of balances is about, as its name has it; undefined for another column. */
const yearOf = (column: string): string | undefined =>
  YEAR.exec(foldHeading(column.replace(/(?<!\w)['’‘](?=\d\d(?!\d))/g, '20')))?.[1]
    ?.replace(/^(?:fy )?(?=\d\d$)/, '20')
    .replace('fy ', '');

/** Returns the field that a column is about, by its name; undefined for an unknown one. */
export function fieldOfColumn(column: string, kind: ImportKind = 'members'): ImportField | undefined {
  if (isIgnoredColumn(column)) return undefined;
  const name = foldHeading(column);
  if (kind === 'balances' && yearOf(column) !== undefined) return 'yearPaid';
  const exact = fieldNamed(name, kind) ?? (kind === 'members' ? aboutRelative(column)?.field : undefined);
  if (exact || OF_OTHERS.test(name) || aboutRelative(column)?.death) return exact;
  const ofDeath = kind === 'members' ? deathFieldOf(name) : undefined;
  if (ofDeath) return ofDeath;
  // `Phone 1 - Value`, `Phone (2)`; then `Primary Phone`, `Home Address City`.
  const plain = name.replace(/ ?\b\d\b/g, '').trim();
  const bare = plain.replace(BEFORE, '').replace(/^address (?=.)/, '');
  const shorter = column.replace(FORMAT, ' ').trim();
  return (
    fieldNamed(plain, kind) ??
    // `Primary Address Line 2`
    fieldNamed(name.replace(BEFORE, ''), kind) ??
    fieldNamed(name.replace(BEFORE, '').replace(/^address (?=.)/, ''), kind) ??
    fieldNamed(plain.replace(BEFORE, ''), kind) ??
    fieldNamed(bare, kind) ??
    // `N° famille`, `N° de membre`
    fieldNamed(name.replace(/^no (?:de )?(.+)$/, '$1 no'), kind) ??
    fieldNamed(foldHeading(column.split(GROUP).at(-1) ?? ''), kind) ??
    (OWN_NUMBER.test(name) ? 'externalRef' : undefined) ??
    (FAMILY_KEY.test(name) && kind === 'members' ? 'household' : undefined) ??
    (kind === 'members' ? birthPartOf(name) : undefined) ??
    otherWay(name, kind) ??
    fieldOfSeveral(name, kind) ??
    (/\p{L}/u.test(shorter) && shorter !== column.trim() ? fieldOfColumn(shorter, kind) : undefined)
  );
}

const BIRTH = '(?:b|birth|born|birth ?date|birth ?day|date of birth|dob|bday)';
const BIRTH_PARTS = [
  ['birthDay', 'd|dd|day'],
  ['birthMonth', 'm|mm|month'],
  ['birthYear', 'y|yy|yyyy|year'],
].map(
  ([field, part]) =>
    [field as ImportField, new RegExp(`^${BIRTH} (?:${part})$|^(?:${part})(?: of)? ${BIRTH}$`)] as const,
);
/** The part of a birth date that a column has: `DOB-M`, `Month Born`. */
const birthPartOf = (name: string): ImportField | undefined =>
  BIRTH_PARTS.find(([, part]) => part.test(name))?.[0];

const OTHER_WAY = /^(?:cell|mobile|work|office|business|other|alternate|alt|secondary|second) (?=.)/;
/** The phone or the e-mail address that another word is before: `Work Phone Number`, but not `Work Address`. */
function otherWay(name: string, kind: ImportKind): ImportField | undefined {
  const field = fieldNamed(name.replace(OTHER_WAY, ''), kind);
  return field === 'phone' || field === 'email' ? field : undefined;
}

/**
 * The field of a column with several names in its own: `Cell/Mobile`, `Last Name, First Name`, `City, State Zip`; undefined
 * where they are not of one thing.
 */
function fieldOfSeveral(name: string, kind: ImportKind): ImportField | undefined {
  const words = name.split(' ').filter((word) => !/^(?:and|or|und|oder|y|et|ou)$/.test(word));
  if (words.length > MOST_WORDS) return undefined;
  const fields = fieldsIn(words, kind) ?? [];
  const isAllOf = (...some: ImportField[]) => fields.every((field) => some.includes(field));
  const has = (field: ImportField) => fields.includes(field);
  if (isAllOf('phone') || isAllOf('email')) return fields[0];
  if (isAllOf('firstNm', 'lastNm', 'middleInit', 'suffix') && has('lastNm') && fields.length > 1)
    return 'fullName';
  if (isAllOf('firstNm', 'middleInit') && has('firstNm')) return 'firstNm';
  return isAllOf('cityNm', 'stateCd', 'postalCd') && has('cityNm') ? 'cityNm' : undefined;
}
const MOST_WORDS = 6;

/** The fields of which some words are the names, one after the other; undefined where a word belongs to none. */
function fieldsIn(words: readonly string[], kind: ImportKind): ImportField[] | undefined {
  if (!words.length) return [];
  for (let count = words.length; count > 0; count -= 1) {
    const field = fieldNamed(words.slice(0, count).join(' '), kind);
    const others = field && fieldsIn(words.slice(count), kind);
    if (others) return [field, ...others];
  }
  return undefined;
}

/** Between the name of a group of columns and the name of one of them. */
const GROUP = ' › ';

const LAST_FIRST =
  /^(?:(?:nach|familien)?name|surname|last(?: name)?|family name|apellidos?|noms?(?: de famille)?|cognome|prezime|презиме|nazwisko)(?: (?:and|und|y|et|e|i|и))? (?:vorname|first(?: names?)?|given names?|other names?|forenames?|nombres?|prenoms?|nome|ime|име|imie|imiona)$/;
/** Whether the name of a column says that the last name comes first: `Nom et prénom`, `Name (Last, First)`. */
export const isLastFirst = (column: string): boolean =>
  [column, ...(column.match(/(?<=\()[^)]+/g) ?? [])].some((text) => LAST_FIRST.test(foldHeading(text)));

/** The two heads of a family, who have columns each: the first is the person of the row. */
const FIRST_OF_TWO = /^(?:husbands?|fathers?|dads?|his|adult 1|member 1|person 1|parent 1|spouse 1)(?: |$)/;
const SECOND_OF_TWO =
  /^(?:wives|wifes?|mothers?|moms?|hers?|adult 2|member 2|person 2|parent 2|spouse 2)(?: |$)/;

/** Whether a column is about the first of the two heads of a family. */
export const isOfFirst = (column: string): boolean => FIRST_OF_TWO.test(foldHeading(column));
/** Whether a column is about the second of them. */
export const isOfSecond = (column: string): boolean => SECOND_OF_TWO.test(foldHeading(column));

/**
 * Which relative a column is about: the spouse, by a word that is said of one of a couple only, or of either; or a child,
 * by its number if it has one. `death` is the field of what it says of their death, for a column about that.
 */
export type AboutRelative = {
  who: 'spouse' | 'child';
  sex?: 'husband' | 'wife';
  number?: string;
  death?: 'isDeceased' | 'deceasedDt';
  field?: RelativeField;
};

/** The relative whom a column is about, whatever it says of them; undefined for other columns. */
export function aboutRelative(column: string): AboutRelative | undefined {
  const known = relatives.get(column);
  if (known !== undefined) return known ?? undefined;
  const heading = foldHeading(column.replace(HOW_WRITTEN, ''));
  const [, what = '', who = ''] = ABOUT_WHOM.exec(heading) ?? [];
  const name = who ? `${who} ${what}` : heading;
  const found = relativeIn(name.replace(/^(?:late|deceased) (.+)$/, '$1 deceased'));
  if (relatives.size >= MOST_KEPT) relatives.clear();
  relatives.set(column, found ?? null);
  return found;
}
function relativeIn(name: string): AboutRelative | undefined {
  const ofChild = OF_CHILD.exec(name);
  const ofSpouse = ofChild ? null : OF_SPOUSE.exec(name);
  const [whole] = ofChild ?? ofSpouse ?? SECOND_OF_TWO.exec(name) ?? [];
  if (whole === undefined) return undefined;
  const number = ofChild?.[1];
  const rest = name.slice(whole.length);
  const death = deathFieldOf(rest);
  // The second of two is read with the first.
  // `No. of Children`, `Kids #` count them.
  const isCount = /^\S+ no$/.test(name);
  const isNamed = !isCount && (ofChild ? !CHILD_ALONE.test(name) : ofSpouse);
  const named = NAMES_AND_AGES.test(rest) ? 'fullName' : fieldNamed(rest, 'members');
  const field = isNamed && named && RELATIVE_FIELDS[ofChild ? 'child' : 'spouse'][named];
  const isHusband = HUSBAND.test(whole);
  const isOfEither = ofChild !== null || (!isHusband && !WIFE.test(whole));
  return {
    who: ofChild ? 'child' : 'spouse',
    ...(!isOfEither && { sex: isHusband ? 'husband' : 'wife' }),
    ...(number !== undefined && { number }),
    ...(death && { death }),
    ...(field && { field }),
  };
}
/** In the files of church programs a yes or no, or a number; in others names. */
const CHILD_ALONE = /^(?:child|kind|depend[ae]nts?)$/;
/** How the names of relatives are written: `Children (names and ages)`. */
const HOW_WRITTEN = /\([^)]*(?:print|name|age|born|dob|list|all)[^)]*\)/gi;
const NAMES_AND_AGES =
  /^(?:under (?:the age of )?\d\d )?(?:at home )?(?:names? )?(?:(?:and|with) )?(?:their )?(?:ages?)?$|^(?:.* )?(?:names?|with)(?: and)?(?: their)? (?:birth dates?|dates of birth|dobs?)$/;
/** What a column says of a relative, by the field that it would be of the person of a row. */
const RELATIVE_FIELDS: Record<AboutRelative['who'], Partial<Record<ImportField, RelativeField>>> = {
  spouse: {
    ...{ firstNm: 'spouseNm', fullName: 'spouseNm', lastNm: 'spouseLastNm' },
    ...{ birthDt: 'spouseBirthDt', phone: 'spousePhone', email: 'spouseEmail' },
  },
  child: { firstNm: 'childNm', fullName: 'childNm', birthDt: 'childBirthDt' },
};
/** What is known of columns: each row of a file has the same. */
const relatives = new Map<string, AboutRelative | null>();
const MOST_KEPT = 1_000;
const SPOUSES =
  'spouses?|husbands?|wifes?|wives|partners?|የ?ባለቤት|የትዳር ጓደኛ|ehepartners?|ehefrau|ehemann|gatten?|gattin|conyuge|espos[oa]|conjointe?|epou(?:x|se)|asawa|supruga?|супруга?|malzon(?:ek|ka)|moglie|marito|coniuge';
const CHILDREN =
  'child(?:ren)?s?|kids?|የ?ልጆች|የልጅ|depend[ae]nts?|deps?(?= (?:no )?\\d)|sons?|daughters?|kind(?:er)?|hij[oa]s?|enfants?|fils|filles?|filh[oa]s?|(?:mga )?anak|deca|деца|dzieci|figli[oa]?';
const OF_SPOUSE = new RegExp(`^(?:${SPOUSES})(?: no)?(?: \\d)?(?: |$)`);
const OF_CHILD = new RegExp(`^(?:${CHILDREN})(?: no)?(?: (\\d{1,2}))?(?: |$)`);
/** `Status of Child 1`, `Estado del cónyuge` */
const ABOUT_WHOM = new RegExp(
  `^(.+) (?:of|of the|del?|de la|d[oa]|du|des?|der|von|ng) ((?:${SPOUSES}|${CHILDREN})(?: no)?(?: \\d{1,2})?)$`,
);
const HUSBAND = /^(?:husbands?|ehemann|gatten?|esposo|epoux|his|fathers?|dads?)(?: |$)/;
const WIFE = /^(?:wifes?|wives|ehefrau|gattin|esposa|epouse|hers?|mothers?|moms?)(?: |$)/;

/**
 * The fields of a list with columns for husband and wife, or for two adults, and with no other column of names: undefined
 * for another list.
 */
function fieldsOfTwo(columns: readonly string[]): Map<string, ImportField | undefined> | undefined {
  const found = new Map<string, ImportField | undefined>();
  const hasLast = columns.some((column) => fieldOfColumn(column) === 'lastNm' && !isOfFirst(column));
  for (const column of columns) {
    const name = foldHeading(column);
    const own = name.replace(FIRST_OF_TWO, '');
    const others = name.replace(SECOND_OF_TWO, '');
    if (own !== name) found.set(column, fieldOfColumn(own || (hasLast ? 'First Name' : 'Name')));
    else if (others !== name) found.set(column, aboutRelative(`Spouse ${others}`)?.field);
  }
  const fields = [...found.values()];
  const isNamed = fields.some((field) => field === 'firstNm' || field === 'fullName');
  // `Husband Name` beside `Last Name` is a first name.
  if (hasLast) for (const [column, field] of found) if (field === 'fullName') found.set(column, 'firstNm');
  return isNamed && fields.includes('spouseNm') ? found : undefined;
}

/** Names of a family that are its key where no column has another. */
const NAMES_OF_FAMILIES = ['household name', 'family name', 'name of household', 'name of family', 'hh name'];
/** Names of the second of two last names, as in Spanish. */
const SECOND_LAST = ['apellido materno', 'segundo apellido'];

/** Names that are of a field where no other column is: of a father or a family, and of the lines of a list. */
const MAYBE: Partial<Record<ImportField, readonly string[]>> = {
  fullName: [...NAMES_OF_HEADS, 'contributor', 'policy holder', 'participant', 'subscriber'],
  lastNm: ['father name', 'fathers name', 'family name', 'የአያት ስም'],
  isActive: ['classification', 'archived', 'is archived', 'inactive', 'is inactive'],
  externalRef: NUMBERS_OF_LINES,
};

/** Names of what is owed, or of what was paid or costs. */
const MAYBE_OWED = ['total', 'dues'];
/** `Jan`, `February 2026` */
const isMonth = (column: string) => monthNumber(foldHeading(column).split(' ')[0] ?? '') !== undefined;

const AGES = ['age', 'ages', 'age years', 'current age', 'alter', 'edad', 'ዕድሜ'];
/** Whether a column has ages among birth dates: `Age/DOB`. */
export const isOfAgesToo = (column: string): boolean => /\bage\b/.test(foldHeading(column));
/** Whether a column has ages. */
export const isOfAges = (column: string): boolean => AGES.includes(foldHeading(column));

const HOUSE_NUMBERS = ['hausnummer', 'hausnr', 'house no'];
/** Whether a column has the number of a house, beside its street. */
export const isOfHouse = (column: string): boolean => HOUSE_NUMBERS.includes(foldHeading(column));

/** Whether a Yes in a column says that somebody is not active. */
export const isOfInactive = (column: string): boolean =>
  /^(?:is )?(?:archived|inactive)$/.test(foldHeading(column));

const DATE_PARTS: readonly [field: ImportField, ...names: string[]][] = [
  ['birthDay', 'day', 'dd', 'tag', 'dia', 'jour'],
  ['birthMonth', 'month', 'mo', 'mon', 'mm', 'monat', 'mes', 'mois'],
  ['birthYear', 'year', 'yr', 'yy', 'yyyy', 'jahr', 'ano', 'annee'],
];

/** Names that are a last name beside a column of first names, and the other way round. */
const ANY_NAME = ['name', 'names', 'nom', 'nombre', 'nome', 'pangalan', 'ime', 'име', 'ስም', 'apellido'];

/**
 * Returns the fields of columns as far as their names identify them. Of two columns with the same field the fuller gets
 * it, or the first; `filled` has the number of cells of each column that are not empty, `cells` those of the first rows.
 */
export function matchColumns(
  columns: readonly string[],
  kind: ImportKind = 'members',
  filled: Readonly<Record<string, number>> = {},
  cells: Readonly<Record<string, readonly string[]>> = {},
): ImportMapping {
  const found = new Map(columns.map((column) => [column, fieldOfColumn(column, kind)]));
  const samplesOf = (column: string) => (cells[column] ?? []).slice(0, SAMPLES);
  const isFilled = (column: string) => filled[column] !== 0;
  const has = (field: ImportField) => [...found].some(([column, own]) => own === field && isFilled(column));
  // Numbers that members do not have here are the list's own.
  for (const [column, texts] of Object.entries(cells))
    if (found.get(column) === 'memberId' && texts.length && !texts.some(isMemberNumber))
      found.set(column, 'externalRef');
  const isMaybe = (column: string, field: ImportField | undefined) =>
    field !== undefined && MAYBE[field]?.includes(foldHeading(column)) === true;
  const sure = new Set(
    [...found].flatMap(([column, field]) => (isFilled(column) && !isMaybe(column, field) ? [field] : [])),
  );
  if (sure.has('firstNm') && has('lastNm')) sure.add('fullName');
  for (const [column, field] of found)
    if (isMaybe(column, field) && sure.has(field)) found.set(column, undefined);
  // Estado is a state, and that of a membership.
  const saysActive = (text: string) => typeof readActive(text) === 'boolean' || isDeathWord(text);
  for (const [column, field] of found) {
    const texts = (field === 'stateCd' && samplesOf(column)) || [];
    if (!has('isActive') && texts.some(saysActive) && !texts.some(stateCode)) found.set(column, 'isActive');
  }
  // `St` with A, I and D, beside `State` or alone, is a state of membership in letters.
  for (const [column, field] of found) {
    const texts = (field === 'stateCd' && samplesOf(column)) || [];
    if (texts.length && texts.every((text) => /^\p{L}$/u.test(text)))
      found.set(column, has('isActive') ? undefined : 'isActive');
  }
  // They may be of what was paid or of a price, where another column is, or months are.
  const isMaybeOwed = (column: string) =>
    found.get(column) === 'owed' && MAYBE_OWED.includes(foldHeading(column));
  const isSure = (column: string) =>
    (found.get(column) === 'owed' && !isMaybeOwed(column)) ||
    /^(?:amount |total )?paid$/.test(foldHeading(column));
  if (columns.some(isSure) || columns.filter(isMonth).length > 1)
    for (const column of columns.filter(isMaybeOwed)) found.set(column, undefined);
  if (kind === 'members') {
    const isTwo = ![...found].some(
      ([column, field]) =>
        (field === 'fullName' || field === 'firstNm') &&
        isFilled(column) &&
        !isOfFirst(column) &&
        !isOfSecond(column),
    );
    for (const [column, field] of (isTwo && fieldsOfTwo(columns)) || []) found.set(column, field);
    const named = columns.find(
      (column) => !found.get(column) && NAMES_OF_FAMILIES.includes(foldHeading(column)),
    );
    if (named !== undefined && !has('household')) found.set(named, 'household');
  }
  // `Late Wife`, `Husband (deceased)`, `Dependants`, where names are below it, and no flags or numbers.
  if (kind === 'members')
    for (const column of columns) {
      const { who, death } = aboutRelative(column) ?? {};
      const texts = samplesOf(column);
      const isAlone = CHILD_ALONE.test(foldHeading(column));
      const isName = (text: string) =>
        isAlone
          ? !isNoName(text.replace(/\P{L}*\d.*/su, ''))
          : readDeathCell(column, text) === undefined && !isNoName(text);
      if (!isAlone && death !== 'isDeceased') continue;
      if (found.get(column) || !texts.length || !texts.every(isName)) continue;
      if (who === 'child' || !has('spouseNm')) found.set(column, who === 'child' ? 'childNm' : 'spouseNm');
    }
  // `Vorname` beside `Name`, and `ስም` beside `የአባት ስም`.
  const isWhole = (column: string) => ANY_NAME.includes(foldHeading(column));
  for (const [column, field] of found)
    if (field === 'fullName' && isWhole(column)) {
      const isThere = (other: ImportField) => [...found.values()].includes(other);
      if (has('firstNm') && !isThere('lastNm')) found.set(column, 'lastNm');
      else if (has('lastNm') && !isThere('firstNm')) found.set(column, 'firstNm');
    }
  // `Family`, with names below it and no other column of names; `Head of Household` has them then.
  const isNamed = (['firstNm', 'lastNm', 'fullName'] as const).some(has);
  const called = isNamed ? undefined : columns.find((column) => found.get(column) === 'household');
  const ofNames = called === undefined ? [] : samplesOf(called);
  const isOfNames = ofNames.filter((text) => /\p{L}{2}/u.test(text) && !/\d/.test(text));
  if (called && 2 * isOfNames.length > ofNames.length) found.set(called, 'fullName');
  const head = isNamed || called ? undefined : columns.find((column) => found.get(column) === 'isHead');
  if (head && samplesOf(head).some((text) => /\p{L} +\p{L}/u.test(text))) found.set(head, 'fullName');
  // Who is a child, where the birth date of somebody is not known.
  const age = columns.find(isOfAges);
  const most = Math.max(0, ...Object.values(filled));
  const isKnown = [...found].some(
    ([column, field]) => (field === 'birthDt' || field === 'birthYear') && (filled[column] ?? 0) >= most,
  );
  const countOf = (column: string) => filled[column] ?? 0;
  if (kind === 'members' && age !== undefined && (filled[age] ?? 0) > 0 && !isKnown && !has('isChild'))
    found.set(age, 'isChild');
  if (kind === 'members') {
    const contents = columns.map((column): Content & { column: string } => ({
      ...{ column, heading: foldHeading(column), field: found.get(column), cells: cells[column] ?? [] },
    }));
    matchContents(contents);
    for (const { column, field } of contents) found.set(column, field);
  }
  // Month, day and year of what? Of the only date there is.
  const parts = DATE_PARTS.map(
    ([field, ...names]) =>
      [field, columns.find((column) => !found.get(column) && names.includes(foldHeading(column)))] as const,
  );
  if (!has('birthDt') && !has('birthYear') && parts.every(([, column]) => column !== undefined))
    for (const [field, column] of parts) if (column !== undefined) found.set(column, field);
  // `B Day` beside the month and the year.
  const day = columns.find((column) => found.get(column) === 'birthDt' && birthPartOf(foldHeading(column)));
  if (day !== undefined && has('birthMonth') && has('birthYear') && !has('birthDay'))
    found.set(day, 'birthDay');
  // Three columns make a date, or none of them does.
  if (has('birthMonth') !== has('birthYear') || !has('birthMonth'))
    for (const [column, field] of found)
      if (field === 'birthDay') found.set(column, 'birthDt');
      else if (field === 'birthMonth') found.set(column, undefined);
  for (const column of doubleYears(columns, kind, countOf)) found.set(column, undefined);
  const taken = new Map<ImportField, string>();
  for (const [column, field] of found) {
    if (!field) continue;
    if (field === 'lastNm' ? SECOND_LAST.includes(foldHeading(column)) : REPEATED_FIELDS.includes(field))
      continue;
    const other = taken.get(field);
    if (other === undefined) taken.set(field, column);
    else if ((filled[column] ?? 0) > (filled[other] ?? 0)) {
      taken.set(field, column);
      found.set(other, undefined);
    } else found.set(column, undefined);
  }
  return Object.fromEntries([...found].map(([column, field]) => [column, field ?? null]));
}

const SAMPLES = 3;

/** The columns of years beside another of the same year: what was paid counts, or else the fuller. */
function doubleYears(
  columns: readonly string[],
  kind: ImportKind,
  filled: (column: string) => number,
): string[] {
  const rank = (column: string) => Number(/paid|payment|pmt|pd\b/i.test(column));
  const years = columns.filter((column) => kind === 'balances' && yearOf(column) !== undefined);
  const sorted = years.toSorted((a, b) => rank(b) - rank(a) || filled(b) - filled(a));
  return sorted.filter((column, index) =>
    sorted.slice(0, index).some((other) => yearOf(other) === yearOf(column)),
  );
}

/** The rows among which the heading is. */
export const HEADING_ROWS = 20;

/**
 * A heading that was found: its last row, and the one `from` which it goes where it has two; the names of the columns, and
 * whether another row may be meant.
 */
export type Heading = { row: number; from: number; columns: string[]; isDoubtful: boolean };

type Row = { row: number; cells: readonly string[] };

const cellsIn = (row: Row) => row.cells.filter((cell) => cell.trim());
const knownIn = (row: Row, kind: ImportKind) =>
  cellsIn(row).filter((cell) => cell.length < 60 && fieldOfColumn(cell, kind) !== undefined).length;
const hasNumbers = (row: Row) => cellsIn(row).some((cell) => /\d/.test(cell));

/** A date, a phone or an e-mail address: what a heading never has. */
const isData = (cell: string) => /\d[/.-]\d{1,2}[/.-]\d{2}|\d{3}\D{0,2}\d{3}\D?\d{4}|\S@\S/.test(cell);

/** The most known names in one of some rows. */
export const mostKnown = (rows: readonly Row[], kind: ImportKind): number =>
  Math.max(0, ...rows.map((row) => knownIn(row, kind)));

/**
 * Finds the heading among the first rows of a file (blank ones left out): the row with the most known names, or else the
 * first with several cells. `chosen` is the number of another row; 0 for a list without a heading. Undefined for a list
 * of one column.
 */
export function findHeading(
  rows: readonly Row[],
  kind: ImportKind = 'members',
  chosen?: number,
): Heading | undefined {
  const first = rows.find((row) => cellsIn(row).length > 1);
  if (
    chosen === 0 ||
    (chosen === undefined && first && !mostKnown(rows, kind) && cellsIn(first).some(isData))
  ) {
    const length = Math.max(0, ...rows.map(({ cells }) => cells.length));
    return { row: 0, from: 0, columns: columnNames(Array<string>(length).fill('')), isDoubtful: true };
  }
  const picked = rows.find(({ row }) => row === chosen);
  const counts = rows.map((row) => ({ row, count: knownIn(row, kind) }));
  const best = counts.reduce((one, other) => (other.count > one.count ? other : one), {
    row: first,
    count: first ? Math.max(1, knownIn(first, kind)) : 0,
  });
  let heading = picked ?? best.row;
  if (!heading) return undefined;
  // Names of columns below names of groups, `First` and `Last` below `Name`; or the rest of names: `Name` below `Last`.
  const below = rows.find(({ row }) => row === (heading?.row ?? 0) + 1);
  if (!picked && below && (isBelow(heading, below, kind) || isWrapped(heading, below, kind))) heading = below;
  const above = rows.find(({ row }) => row === (heading?.row ?? 0) - 1);
  const isGrouped =
    above !== undefined &&
    cellsIn(above).length > 1 &&
    cellsIn(above).length < cellsIn(heading).length &&
    !hasNumbers({ ...above, cells: above.cells.filter((cell) => !isOfPerson(cell)) });
  const cells =
    above && isWrapped(above, heading, kind)
      ? unwrapped(above, heading, kind)
      : isGrouped
        ? joined(above, heading, kind)
        : heading.cells;
  const columns = columnNames(cells.slice(0, cells.findLastIndex((cell) => cell.trim()) + 1));
  const isDoubtful = picked !== undefined || heading !== first || 2 * best.count < cellsIn(heading).length;
  return {
    row: heading.row,
    from: cells === heading.cells ? heading.row : heading.row - 1,
    columns,
    isDoubtful,
  };
}

/** Whether a row continues a heading: it has several cells, and all of them are names of columns. */
function isBelow(heading: Row, below: Row, kind: ImportKind): boolean {
  const names = cellsIn(below);
  return (
    names.length > 1 &&
    !hasNumbers(below) &&
    names.every((name) => fieldOfColumn(name, kind) !== undefined) &&
    heading.cells.some((cell, index) => !cell.trim() && below.cells[index]?.trim())
  );
}

/** The texts of two rows, one below the other, by column. */
const bothOf = (above: Row, { cells }: Row): (readonly [over: string, name: string])[] =>
  Array.from({ length: Math.max(above.cells.length, cells.length) }, (_, index) => [
    (above.cells[index] ?? '').trim(),
    (cells[index] ?? '').trim(),
  ]);

/** Whether a row has the second words of names: most have words above them, and most of these are known together. */
function isWrapped(above: Row, below: Row, kind: ImportKind): boolean {
  if (hasNumbers(below) || cellsIn(above).some(isData)) return false;
  const both = bothOf(above, below).filter(([over, name]) => over && name);
  const known = both.filter(([over, name]) => fieldOfColumn(`${over} ${name}`, kind) !== undefined);
  const isMost = 2 * both.length > cellsIn(below).length && 3 * known.length >= 2 * both.length;
  return known.length > 1 && isMost;
}

/** The names that two rows have together; a name that is known alone, and not with the text above it, stays as it is. */
const unwrapped = (above: Row, below: Row, kind: ImportKind): string[] =>
  bothOf(above, below).map(([over, name]) => {
    const whole = `${over} ${name}`.trim();
    const isAlone = fieldOfColumn(whole, kind) === undefined && fieldOfColumn(name, kind) !== undefined;
    return isAlone && !OF_OTHERS.test(foldHeading(over)) ? name : whole;
  });

/** Whether a name of a group is that of a person of each row: `Adult 2`, `Child 1`. */
const isOfPerson = (group: string): boolean =>
  isOfFirst(group) || isOfSecond(group) || aboutRelative(group) !== undefined;

/** The names of columns with those of their groups, where a name alone is not known, or not of the person of the row. */
function joined(above: Row, below: Row, kind: ImportKind): string[] {
  let group = '';
  const seen = new Set<string>();
  return bothOf(above, below).map(([over, name]) => {
    if (over) group = over;
    if (!name) return over;
    const isOfOthers = OF_OTHERS.test(foldHeading(group)) || isOfPerson(group);
    const isKnown = isIgnoredColumn(name) || fieldOfColumn(name, kind) !== undefined;
    const isAlone = isKnown && !seen.has(name) && !isOfOthers;
    seen.add(name);
    if (!group || isAlone) return name;
    return isOfOthers ? `${group} ${name}` : `${group}${GROUP}${name}`;
  });
}
