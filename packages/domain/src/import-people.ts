/**
 * The people of a row of a file: mostly one; a couple in one name (import-couple.ts); a spouse and children who have
 * columns in the row of the head of their family (import-relatives.ts). Each is read as a row of its own.
 */
import type { CalendarDate } from './dates.ts';
import { readCell } from './csv-cell.ts';
import {
  capitalsByLastName,
  dividedAtWords,
  namesInRow,
  withoutBeside,
  withoutTitles,
  wordsOfName,
  type NameInRow,
} from './import-couple.ts';
import { deathMarkOf, isOfWidows, readDeathCell, readDeathMark, readRemark } from './import-dead.ts';
import { isNothing } from './import-details.ts';
import { IMPORT_FIELDS, isMemberNumber, type ImportField, type ImportMapping } from './import-fields.ts';
import { ADDRESS, NAMES, OF_RELATIVES, READ_MAX } from './import-file.ts';
import { aboutRelative, isOfFirst } from './import-headings.ts';
import {
  isNoName,
  isOfFirstNames,
  isOfLateSpouse,
  isUnborn,
  numberOf,
  relationshipOfColumn,
  withoutYes,
} from './import-relatives.ts';
import {
  askIfAlive,
  leaveBeside,
  readImportRow,
  type ImportFault,
  type ImportRowReading,
} from './import-row.ts';
import { SECTION_COLUMN } from './import-sections.ts';
import type { ImportAnswers } from './import-values.ts';
import { readRelationship, relationshipBeside } from './import-values.ts';
import { splitSuffixOrDegree } from './person-name.ts';
import { foldText, wholeNumber } from './text.ts';

type Cells = Readonly<Record<string, string>>;
/**
 * A row of one person: its cells, and the fields of the columns that are about them. `own` are columns without a field
 * whose words are about them though their names are about relatives; `doubts` is what is to be looked at.
 */
type PersonRow = {
  cells: Cells;
  mapping: ImportMapping;
  relationship?: string;
  isUnnamed?: boolean;
  own?: ReadonlySet<string>;
  doubts?: readonly ImportFault[];
};

/**
 * The people of a row, whether one name stands for several of them, how many stand in columns of relatives, and how many of
 * these below a heading of the dead.
 */
export type PeopleOfRow = {
  people: ImportRowReading[];
  isCouple: boolean;
  relatives: number;
  relativesOfDead: number;
};

/** What somebody has in common with the person in whose row they stand. */
const SHARED: readonly (ImportField | null)[] = [
  'household',
  ...ADDRESS,
  ...(['campaign', 'coveredSince', 'isActive'] as const),
];

const columnsOf = (mapping: ImportMapping, field: ImportField): string[] =>
  Object.keys(mapping).filter((column) => mapping[column] === field);

/** The text of the first column of a field that has one. */
function textOf(cells: Cells, mapping: ImportMapping, field: ImportField): string {
  for (const column of columnsOf(mapping, field)) {
    const { text } = readCell(cells[column] ?? '');
    if (text && !isNothing(text)) return text;
  }
  return '';
}

const without = (mapping: ImportMapping, isLeft: (field: ImportField) => boolean): ImportMapping =>
  Object.fromEntries(
    Object.entries(mapping).map(([column, field]) => [column, field && isLeft(field) ? null : field]),
  );

/** The cells of a relative: what the family has in common, and their own, under the names of their columns. */
function relativeRow(
  cells: Cells,
  mapping: ImportMapping,
  own: readonly (readonly [field: ImportField | null, column: string, text: string])[],
): Pick<PersonRow, 'cells' | 'mapping'> {
  const shared = Object.entries(mapping).filter(
    ([column, field]) => SHARED.includes(field) && !readRemark(cells[column] ?? '')?.isDead,
  );
  return {
    cells: {
      ...Object.fromEntries(shared.map(([column]) => [column, cells[column] ?? ''])),
      ...Object.fromEntries(own.map(([, column, text]) => [column, text])),
    },
    mapping: {
      ...Object.fromEntries(shared),
      ...Object.fromEntries(own.map(([field, column]) => [column, field])),
    },
  };
}

/** `Tim 7`, `Tim (7 yrs)`, `Tim - age 7` */
const AGE =
  /(?<=\p{L})(?:\s+[-–]\s*|[\s,(]+)(?:age[d:]?\s*)?\d{1,2}\s*(?:y|yo|yrs?|years?|m|mos?|months?)?\.?(?: old)?\s*\)?$/iu;

