/** An import of members from a file (design of the staff side, "Import"): its wire types, and the requests of staff. */
import * as z from 'zod/mini';
import { dateField, WireInstant } from './dates.ts';
import { requestText } from './free-text.ts';
import { FAMILY_DOUBTS } from './import-family.ts';
import { IMPORT_FIELD_NAMES, IMPORT_KINDS } from './import-fields.ts';
import { Job } from './job.ts';
import { LikelyDuplicate } from './member-duplicates.ts';
import { WireMoney, type Cents } from './money.ts';
import { cursorFields, filterField } from './pagination.ts';
import { NO_FIELDS } from './problem.ts';
import { recordOf } from './record-of.ts';
import { countOf, pluralOf } from './text.ts';

/** The limits of a file. */
export const IMPORT_MAX = { bytes: 20 * 1024 * 1024, rows: 200_000, columns: 80 } as const;

/** The number of a row as the file has it: several people of row 2 have the rows 2, 2.01 and 2.02. */
export const rowInFile = (row: number): number => Math.floor(row);

/** What a row would do, or why it does nothing. */
export const IMPORT_ROW_STATES = ['create', 'change', 'skip', 'faulty', 'duplicate'] as const;
export type ImportRowState = (typeof IMPORT_ROW_STATES)[number];

/** The outcome of a row: a member made or changed, a failure, undone or kept by an undo. */
const IMPORT_OUTCOMES = ['created', 'changed', 'failed', 'undone', 'kept'] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

const count = z.number();

/** A question about a whole file; `answer` is null until a user answers. */
const ImportQuestion = z.object({
  /** The name of its answer in a request. */
  name: z.string(),
  text: z.string(),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  answer: z.nullable(z.string()),
  /** Nothing is imported before it is answered. */
  isRequired: z.boolean(),
  /** Any text may be an answer, besides the options. */
  isText: z.optional(z.boolean()),
});
export type ImportQuestion = z.infer<typeof ImportQuestion>;

const ImportMapping = recordOf(z.nullable(z.enum(IMPORT_FIELD_NAMES)));

const rowsAndSum = z.object({ rows: count, sum: WireMoney });

/** For a file of balances from before Kinfold: its figures, the control total, and the amounts owed at each church. */
const ImportBalances = z.object({
  /** The day of the file, YYYY-MM-DD, and the control total; null until a user enters them. */
  asOf: z.nullable(z.string()),
  control: z.object({ rows: z.nullable(count), sum: z.nullable(WireMoney) }),
  /** All rows except totals, the sum that they owe, and how many amounts are unreadable. */
  file: z.extend(rowsAndSum, { unreadable: count }),
  /** Rows that are entered, that were entered before, and that have a fault or a choice to be made. */
  enters: rowsAndSum,
  entered: rowsAndSum,
  left: rowsAndSum,
  /** Of what is entered, what was paid ahead: it becomes credit. A sum is negative where more was paid ahead than is owed. */
  ahead: z.optional(rowsAndSum),
  /** The amounts owed from before by the members of each church: before this import, by it, and after it. */
  churches: z.array(
    z.object({
      organizationNumber: z.string(),
      organizationName: z.string(),
      rows: count,
      before: WireMoney,
      added: WireMoney,
      after: WireMoney,
    }),
  ),
});
export type ImportBalances = z.infer<typeof ImportBalances>;

/** What a file of members would make, as families, before anything is made. */
const ImportFamilies = z.object({
  people: count,
  households: count,
  /** People with a detail that was left, which somebody completes later. */
  toComplete: count,
  unknownBirthDates: count,
  deceased: count,
  /** New memberships in each fund, and what its new people are charged in each collection. */
  funds: z.array(z.object({ campaignName: z.string(), memberships: count, amount: WireMoney })),
  /** Some families, a line each. */
  examples: z.array(z.string()),
  /** What looks wrong: how many families, and the first of them with a row to look at. */
  doubts: z.array(
    z.object({
      doubt: z.enum(FAMILY_DOUBTS),
      count,
      first: z.array(z.object({ row: z.number(), text: z.string() })),
    }),
  ),
});
export type ImportFamilies = z.infer<typeof ImportFamilies>;

/** Why balances are not entered: the control total is missing, or differs from the file, with both figures. */
export function controlFault(
  {
    control,
    file,
  }: {
    control: { rows: number | null; sum: Cents | null };
    file: { rows: number; sum: Cents; unreadable: number };
  },
  show: (amount: Cents) => string,
): string | undefined {
  if (control.rows === null || control.sum === null)
    return 'Enter the number of rows and the sum of the list, from your own books.';
  if (control.rows === file.rows && control.sum === file.sum) return undefined;
  const figures = (rows: number, sum: Cents) => `${countOf(rows, 'row', 'rows')} and ${show(sum)}`;
  const unread =
    file.unreadable > 0
      ? pluralOf(
          file.unreadable,
          ', without # amount that cannot be read',
          ', without # amounts that cannot be read',
        )
      : '';
  return `The file has ${figures(file.rows, file.sum)}${unread}; by your books it should have ${figures(control.rows, control.sum)}. Nothing is entered while they differ.`;
}

