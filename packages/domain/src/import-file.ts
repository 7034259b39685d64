/** The columns and the rows of a file as its check reads them, and what was seen in them. */
import { groupBy } from './group-by.ts';
import type { ImportField } from './import-fields.ts';
import type { ImportAnswers } from './import-values.ts';
import { foldText } from './text.ts';

/** A column of a file with its field. */
export type FileColumn = { name: string; field: ImportField | null };
/**
 * The cells of a row, by column the cells above: for ditto marks, and for an empty family number; and the words of the
 * heading above, where they say something of its person (import-sections.ts).
 */
export type FileCells = {
  cells: readonly string[];
  /** By column what follows in long cells (`enteredCells`); missing where none is long. */
  rest?: readonly string[];
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
export type File = { columns: readonly FileColumn[]; answers: ImportAnswers };

/** A row with its number in the file. */
export type NumberedCells = FileCells & { row: number };

/** What a check saw in the rows of a file: each with the number of rows, and one of them as an example where it has one. */
export type Seen = { what: string; rows: number; example?: string };
/** Between what was seen and its example. */
export const EXAMPLE = '\u001F';
/** The number of rows in which something was seen. */
export const rowsWith = (seen: readonly Seen[], what: string): number =>
  seen.find((one) => one.what === what)?.rows ?? 0;

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

export const indexOf = ({ columns }: File, field: ImportField): number =>
  columns.findIndex((column) => column.field === field);

export const NAMES: readonly (ImportField | null)[] = ['firstNm', 'lastNm', 'fullName'];
export const DATES: readonly (ImportField | null)[] = [
  'birthDt',
  'spouseBirthDt',
  'childBirthDt',
  'deceasedDt',
  'coveredSince',
  'unsubscribedDt',
  'lastPaidDt',
];
export const REST_OF_ADDRESS: readonly (ImportField | null)[] = [
  'streetAddress2',
  'cityNm',
  'stateCd',
  'postalCd',
  'countryCd',
];
export const ADDRESS: readonly (ImportField | null)[] = ['streetAddress', ...REST_OF_ADDRESS];
export const WORD_MAX = 60;
/** `Do` is a name. */
const DITTO =
  /^(ditto|dito|detto|dto\.?|do\.|idem|id\.|igual|ebenso|"|''|,,|″|〃|“|”|[-–—]+ ?["″”] ?[-–—]+|same(?: (?:address|home|house|place))?(?: as (?:above|head|husband|wife|spouse|parents?|mother|father))?|as above|see above|misma(?: direccion)?|meme adresse|lo mismo|a? ?mesm[oa](?: morada)?|s\.o\.|siehe oben|wie oben|jak wyzej|isto|исто|pareho|ዝኒ ከማሁ)$/u;
/** As above, in Polish; `J.W.` is initials. */
const DITTO_SMALL = /^\s*j\. ?w\.\s*$/;
export const isDitto = (cell: string, field: ImportField | null): boolean =>
  field !== null &&
  !OF_RELATIVES.includes(field) &&
  isDittoMark(cell) &&
  !(OF_ONE.includes(field) && /\p{L}/u.test(cell));
export const isDittoMark = (cell: string): boolean =>
  cell.length < WORD_MAX && (DITTO.test(foldText(cell)) || DITTO_SMALL.test(cell));
/** What a person has for themselves: letters there are initials and no ditto marks. */
const OF_ONE: readonly (ImportField | null)[] = ['firstNm', 'middleInit', 'suffix'];
/** Details of a relative, where the same is that of the person of the row; a name is nobody else's. */
export const DETAILS_OF_RELATIVES: readonly (ImportField | null)[] = [
  'spouseLastNm',
  'spousePhone',
  'spouseEmail',
];
export const OF_RELATIVES: readonly (ImportField | null)[] = [
  ...DETAILS_OF_RELATIVES,
  ...(['spouseNm', 'spouseBirthDt', 'childNm', 'childBirthDt'] as const),
];

/** Whether headings of families name those below, as was answered. */
export const isHeadingRead = ({ familyHeadings }: ImportAnswers): boolean =>
  familyHeadings === 'household' || familyHeadings === 'name';

export const isHeading = ({ family, row }: FileCells & { row?: number }): boolean =>
  family !== undefined && family.row === row;

/** Whether a row has the heading of a family, and the answer for the file is that it is no person. */
export const isFamilyHeading = ({ answers }: Pick<File, 'answers'>, row: FileCells): boolean =>
  isHeadingRead(answers) && isHeading(row);

/** The length from which a cell is shortened before it is read, and the most of it that is read below a field. */
const LONG_CELL = 100;
export const READ_MAX = 1_000;
/** Behind a cell that was cut, which is so longer than what is read. */
const CUT = '…';
/**
 * The cells of a row as they enter, for all that reads them: long ones without their runs of blanks, which patterns take long
 * to read, and cut. What follows is `rest`.
 */
export function enteredCells(written: readonly string[]): { cells: string[]; rest?: string[] } {
  const cells = written.map((cell) =>
    cell.length <= LONG_CELL
      ? cell
      : cell.trim().replace(/\s{3,}/g, (blanks) => (blanks.includes('\n') ? '\n' : '  ')),
  );
  const rest = cells.map((cell) => cell.slice(READ_MAX));
  if (!rest.some(Boolean)) return { cells };
  return { cells: cells.map((cell, index) => cell.slice(0, READ_MAX) + (rest[index] && CUT)), rest };
}

/** A cell as it entered, with what follows in a long one. */
export const wholeCell = (cell: string, rest = ''): string =>
  rest ? cell.slice(0, -CUT.length) + rest : cell;
export const wholeCells = ({ cells, rest }: Pick<FileCells, 'cells' | 'rest'>): string[] =>
  cells.map((cell, index) => wholeCell(cell, rest?.[index]));
