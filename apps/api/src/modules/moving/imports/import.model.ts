/** Imports of members from files. Their ids are texts, so all access goes through the driver (docs/decisions/011). */
import type { ImportOutcome, ImportRowState } from '@kinfold/domain/import';
import type { FamilyDoubt } from '@kinfold/domain/import-family';
import type { ImportField, ImportKind } from '@kinfold/domain/import-fields';
import type { ImportValues } from '@kinfold/domain/import-row';
import type { FamilyAbove, RelativesBelow, Seen } from '@kinfold/domain/import-file';
import type { ImportAnswers } from '@kinfold/domain/import-values';
import type { LikelyDuplicate } from '@kinfold/domain/member-duplicates';
import {
  bytes,
  date,
  flag,
  int,
  list,
  mixed,
  money,
  object,
  optional,
  orNull,
  text,
} from '../../../platform/fields.ts';
import type { ImportedPart } from '../../funds/memberships/imported-part.service.ts';
import type { BeforeOpening } from '../../funds/memberships/membership-opening.service.ts';
import type { FileChoices } from './import-file.ts';
import { collectionOf, countBy, defineModel, type DocumentOf } from '../../../platform/model.ts';

/** The number of rows in each state. */
const countFields = {
  rows: int(),
  create: int(),
  change: int(),
  skip: int(),
  faulty: int(),
  duplicates: int(),
  /** Those that are likely the same person as an earlier row, decided or not; missing before a check. */
  twice: optional(int()),
};

/** The outcomes of the rows; and what an undo removed, and had to leave. */
const outcomeFields = {
  created: int(),
  changed: int(),
  households: int(),
  memberships: int(),
  failed: int(),
  undone: int(),
  kept: int(),
  /** People who are not in the fund of their row, which says why. */
  uncovered: int(),
  /** People who were added to existing memberships. */
  joined: int(),
};

/** What a file would make of families (`ImportFamilies` on the wire); funds by their ids, amounts in cents. */
export type FamilyFigures = {
  people: number;
  households: number;
  toComplete: number;
  unknownBirthDates: number;
  deceased: number;
  funds: Record<string, { campaignName: string; memberships: number; amount: number }>;
  examples: string[];
  doubts: Partial<Record<FamilyDoubt, { count: number; first: { row: number; text: string }[] }>>;
};

type Remark = { column: string; message: string };
/** What the judgement of a family may change of a row. */
type Alone = {
  state: ImportRowState | 'unchecked';
  note: string | null;
  sameAsRow: number | null;
  faults: Remark[];
  left?: Remark[];
};

const rowsAndSum = object({ rows: int(), sum: money() });

const ImportModel = defineModel('imports', {
  _id: text(),
  organizationNumber: text(),
  kind: text<ImportKind>(),
  fileName: text(),
  status: text<'mapping' | 'checked' | 'running' | 'done' | 'undone'>(),
  /** Why the file cannot be read, in a sentence. */
  fault: orNull(text()),
  /** Notes about the file; each a sentence. */
  notes: list(text()),
  /** The columns with three of their values, and how many cells have one. */
  columns: list(
    object({
      name: text(),
      samples: list(text()),
      field: orNull(text<ImportField>()),
      filled: optional(int()),
    }),
  ),
  /** The sheet and the heading that are read, and which others may be chosen while the file is kept. */
  choices: mixed<FileChoices>(),
  answers: mixed<ImportAnswers>(),
  /** What the last check saw in the rows, for questions about all of them (import-understanding.ts). */
  seen: mixed<Seen[]>(),
  /** Some families beside those with the same key that are here, a sentence each. */
  sameFamilies: optional(list(text())),
  /** What the last check found of families; amounts in cents. */
  families: optional(mixed<FamilyFigures>()),
  counts: object(countFields),
  outcome: object(outcomeFields),
  /** The figures of balances, in cents, from the last job. */
  balances: optional(
    object({
      file: object({ rows: int(), sum: money(), unreadable: int() }),
      enters: rowsAndSum,
      entered: rowsAndSum,
      left: rowsAndSum,
      /** Of what is entered, what was paid ahead. */
      ahead: optional(rowsAndSum),
      /** Those that are matched by a name alone, which is asked about. */
      named: optional(int()),
      churches: list(
        object({
          organizationNumber: text(),
          organizationName: text(),
          rows: int(),
          before: money(),
          added: money(),
          after: money(),
        }),
      ),
      /** Totals that were left out, and funds whose balances have another day; each a sentence. */
      notes: list(text()),
    }),
  ),
  /** Whether all rows are stored, and the file is gone. */
  isRead: flag(),
  /** The last job; null before there is one. */
  jobId: orNull(text()),
  createdBy: text(),
  createdDt: date(),
});
export type ImportRecord = DocumentOf<typeof ImportModel>;

/** A file in parts, or rows that were read of it. */
const ChunkModel = defineModel('import_chunks', {
  _id: text(),
  importId: text(),
  part: int(),
  data: bytes(),
  createdDt: date(),
});