/** An import on the wire. */
export const Import = z.object({
  _id: z.string(),
  organizationNumber: z.string(),
  kind: z._default(z.enum(IMPORT_KINDS), 'members'),
  fileName: z.string(),
  status: z.enum(['mapping', 'checked', 'running', 'done', 'undone']),
  /** Why it cannot be checked or run, a sentence each. */
  problems: z.array(z.string()),
  /** Notes on the file, a sentence each. */
  notes: z.array(z.string()),
  /** The columns with the first three of their values, and how many cells have one. */
  columns: z.array(
    z.object({ name: z.string(), samples: z.array(z.string()), filled: z._default(z.number(), 0) }),
  ),
  /** The field of each column, by its name; null for one that is skipped. */
  mapping: ImportMapping,
  questions: z.array(ImportQuestion),
  /** The choice of the row with the names of the columns, where it is not in doubt and so no question. */
  heading: z.optional(ImportQuestion),
  counts: z.object({
    rows: count,
    create: count,
    change: count,
    skip: count,
    faulty: count,
    duplicates: count,
    /** Those that are likely the same person as an earlier row, decided or not. */
    twice: z._default(count, 0),
  }),
  /** Counts of rows made, changed and left; and of those that an undo reverted or had to leave. */
  outcome: z.object({
    created: count,
    changed: count,
    households: count,
    memberships: count,
    failed: count,
    undone: count,
    kept: count,
    /** People who are not in the fund of their row; its note says why. */
    uncovered: count,
    /** People who were added to existing memberships. */
    joined: count,
  }),
  /** For balances from before Kinfold. */
  balances: z.optional(ImportBalances),
  /** For members, once they were checked. */
  families: z.optional(ImportFamilies),
  /** On request, for members that were imported: how many of the first people would stay if it were taken back now. */
  staying: z.optional(z.object({ people: count, of: count })),
  /** The last job of this import; null before there is one. */
  job: z.nullable(Job),
  createdBy: z.string(),
  createdDt: WireInstant,
});
export type Import = z.infer<typeof Import>;

/** Answer of `GET /v2/organizations/{n}/imports`, newest first. */
export const ImportPage = z.object({ imports: z.array(Import), next: z.nullable(z.string()) });

/**
 * A row of a file on the wire; `row` is its number as a spreadsheet shows it. Several people of one row have that number
 * with decimals: 2, 2.01, 2.02.
 */
export const ImportRow = z.object({
  row: z.number(),
  state: z.enum(IMPORT_ROW_STATES),
  /** The name in the row, as far as it has one. */
  name: z.string(),
  cells: recordOf(z.string()),
  faults: z.array(z.object({ column: z.string(), message: z.string() })),
  /** Details that are not taken, and are to be completed. */
  left: z._default(z.array(z.object({ column: z.string(), message: z.string() })), []),
  /** Why it is skipped, a note, or why an undo left it; null for nothing. */
  note: z.nullable(z.string()),
  /** A member who is probably the same person, or the row of this file that is. */
  duplicates: z.array(LikelyDuplicate),
  sameAsRow: z.nullable(z.number()),
  /** The user's choice about them: make a member anyway, skip the row, or the id of the member to change. */
  choice: z.nullable(z.string()),
  /** For an existing member: what would change. */
  changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
  outcome: z.nullable(z.enum(IMPORT_OUTCOMES)),
  /** The member whom it is about or has made; null while there is none. */
  member_id: z.nullable(z.string()),
});
export type ImportRow = z.infer<typeof ImportRow>;

/** Answer of `GET .../imports/{id}/rows`, in the order of the file. */
export const ImportRows = z.object({ rows: z.array(ImportRow), next: z.nullable(z.string()) });

/** `GET .../imports/{id}`. */
export const ImportQuery = z.object({ staying: filterField(z.enum(['true']), 'staying is true') }, NO_FIELDS);

const ROWS_PAGE = 20;
const IMPORTS_PAGE = 20;

/** `GET .../imports/{id}/rows`: with one state, or with one outcome. */
export const ImportRowsQuery = z.object(
  {
    state: filterField(z.enum(IMPORT_ROW_STATES), 'There is no such state'),
    outcome: filterField(z.enum(IMPORT_OUTCOMES), 'There is no such outcome'),
    /** Those with a detail to be completed. */
    left: filterField(z.enum(['true']), 'left is true'),
    /** Those that are likely the same person as an earlier row, decided or not. */
    twice: filterField(z.enum(['true']), 'twice is true'),
    /** Those of a row of the file, and of who lives with them. */
    row: filterField(z.string().check(z.regex(/^\d{1,7}$/)), 'row is the number of a row'),
    ...cursorFields(ROWS_PAGE),
  },
  NO_FIELDS,
);

/** `GET /v2/organizations/{n}/imports`. */
export const ImportsQuery = z.object(cursorFields(IMPORTS_PAGE), NO_FIELDS);