const AGE_BEFORE = /\(\s*(?:age[d:]?\s*)?\d{1,2}\s*(?:y|yo|yrs?|years?)?\s*,\s*(?=\p{L}[^()]*\)$)/iu;
const BIRTH_BEHIND =
  /\(\s*(\p{L}[^()]*?)[\s,;]+((?:born|b\.|dob:?)?\s*(?:\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{4}-\d\d-\d\d))\s*\)$/iu;

/** A name without brackets, the birth date in them, and a mark of death: `Rowan (8/3/2010)`, `Ida (d. 2022)`. */
function nameAndBirth(written: string): { name: string; birth: string; died: string } {
  const mark = readDeathMark(written);
  // `Imogen (19, college)` and `Signe (twins, b. 4/5/2015)`: what else is in the brackets stays beside the name.
  const text = (mark?.name ?? written).replace(AGE_BEFORE, '(').replace(BIRTH_BEHIND, '($1) ($2)');
  const [, name = text, birth = ''] =
    /^(.*?)[\s,]*[([]?\s*(?:born|b\.|dob:?|\*)?\s*(\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{4}-\d\d-\d\d|\d{4}|['’]\d\d)\s*[)\]]?$/i.exec(
      text,
    ) ?? [];
  return {
    name: name
      .replace(AGE, '')
      .replace(/[-–:,(]\s*$/, '')
      .replace(/^(?:baby|little)\s+(?=\p{Lu})/u, '')
      .trim(),
    birth,
    died: mark ? deathMarkOf(mark.day) : '',
  };
}

/** A relative's name of several words is a first and a last name; of one word it has the last name of the family. */
function ownNames(
  column: string,
  { name: written, died }: { name: string; died: string },
  lastNm: string,
  isFirstOnly: boolean,
  { nameOrder }: ImportAnswers,
) {
  const { lastNm: plain, suffix } = splitSuffixOrDegree(withoutTitles(written));
  const ofName = [['suffix', IMPORT_FIELDS.suffix.label, suffix ?? '']] as const;
  const name = (nameOrder === 'last' && !isFirstOnly && capitalsByLastName(plain)) || plain;
  const [, last, first] = /^([^,]+?)\s*,\s*(.+)$/.exec(name) ?? [];
  if (first && last)
    return [['firstNm', column, first + died], ['lastNm', LAST_NAME, last], ...ofName] as const;
  const words = wordsOfName(name);
  const isWhole = !isFirstOnly && words.length > 1 && !/^\p{L}\.?$/u.test(words.at(-1) ?? '');
  // The mark of a death stays with the first name, where it is read.
  return [
    ['firstNm', column, (isWhole ? words.slice(0, -1).join(' ') : name) + died],
    ['lastNm', LAST_NAME, isWhole ? (words.at(-1) ?? '') : lastNm],
    ...ofName,
  ] as const;
}
const LAST_NAME = IMPORT_FIELDS.lastNm.label;

/** The names in a cell of relatives, with numbers, signs or words between them, but not in brackets. */
const namesIn = (text: string): string[] =>
  apart(text)
    .split(/\s*[;&\n፣፥፤]\s*(?![^()]*\))/)
    .flatMap(dividedAtWords)
    .filter((one) => /\p{L}/u.test(one));

/** A text of a column of relatives as far as it is read, without a name that is cut in two; what is cut is said. */
function asFarAsRead(
  text: string,
  { field, column }: { field: ImportField; column: string },
  unnamed: ImportFault[],
): string {
  if (text.length <= READ_MAX) return text;
  const read = text.slice(0, READ_MAX).replace(/[;,&\n][^;,&\n]*$/, '');
  const end = read.slice(-LAST_SHOWN).trim();
  const message = `Too long: only the first ${wholeNumber(READ_MAX)} characters were read, up to “…${end}”`;
  unnamed.push({ field, column, message });
  return read;
}
const LAST_SHOWN = 30;

/** `1 daughter (Ivy 2)`, `2 sons: Bo, Cy` */
const COUNTED =
  /^(\d{1,2}) (daughter|son|child|kid|boy|girl)(?:s|ren)?\s*(?:\(\s*(\p{Lu}[^()]*)\)|:\s*(\p{Lu}.*))$/u;
/** The names behind the number of children; one of whom it says how they are related has that behind the name. */
const withoutCount = (text: string): string =>
  text.replace(COUNTED, (_whole, count: string, word: string, inside?: string, behind?: string) => {
    const names = inside ?? behind ?? '';
    return count === '1' ? `${names} (${word})` : names;
  });

/** `1. Femi 2. Ola`, `(1) Ada (2) Eva` and `Anjali(10) Rohan(7)` with a semicolon between the names; `Yes, Ute` without its yes. */
function apart(text: string): string {
  const plain = withoutCount(withoutYes(text));
  if (/^\(?1[.)]\s*\p{L}/u.test(plain))
    return plain.replace(/(?:^|[\s,;]+)(?:\(\d{1,2}\)|\d{1,2}[.)])\s*(?=\p{L})/gu, '; ');
  return plain.match(/\(\d/g)?.length === 1 ? plain : plain.replace(/(?<=\(\d[^()]*\))\s+(?=\p{Lu})/gu, '; ');
}

/** Whether a text names no relative; where there may be one, it is to be completed. */
function isNobody(
  name: string,
  { field, column, written }: { field: ImportField; column: string; written: string },
  unnamed: ImportFault[],
): boolean {
  const isToCome = isUnborn(written);
  const says = isToCome ? 'unnamed' : isNoName(readDeathMark(name)?.name ?? name);
  const why = isToCome ? 'is not born yet' : 'is not a name';
  if (says === 'unnamed')
    unnamed.push({ field, column, message: `“${written}” ${why}, so no person is added` });
  return says !== undefined;
}

/** Columns that are left out and say something of relatives in this row. */
const columnsOfRelatives = (cells: Cells, mapping: ImportMapping) =>
  Object.keys(mapping).flatMap((column) => {
    const about = mapping[column] === null && cells[column] ? aboutRelative(column) : undefined;
    return about ? [{ column, about, text: readCell(cells[column] ?? '').text }] : [];
  });
type OfRelative = ReturnType<typeof columnsOfRelatives>[number];

/** Whether such a column may say that somebody has died. */
const saysDeath = ({ column, about, text }: OfRelative): boolean =>
  about.death ? readDeathCell(column, text) !== 'alive' : readRemark(text) !== undefined;
/** What is asked about whoever such columns may be about. */
const doubtsOf = (columns: readonly OfRelative[]): ImportFault[] =>
  columns.filter(saysDeath).map(({ column, text }) => askIfAlive(column, text));

/** What such columns say of the one whom they are about: days and flags of a death have their fields, others are `own`. */
const wordsOf = (columns: readonly OfRelative[]) => ({
  fields: columns.flatMap(({ column, about: { death }, text }) =>
    death ? [[death, column, text] as const] : [],
  ),
  own: columns.filter(({ about }) => !about.death),
});

/** What the name of a column says of those in it: `Late Wife`, but not `Children (living)`. */
const deathOfHeading = (column: string) =>
  aboutRelative(column)?.death && !/living|alive/.test(foldText(column)) ? HAS_DIED : [];
const HAS_DIED = [['isDeceased', IMPORT_FIELDS.isDeceased.label, 'Yes']] as const;

/** What columns say of a spouse, and those of which it is not clear whether they are about the spouse or the head. */
function columnsOfSpouse(cells: Cells, mapping: ImportMapping, nameColumn: string) {
  const ofHead = columnsOf(mapping, 'firstNm').concat(columnsOf(mapping, 'fullName')).some(isOfFirst);
  const found = columnsOfRelatives(cells, mapping).filter(
    ({ column, about }) => about.who === 'spouse' && !(ofHead && isOfFirst(column)),
  );
  const sex = aboutRelative(nameColumn)?.sex;
  const sexes = new Set(found.flatMap(({ about }) => about.sex ?? []));
  const isSure = ({ about }: OfRelative) =>
    !about.sex || (sex ? about.sex === sex : nameColumn !== '' && sexes.size === 1);
  return { sure: found.filter(isSure), unsure: found.filter((one) => !isSure(one)) };
}

/** Remarks about the head that may say that the spouse has died: `wife died 2019`, `Widowed`. */
const remarksOnSpouse = (cells: Cells, mapping: ImportMapping): ImportFault[] =>
  Object.entries(mapping).flatMap(([column, field]) => {
    const text = field === null && !aboutRelative(column) ? (cells[column] ?? '') : '';
    return text && isOfWidows(column, text) ? [askIfAlive(column, text)] : [];
  });

/** A relative below a heading of the dead: asked about once for the file, and listed until then. */
function belowDead(
  row: PersonRow,
  { [SECTION_COLUMN]: heading }: Cells,
  { deadRelatives }: ImportAnswers,
): PersonRow {
  if (!heading || deadRelatives === 'alive') return row;
  if (deadRelatives !== 'dead')
    return { ...row, doubts: [...(row.doubts ?? []), askIfAlive(SECTION_COLUMN, heading)] };
  const [[field, column, text]] = HAS_DIED;
  return {
    ...row,
    cells: { ...row.cells, [column]: text },
    mapping: { ...row.mapping, [column]: field },
  };
}

function spouseOf(
  cells: Cells,
  mapping: ImportMapping,
  lastNm: string,
  answers: ImportAnswers,
  unnamed: ImportFault[],
): PersonRow[] {
  const [column = ''] = columnsOf(mapping, 'spouseNm');
  const whole = textOf(cells, mapping, 'spouseNm');
  const written = asFarAsRead(whole, { field: 'spouseNm', column }, unnamed);
  const last = textOf(cells, mapping, 'spouseLastNm');
  if (!written || isOfLateSpouse(written)) return [];
  const named = namesIn(written).flatMap((one) => {
    const found = nameAndBirth(one);
    return isNobody(found.name, { field: 'spouseNm', column, written }, unnamed) ? [] : [found];
  });
  const [dayColumn] = columnsOf(mapping, 'spouseBirthDt');
  const of = (field: ImportField) => columnsOf(mapping, field).map((one) => [one, cells[one] ?? ''] as const);
  const isFirstOnly = Boolean(last) || isOfFirstNames(column);
  const said = columnsOfSpouse(cells, mapping, column);
  const { fields, own } = wordsOf(said.sure);
  const isOne = named.length === 1;
  return named.map(({ name, birth, died }): PersonRow => ({
    ...relativeRow(cells, mapping, [
      ...ownNames(column, { name, died }, last || lastNm, isFirstOnly, answers),
      ...deathOfHeading(column),
      [
        'birthDt',
        dayColumn ?? IMPORT_FIELDS.birthDt.label,
        (isOne && textOf(cells, mapping, 'spouseBirthDt')) || birth,
      ],
      ...of('spousePhone').map(([one, text]) => ['phone', one, text] as const),
      ...of('spouseEmail').map(([one, text]) => ['email', one, text] as const),
      ...fields,
      ...own.map(({ column: one, text }) => [null, one, text] as const),
    ]),
    relationship: 'Spouse',
    own: new Set(own.map(({ column: one }) => one)),
    doubts: [...doubtsOf(said.unsure), ...remarksOnSpouse(cells, mapping)],
  }));
}

function childrenOf(
  cells: Cells,
  mapping: ImportMapping,
  lastNm: string,
  answers: ImportAnswers,
  unnamed: ImportFault[],
): PersonRow[] {
  const days = columnsOf(mapping, 'childBirthDt');
  const columns = columnsOf(mapping, 'childNm');
  const said = columnsOfRelatives(cells, mapping).filter(({ about }) => about.who === 'child');
  return columns.flatMap((column, index) => {
    // `Bo/Cy + Di`, but not a date.
    const whole = readCell(cells[column] ?? '').text;
    if (!whole || isNothing(whole)) return [];
    const text = asFarAsRead(whole, { field: 'childNm', column }, unnamed).replace(
      /\s*[+/]\s*(?=\p{L})(?![^()]*\))/gu,
      '; ',
    );
    const number = numberOf(column);
    const dayColumn = number === undefined ? days[index] : days.find((day) => numberOf(day) === number);
    const names = apart(text)
      .split(/\s*,\s*(?!\s*\d)(?![^()]*\))/)
      .flatMap(namesIn);
    const ofThese = said.filter(({ about }) => about.number === undefined || about.number === number);
    const isSure = ({ about }: OfRelative) =>
      names.length === 1 && (about.number === number || columns.length === 1);
    const { fields, own } = wordsOf(ofThese.filter(isSure));
    return names.flatMap((one): PersonRow[] => {
      const [, plain = one, word = ''] = /^(.+?)\s*\((\p{L}[\p{L} -]*)\)$/u.exec(one) ?? [];
      const related = relationshipBeside(word);
      const { name, birth, died } = nameAndBirth(related ? plain : one);
      if (isNobody(name, { field: 'childNm', column, written: one }, unnamed)) return [];
      const day = names.length === 1 && dayColumn ? readCell(cells[dayColumn] ?? '').text : '';
      const isFirstOnly = isOfFirstNames(column);
      return [
        {
          ...relativeRow(cells, mapping, [
            ...ownNames(column, { name, died }, lastNm, isFirstOnly, answers),
            ['birthDt', dayColumn ?? IMPORT_FIELDS.birthDt.label, day || birth],
            ...deathOfHeading(column),
            ...fields,
            ...own.map((said) => [null, said.column, said.text] as const),
          ]),
          relationship: related ?? relationshipOfColumn(column),
          own: new Set(own.map((said) => said.column)),
          doubts: doubtsOf(ofThese.filter((said) => !isSure(said))),
        },
      ];
    });
  });
}

/**
 * The row without what is said of relatives. Where only the second of two heads is named, as a widow in a list with
 * columns for husband and wife, the row is theirs, without what is said of the first: `isAlone`.
 */
function ownRow(
  cells: Cells,
  mapping: ImportMapping,
  answers: ImportAnswers,
): { own: PersonRow; isAlone: boolean } {
  const own = without(mapping, (field) => OF_RELATIVES.includes(field));
  const isNamed = (['firstNm', 'fullName'] as const).some((field) => {
    const text = textOf(cells, mapping, field);
    // `Deceased` below Husband.
    return text && !(isNoName(text) && columnsOf(mapping, field).some(isOfFirst));
  });
  const [spouse] = isNamed ? [] : spouseOf(cells, mapping, textOf(cells, mapping, 'lastNm'), answers, []);
  const isOwn = (column: string) => isNamed && own[column] === null && isOfFirst(column);
  if (!spouse) {
    const isTwo = columnsOf(mapping, 'firstNm').concat(columnsOf(mapping, 'fullName')).some(isOfFirst);
    const words = new Set(isTwo ? Object.keys(own).filter(isOwn) : []);
    return { own: { cells, mapping: own, own: words }, isAlone: false };
  }
  const shared = Object.entries(without(own, (field) => NAMES.includes(field) || field === 'birthDt'));
  return {
    own: {
      cells: { ...cells, ...spouse.cells },
      mapping: {
        ...Object.fromEntries(shared.filter(([column]) => !isOfFirst(column))),
        ...spouse.mapping,
      },
      own: spouse.own ?? new Set(),
      doubts: spouse.doubts ?? [],
    },
    isAlone: true,
  };
}

/** The birth dates of a couple in one cell: `03/04/1955 & 05/06/1957`; one alone is that of the first. */
function birthsOf(text: string, count: number): string[] {
  const parts = text
    .split(/\s*(?:[&+;\n]|,(?=\s*\d{1,2}[/.-]\d)|\s\/\s|\band\b|\bund\b|\by\b|\bet\b)\s*/i)
    .filter(Boolean);
  return parts.length === count ? parts : [text];
}

/**
 * The rows of a couple: the first has all of the row, the others what a family has in common. Which of them is the husband
 * is not known: what columns say of his death or hers is asked about both.
 */
function coupleRows({ cells, mapping, own: words }: PersonRow, names: readonly NameInRow[]): PersonRow[] {
  const [nameColumn = ''] = (['firstNm', 'fullName'] as const).flatMap((field) => columnsOf(mapping, field));
  const [birthColumn = IMPORT_FIELDS.birthDt.label] = columnsOf(mapping, 'birthDt');
  const births = birthsOf(cells[birthColumn] ?? '', names.length);
  const base = without(mapping, (field) => NAMES.includes(field));
  const said = readRelationship(textOf(cells, mapping, 'relationship'));
  const isHead = said === undefined || said === 'Head of Household' || said === 'Spouse';
  const [lastColumn = LAST_NAME] = columnsOf(mapping, 'lastNm');
  const { sure, unsure } = columnsOfSpouse(cells, mapping, '');
  const { fields, own: wordsOfSecond } = wordsOf(sure);
  const doubts = doubtsOf(unsure);
  return names.map(({ firstNm, lastNm, isUnnamed = false, relationship }, index): PersonRow => {
    const own = [
      ['firstNm', nameColumn, firstNm],
      ['lastNm', lastColumn === nameColumn ? LAST_NAME : lastColumn, lastNm],
      ['birthDt', birthColumn, births[index] ?? ''],
    ] as const;
    // A couple below a heading of the dead has died.
    const died = cells[SECTION_COLUMN] ? HAS_DIED : [];
    if (index === 1 && isHead)
      return {
        ...relativeRow(cells, mapping, [
          ...own,
          ...fields,
          ...died,
          ...wordsOfSecond.map(({ column, text }) => [null, column, text] as const),
        ]),
        relationship: relationship ?? 'Spouse',
        isUnnamed,
        own: new Set(wordsOfSecond.map(({ column }) => column)),
        doubts: [...doubts, ...remarksOnSpouse(cells, mapping)],
      };
    if (index > 0)
      return {
        ...relativeRow(cells, mapping, [...own, ...died]),
        ...(isHead ? relationship && { relationship } : { relationship: said }),
        isUnnamed,
      };
    return {
      cells: { ...cells, ...Object.fromEntries(own.map(([, column, text]) => [column, text])) },
      mapping: { ...base, ...Object.fromEntries(own.map(([field, column]) => [column, field])) },
      ...(isHead && { relationship: 'Head of Household' }),
      isUnnamed,
      ...(words && { own: words }),
      doubts,
    };
  });
}

/**
 * Reads the people of a row. `answers.couples` says whether a name of two people is that of one, `answers.relatives`
 * whether those in columns of relatives are members, `answers.deadRelatives` whether those below a heading of the dead are alive.
 */
export function readPeople(
  cells: Cells,
  mapping: ImportMapping,
  answers: ImportAnswers,
  today: CalendarDate,
): PeopleOfRow {
  const of = (field: ImportField) => textOf(cells, mapping, field);
  const [firstNm, lastNm, whole] = [of('firstNm'), of('lastNm'), of('fullName')];
  const names = isMemberNumber(of('memberId')) ? [] : namesInRow({ firstNm, lastNm, whole });
  const isCouple = names.length > 1;
  const isTwo = isCouple && answers.couples !== 'one';
  const { own, isAlone } = ownRow(cells, mapping, answers);
  const first: PersonRow[] = isTwo ? coupleRows(own, names) : [own];
  const head = readPerson(first[0] ?? own, answers, today);
  const lastOfHead = head.values.lastNm ?? '';
  const unnamed: ImportFault[] = [];
  const [column = ''] = columnsOf(mapping, firstNm ? 'firstNm' : 'fullName');
  for (const one of isTwo ? withoutBeside(firstNm || whole, !firstNm).beside : [])
    leaveBeside(one, (field, message) => void unnamed.push({ field, column, message }));
  const isBelowDead = Boolean(cells[SECTION_COLUMN]);
  const ofRelatives: ImportFault[] = [];
  const named = [
    ...(isAlone ? [] : spouseOf(cells, mapping, lastOfHead, answers, ofRelatives)),
    ...childrenOf(cells, mapping, lastOfHead, answers, ofRelatives),
  ];
  const areLeft = answers.relatives === 'leave';
  const relatives =
    areLeft || (isBelowDead && answers.deadRelatives === 'leave')
      ? []
      : named.map((row) => belowDead(row, cells, answers));
  head.left.push(...unnamed, ...(areLeft ? [] : ofRelatives));
  const others = [...first.slice(1), ...relatives].map((row) => readPerson(row, answers, today));
  // A head with relatives in their row, whatever stands there.
  if (others.length && !head.values.relationship && head.left.every(({ field }) => field !== 'relationship'))
    head.values.relationship = 'Head of Household';
  return {
    people: [head, ...others],
    isCouple,
    relatives: named.length,
    relativesOfDead: isBelowDead ? named.length : 0,
  };
}

function readPerson(
  { cells, mapping, relationship, isUnnamed, own, doubts = [] }: PersonRow,
  answers: ImportAnswers,
  today: CalendarDate,
): ImportRowReading {
  const reading = readImportRow(cells, mapping, answers, today, own);
  if (!reading.values.deceasedDt) reading.left.push(...doubts);
  if (relationship) reading.values.relationship = relationship;
  if (isUnnamed)
    reading.left.push({
      field: 'firstNm',
      column: IMPORT_FIELDS.firstNm.label,
      message: 'The first name is not known',
    });
  return reading;
}