const RowModel = defineModel('import_rows', {
  _id: text(),
  importId: text(),
  /** As a spreadsheet shows it, from 1; several people of one row have it with decimals: 2, 2.01, 2.02. */
  row: int(),
  /** The place of a person in a row with several, from 1; missing for the first. */
  part: optional(int()),
  cells: list(text()),
  /** By column what follows in long cells, which patterns do not read; missing for none. */
  rest: optional(list(text())),
  /** By column the cells above, for ditto marks and an empty family number; missing for nothing. */
  above: optional(mixed<Record<string, string>>()),
  /** The words of the heading above that says something of its person (import-sections.ts); missing for none. */
  section: optional(text()),
  /** The heading of the family to which it belongs; missing for none. */
  family: optional(mixed<FamilyAbove>()),
  /** Rows below with relatives of its person; and whether it is such a row. */
  below: optional(mixed<RelativesBelow[]>()),
  isBelow: optional(flag()),
  state: text<ImportRowState | 'unchecked'>(),
  name: text(),
  values: mixed<ImportValues>(),
  faults: list(object({ column: text(), message: text() })),
  /** Details that are not taken; missing for none. */
  left: optional(list(object({ column: text(), message: text() }))),
  /** As what they live in their family, where that is not what their row says; where they live, as one text. */
  relationship: optional(text()),
  place: optional(text()),
  /** What it came to before its family was judged, where that differs. */
  alone: optional(mixed<Alone>()),
  /** The head of their new household, who pays. */
  isHead: optional(flag<true>()),
  /** The household that was imported before under the key of this family, where it is theirs. */
  joins: optional(text()),
  note: orNull(text()),
  /** Keys of the rows of this file that live together, and that are likely the same person. */
  householdKey: orNull(text()),
  personKey: orNull(text()),
  /** The first row of people who live together, with leading zeros: rows are processed in this order. */
  group: text(),
  /** The key of the person created from this row: the same row never creates a second one. */
  contentKey: text(),
  duplicates: mixed<LikelyDuplicate[]>(),
  sameAsRow: orNull(int()),
  choice: orNull(text()),
  /** The existing member that the row is about; their fields before and after. */
  target: orNull(text()),
  changes: list(object({ field: text(), from: mixed(), to: mixed() })),
  outcome: orNull(text<ImportOutcome>()),
  /** The member who was created or changed, and the version. */
  memberId: orNull(text()),
  memberVersion: orNull(int()),
  /** The campaigns that the household of this row is to join or joined, and its memberships in them; for a balance, the one that it is about. */
  fundIds: list(text()),
  membershipIds: list(text()),
  /** The existing memberships to which the member was added; missing for none. */
  joined: optional(
    list(
      object({
        membershipId: text(),
        part: mixed<ImportedPart['part']>(),
        version: int(),
        wasUntouched: flag(),
      }),
    ),
  ),
  /** Whether the household was created with this row, and its id. */
  householdId: orNull(text()),
  /** Balances only: the organization of the membership, the amount due (cents), and the donation made of it. */
  organizationNumber: optional(text()),
  amount: optional(money()),
  donationId: optional(text()),
  /** What was paid ahead (cents), and the entry of the ledger that made credit of it. */
  credit: optional(money()),
  creditEntryId: optional(text()),
  /** The state of its membership before, for an undo. */
  before: optional(mixed<BeforeOpening>()),
  createdDt: date(),
});
export type ImportRowRecord = DocumentOf<typeof RowModel>;

/** The fields of a row that a check has not filled yet. */
export const nothingFound = () => ({
  faults: [],
  note: null,
  duplicates: [],
  sameAsRow: null,
  target: null,
  changes: [],
  fundIds: [],
  membershipIds: [],
});

/** The member created from a row: `_id` is the `contentKey` of rows with the same content. */
const KeyModel = defineModel('import_keys', { _id: text(), importId: text(), memberId: text() });

/**
 * A household created for people who are said to live together: `key` is a hash of the organization and of what names them,
 * which families of several files may share.
 */
const HouseholdModel = defineModel('import_households', {
  /** That of the household. */
  _id: text(),
  importId: text(),
  key: text(),
});

/** The last mapping of the columns of a file: `_id` is a hash of the organization and the names of its columns. */
const MappingModel = defineModel('import_mappings', {
  _id: text(),
  columns: list(object({ name: text(), field: orNull(text<ImportField>()) })),
});

export const imports = () => collectionOf(ImportModel);
export const importChunks = () => collectionOf(ChunkModel);
export const importRows = () => collectionOf(RowModel);
export const importKeys = () => collectionOf(KeyModel);
export const importHouseholds = () => collectionOf(HouseholdModel);
export const importMappings = () => collectionOf(MappingModel);

/** Rows that are likely the same person as an earlier row of their file. */
export const TWICE = { sameAsRow: { $gt: 0 } } as const;

/** The number of rows of an import in each state, or with each outcome. */
export const countRows = <F extends 'state' | 'outcome'>(
  importId: string,
  by: F,
): Promise<Map<ImportRowRecord[F], number>> => countBy(RowModel, { importId }, by);