const kindField = filterField(z.enum(IMPORT_KINDS), 'kind is members or balances');

/** `POST /v2/organizations/{n}/imports`: the file is the body; its name and its kind are parameters. */
export const ImportUploadQuery = z.object(
  { file_name: filterField(requestText('file_name'), 'file_name is a text of at most 200'), kind: kindField },
  NO_FIELDS,
);

/** `GET .../imports/template.csv`: members, unless `kind` is balances. */
export const ImportTemplateQuery = z.object({ kind: kindField }, NO_FIELDS);

const answer = <const V extends readonly string[]>(name: string, values: V) =>
  z.optional(z.nullable(z.enum(values, `${name} is ${values.join(' or ')}`)));

const MOST_CHOICES = 1_000;
const MOST_MENDED = 50;
const CELL_MAX = 500;
const CONTROL_ROWS = 'Enter the number of rows';

/** The answers to the questions; those about words of a column have the names of their questions. */
export const ImportAnswersForm = z.looseObject(
  {
    sheet: z.optional(z.nullable(requestText('sheet', 100))),
    headingRow: z.optional(z.nullable(requestText('headingRow', 7))),
    ditto: answer('ditto', ['above', 'empty']),
    familyAbove: answer('familyAbove', ['above', 'alone']),
    familyUnsaid: answer('familyUnsaid', ['above', 'alone']),
    dayNumbers: answer('dayNumbers', ['dates', 'leave']),
    cityLines: answer('cityLines', ['split', 'keep']),
    longNames: answer('longNames', ['first', 'last', 'family']),
    loneNames: answer('loneNames', ['alone', 'above', 'leave']),
    capitalNames: answer('capitalNames', ['last', 'first']),
    familyHeadings: answer('familyHeadings', ['household', 'name', 'person']),
    nameOrder: answer('nameOrder', ['first', 'last']),
    areaCode: z.optional(
      z.nullable(z.string().check(z.regex(/^([2-9]\d\d)?$/, 'An area code has three digits'))),
    ),
    yearlyPrice: z.optional(
      z.nullable(z.string().check(z.regex(/^\d{1,5}(\.\d\d)?$/, 'Write an amount like 60.00'))),
    ),
    yearEmpty: answer('yearEmpty', ['owed', 'nothing']),
    yearsBeside: answer('yearsBeside', ['balance', 'years', 'both']),
    century: answer('century', ['1900', 'split']),
    dateOrder: answer('dateOrder', ['month', 'day']),
    couples: answer('couples', ['two', 'one']),
    relatives: answer('relatives', ['members', 'leave']),
    deadRelatives: answer('deadRelatives', ['alive', 'dead', 'leave']),
    familyNames: answer('familyNames', ['address', 'name', 'alone']),
    families: answer('families', ['new', 'same']),
    households: answer('households', ['address', 'alone']),
    balanceNames: answer('balanceNames', ['same', 'each']),
    campaignId: z.optional(z.nullable(requestText('campaignId', 24))),
    asOf: z.optional(z.nullable(dateField('Enter a day, MM/DD/YYYY'))),
    controlRows: z.optional(
      z.nullable(
        z.int(CONTROL_ROWS).check(z.minimum(0, CONTROL_ROWS), z.maximum(IMPORT_MAX.rows, CONTROL_ROWS)),
      ),
    ),
    controlSum: z.optional(z.nullable(WireMoney)),
  },
  'answers is an object',
);

/**
 * `POST .../imports/{id}`: the fields of the columns, the answers to the questions, and the choices for rows that
 * probably match an existing member: `create`, `skip`, or the id of that member; `alike` is one for all of them. `rows`
 * has new texts of cells by column. Missing fields stay as they are.
 */
export const ImportPost = z.object(
  {
    mapping: z.optional(
      z.nullable(
        recordOf(
          z.nullable(z.enum(IMPORT_FIELD_NAMES, 'There is no such field')),
          'mapping has a field or null for each column',
        ),
      ),
    ),
    answers: z.optional(z.nullable(ImportAnswersForm)),
    alike: answer('alike', ['create', 'skip', 'likeliest']),
    rows: z.optional(
      z.nullable(
        z
          .array(
            z.object(
              {
                row: z.number('row is the number of a row'),
                cells: recordOf(requestText('cells', CELL_MAX), 'cells has a text for each column'),
              },
              'A mended row has its cells',
            ),
            'rows is a list',
          )
          .check(z.maxLength(MOST_MENDED, `At most ${MOST_MENDED} rows at once`)),
      ),
    ),
    duplicates: z.optional(
      z.nullable(
        z
          .array(
            z.object(
              {
                row: z.number('row is the number of a row'),
                choice: z.nullable(requestText('choice', 24)),
              },
              'A choice has a row',
            ),
            'duplicates is a list',
          )
          .check(z.maxLength(MOST_CHOICES, `At most ${MOST_CHOICES} choices at once`)),
      ),
    ),
  },
  NO_FIELDS,
);
export type ImportPost = z.infer<typeof ImportPost>;
