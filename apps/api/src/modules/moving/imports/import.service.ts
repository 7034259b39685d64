/** Imports: uploaded files, the mapping of their columns, the questions about them, and the answers. */
import {
  ImportAnswersForm,
  type ImportPost,
  type ImportRowsQuery,
  type ImportsQuery,
} from '@kinfold/domain/import';
import { answersStillMeant } from '@kinfold/domain/import-answers';
import {
  columnLetter,
  columnsKey,
  FIELDS_OF_KIND,
  mappingFaults,
  type ImportKind,
  type ImportMapping,
} from '@kinfold/domain/import-fields';
import { matchColumns } from '@kinfold/domain/import-headings';
import { isJobOpen } from '@kinfold/domain/job';
import type { Cents } from '@kinfold/domain/money';
import type { CalendarDate } from '@kinfold/domain/dates';
import type * as z from 'zod/mini';
import type { Author } from '../../../platform/author.ts';
import { cutNewest, NEWEST_FIRST, olderThan, placeOf } from '../../../platform/cursor.ts';
import { inTransaction, type Session } from '../../../platform/database.ts';
import { newId } from '../../../platform/documents.ts';
import { sha256 } from '../../../platform/hash.ts';
import { findJob, startJob, type Job } from '../../../work/jobs.ts';
import { conflict, invalid, notFound } from '../../../platform/problem.ts';
import { findOfferedCampaigns } from '../../funds/campaigns/campaign.service.ts';
import { presentJob } from '../../operations/jobs/job.presenter.ts';
import { FileFault } from './file-fault.ts';
import { cellsBeside, SAMPLE_MAX, SAMPLES } from './import-file.ts';
import { removeFile, storeFile } from './import-storage.service.ts';
import { importMappings, importRows, imports, TWICE, type ImportRecord } from './import.model.ts';
import { balancesFault, openQuestions } from './import.presenter.ts';
import { withWords } from './import-questions.presenter.ts';
import { readStoredFile, type OpenFile } from './read-file.ts';

export type { ImportRecord };

/** The grant of the policy for an import. */
export type ImportGrant = { given: ImportRecord };

/** The types of the jobs of an import, by what it contains; their input is `{ importId }`. */
export const IMPORT_JOBS = { check: 'import-check', run: 'import-run', undo: 'import-undo' } as const;
export const BALANCE_JOBS = { check: 'import-check', run: 'balances-run', undo: 'balances-undo' } as const;
const JOBS_OF = { members: IMPORT_JOBS, balances: BALANCE_JOBS };

const NOTHING = { rows: 0, create: 0, change: 0, skip: 0, faulty: 0, duplicates: 0 };
const NO_OUTCOME = {
  created: 0,
  changed: 0,
  households: 0,
  memberships: 0,
  failed: 0,
  undone: 0,
  kept: 0,
  uncovered: 0,
  joined: 0,
};

/** The mapping of the columns of an import, as a request sends it. */
export const mappingOf = ({ columns }: Pick<ImportRecord, 'columns'>): ImportMapping =>
  Object.fromEntries(columns.map(({ name, field }) => [name, field]));

/** An import by its id. Throws 404 when there is none. */
export async function requireImport(importId: string): Promise<ImportRecord> {
  const found = await imports().findOne({ _id: importId });
  if (!found) throw notFound('There is no such import.');
  return found;
}

/** Rows of a new file that are read for the fields of its columns. */
const FIRST_ROWS = 500;

/** The columns below no name that some rows fill. */
export function columnsBeside(
  named: number,
  beside: ReturnType<typeof cellsBeside>,
): { name: string; samples: string[]; filled: number }[] {
  const filled = beside.filled();
  return Array.from({ length: beside.count() }, (_, index) => ({
    name: `Column ${columnLetter(named + index)}`,
    samples: filled[index]?.samples ?? [],
    filled: filled[index]?.filled ?? 0,
  }));
}

type Columns = Pick<ImportRecord, 'columns' | 'choices' | 'notes'>;

/** The columns of a file with samples; no more of it is read than the first rows. Throws FileFault. */
const readColumns =
  (kept: Kept & Partial<Pick<ImportRecord, 'columns'>>) =>
  async ({ columns: names, choices, rows, notes }: OpenFile): Promise<Columns> => {
    const found = names.map((name) => ({ name, samples: [] as string[], filled: 0 }));
    const cellsOf = names.map((): string[] => []);
    const beside = cellsBeside(names.length);
    let count = 0;
    for await (const row of rows) {
      const { cells } = row;
      beside.add(row);
      for (const [index, column] of found.entries()) {
        const cell = (cells[index] ?? '').trim().slice(0, SAMPLE_MAX);
        if (!cell) continue;
        column.filled += 1;
        cellsOf[index]?.push(cell);
        if (column.samples.length < SAMPLES) column.samples.push(cell);
      }
      count += 1;
      if (count === FIRST_ROWS) break;
    }
    if (!count) throw new FileFault('There is a heading in this file, and nobody below it.');
    const more = columnsBeside(names.length, beside);
    const all = [...names, ...more.map(({ name }) => name)];
    found.push(...more);
    const mapping = await rememberedMapping(
      kept,
      all,
      found.map(({ name, filled, samples }, index) => ({ name, filled, cells: cellsOf[index] ?? samples })),
    );
    const columns = found.map((column) => ({ ...column, field: mapping[column.name] ?? null }));
    return { columns, choices, notes: notes() };
  };

type Kept = Pick<ImportRecord, 'organizationNumber' | 'kind'>;

const mappingKey = ({ organizationNumber, kind }: Kept, names: readonly string[]) =>
  sha256(`${organizationNumber} ${kind === 'members' ? '' : `${kind} `}${columnsKey(names)}`);

/**
 * The mapping of the columns of a file: as corrected for such a file before, or for those of its columns that have the same
 * name below another heading, else guessed from their names.
 */
async function rememberedMapping(
  { columns: before = [], ...kept }: Parameters<typeof readColumns>[0],
  names: readonly string[],
  columns: readonly { name: string; filled: number; cells: readonly string[] }[],
): Promise<ImportMapping> {
  const filled = Object.fromEntries(columns.map((column) => [column.name, column.filled]));
  const cells = Object.fromEntries(columns.map((column) => [column.name, column.cells]));
  const matched = matchColumns(names, kept.kind, filled, cells);
  const correctedOf = async (of: readonly string[]) =>
    (await importMappings().findOne({ _id: mappingKey(kept, of) }))?.columns;
  const namesBefore = before.map(({ name }) => name);
  const guessed = matchColumns(namesBefore, kept.kind);
  const known =
    (await correctedOf(names)) ??
    (before.length ? await correctedOf(namesBefore) : undefined)?.filter(
      ({ name, field }) => field !== guessed[name],
    );
  const corrected = known?.filter(({ name }) => Object.hasOwn(matched, name)) ?? [];
  return { ...matched, ...Object.fromEntries(corrected.map(({ name, field }) => [name, field])) };
}

/**
 * Accepts a file: stores it, reads its columns, and starts the job that checks it. Throws 413 for one that is too large,
 * 422 with a sentence for a file that is not a list.
 */
export async function createImport(
  { organizationNumber }: { organizationNumber: string },
  kind: ImportKind,
  file: { name: string; stream: AsyncIterable<Buffer>; announcedBytes: number },
  author: Author,
  now: Date,
): Promise<ImportRecord> {
  const _id = newId();
  await storeFile(_id, file.stream, file.announcedBytes, now);
  try {
    const kept = { organizationNumber, kind };
    const read = await readStoredFile({ _id, ...kept, answers: {} }, readColumns(kept));
    const given: ImportRecord = {
      _id,
      organizationNumber,
      kind,
      fileName: file.name || kind,
      status: 'mapping',
      fault: null,
      ...read,
      answers: {},
      seen: [],
      counts: NOTHING,
      outcome: NO_OUTCOME,
      isRead: false,
      jobId: null,
      createdBy: author.email,
      createdDt: now,
    };
    return await startImportJob(given, 'check', author);
  } catch (error) {
    await removeFile(_id);
    if (error instanceof FileFault) throw invalid([{ path: 'file', message: error.message }]);
    throw error;
  }
}

/** The statuses from which each job starts; one that runs is joined. */
const STARTABLE: Record<keyof typeof IMPORT_JOBS, ImportRecord['status'][]> = {
  check: ['mapping', 'checked'],
  run: ['checked', 'running'],
  undo: ['done', 'running'],
};

/**
 * Starts a job of an import, together with other writes for it: a new one is stored with its first job. Joins an open
 * job; a check starts over. Throws 409 when the import has another status meanwhile.
 */
async function startImportJob(
  given: ImportRecord,
  kind: keyof typeof IMPORT_JOBS,
  author: Author,
  changed: Partial<ImportRecord> = {},
): Promise<ImportRecord> {
  const { _id: importId, organizationNumber } = given;
  const job = { type: JOBS_OF[given.kind][kind], key: importId, organizationNumber, input: { importId } };
  const status = kind === 'check' ? 'mapping' : 'running';
  return inTransaction(async (session) => {
    const { _id: jobId } = await startJob(job, author, { session, restarts: kind === 'check' });
    const started = { ...changed, jobId, status } as const;
    if (given.jobId === null) {
      await imports().insertOne({ ...given, ...started }, { session });
      return { ...given, ...started };
    }
    const startable = { _id: importId, status: { $in: STARTABLE[kind] } };
    // What was found below another heading is of rows that are gone.
    const gone = changed.choices && { $unset: { families: '', balances: '' } as const };
    const { families: _families, balances: _balances, ...lasting } = given;
    const { matchedCount } = await imports().updateOne(startable, { $set: started, ...gone }, { session });
    if (!matchedCount)
      throw conflict('changed_meanwhile', 'Another user has just continued this import. Please reload it.');
    // Not those of another heading, which nobody has corrected.
    if (changed.columns && !changed.choices) await rememberMapping(given, changed.columns, session);
    return { ...(gone ? lasting : given), ...started };
  });
}

/** Stores the mapping of columns, for the next file with the same columns. */
async function rememberMapping(
  kept: Kept,
  columns: ImportRecord['columns'],
  session: Session,
): Promise<void> {
  const _id = mappingKey(
    kept,
    columns.map(({ name }) => name),
  );
  const mapped = columns.map(({ name, field }) => ({ name, field }));
  await importMappings().replaceOne({ _id }, { columns: mapped }, { session, upsert: true });
}

/** The latest job of an import; undefined before there was one, or when its record has expired. */
export async function jobOfImport({ jobId }: ImportRecord): Promise<Job | undefined> {
  return jobId === null ? undefined : findJob(jobId);
}

/** A page of the imports of an organization, newest first. */
export async function listImports(
  organizationNumber: string,
  { cursor, page_size }: z.output<typeof ImportsQuery>,
) {
  const after = placeOf(cursor);
  const found = await imports()
    .find({
      organizationNumber,
      ...olderThan(after),
    })
    .sort(NEWEST_FIRST)
    .limit(page_size + 1)
    .toArray();
  return cutNewest(found, page_size);
}

/** A page of the rows of an import in the order of the file: all, or those in a state or with an outcome. */
export async function listRows(
  importId: string,
  { state, outcome, left, twice, row, cursor, page_size }: z.output<typeof ImportRowsQuery>,
) {
  if (cursor && !/^\d{1,7}(\.\d{1,2})?$/.test(cursor))
    throw invalid([{ path: 'cursor', message: 'cursor is the next of a page' }]);
  const found = await importRows()
    .find({
      importId,
      ...(state && { state }),
      ...(outcome && { outcome }),
      ...(cursor && { row: { $gt: Number(cursor) } }),
      ...(left && { state: 'create' as const, $and: [{ left: { $exists: true } }] }),
      ...(twice && TWICE),
      ...(row && { group: { $in: await groupsOf(importId, Number(row)) } }),
    })
    .sort({ row: 1 })
    .limit(page_size + 1)
    .toArray();
  const rows = found.slice(0, page_size);
  const last = found.length > page_size ? rows.at(-1) : undefined;
  return { rows, next: last ? String(last.row) : null };
}

/** The families of the people of a row, which is one, or none for an unknown row. */
async function groupsOf(importId: string, row: number): Promise<string[]> {
  const people = await importRows()
    .find({ importId, row: { $gte: row, $lt: row + 1 } }, { projection: { group: 1 } })
    .toArray();
  return people.map(({ group }) => group);
}

/** Throws 409 for an import that is running, or has run already. */
function requireOpen({ status }: ImportRecord): void {
  if (status === 'running')
    throw conflict('import_running', 'This import is running. Wait until it is done.');
  if (status === 'done' || status === 'undone')
    throw conflict('import_done', 'This import is done. Send the file again to import the rest of it.');
}

/** Others of a request are left out, as everywhere. */
const KNOWN_ANSWERS = Object.keys(ImportAnswersForm.shape);

/** The answers with which a file of balances is compared, and its day. */
const CONTROL = ['asOf', 'controlRows', 'controlSum'];

/**
 * Changes the mapping and the answers, and starts a new check. The mapping is stored for the next file with the same
 * columns. Throws 409 for an import that runs or has run, 422 for unknown columns.
 */
export async function changeImport(
  given: ImportRecord,
  { mapping, answers }: ImportPost,
  author: Author,
  today: CalendarDate,
): Promise<ImportRecord> {
  requireOpen(given);
  if (given.fault) throw conflict('file_faulty', given.fault);
  const unknown = Object.keys(mapping ?? {}).filter(
    (name) => !given.columns.some((one) => one.name === name),
  );
  if (unknown.length)
    throw invalid(unknown.map((name) => ({ path: `mapping.${name}`, message: 'There is no such column' })));
  const others = Object.entries(mapping ?? {}).filter(
    ([, field]) => field !== null && !FIELDS_OF_KIND[given.kind].includes(field),
  );
  if (others.length)
    throw invalid(others.map(([name]) => ({ path: `mapping.${name}`, message: 'There is no such field' })));
  if (answers?.asOf && answers.asOf > today)
    throw invalid([{ path: 'answers.asOf', message: 'This day is still to come' }]);
  const reread = await readAgain(given, answers);
  const columns = (reread?.columns ?? given.columns).map((column) => ({
    ...column,
    field: mapping && Object.hasOwn(mapping, column.name) ? (mapping[column.name] ?? null) : column.field,
  }));
  const campaignId = answers?.campaignId;
  const funds = await findOfferedCampaigns(given.organizationNumber);
  if (campaignId && !funds.some(({ _id }) => _id === campaignId))
    throw invalid([{ path: 'answers.campaignId', message: 'There is no such fund' }]);
  const answered = Object.entries(answers ?? {}).filter(([, value]) => value !== null);
  const isOfWords = ([name]: readonly [string, unknown]) => name.includes(': ');
  const before = answersStillMeant(given.answers, given.columns, columns);
  const { words, unknown: strange } = withWords(
    { ...given, answers: before },
    answered.filter(isOfWords),
    funds,
  );
  if (strange.length)
    throw invalid(strange.map((name) => ({ path: 'answers', message: `There is no such answer: ${name}` })));
  const all: ImportRecord['answers'] = {
    ...before,
    ...Object.fromEntries(answered.filter((one) => !isOfWords(one) && KNOWN_ANSWERS.includes(one[0]))),
    ...(words.length && { words }),
  };
  // The heading of another sheet is found again.
  if (answers?.sheet && !answers.headingRow) delete all.headingRow;
  // Who lives together was asked about other rows.
  if (reread) for (const name of ['families', 'familyNames', 'households'] as const) delete all[name];
  const isControl = answered.length > 0 && answered.every(([name]) => CONTROL.includes(name));
  // Control totals change nothing about the rows.
  if (isControl && !mapping && all.asOf === given.answers.asOf) {
    const checked = { _id: given._id, status: 'checked' } as const;
    const { matchedCount } = await imports().updateOne(checked, { $set: { answers: all } });
    if (matchedCount) return { ...given, answers: all };
  }
  return startImportJob(given, 'check', author, {
    ...reread,
    ...(mapping && { columns }),
    answers: all,
  });
}

/**
 * Reads the columns of a file once more when another sheet or heading was chosen: its rows are stored again. Throws 409 while
 * the file is being checked, or when it is gone.
 */
async function readAgain(
  given: ImportRecord,
  answers: ImportPost['answers'],
): Promise<(Columns & Pick<ImportRecord, 'isRead' | 'counts' | 'seen' | 'sameFamilies'>) | undefined> {
  const { sheets, sheet, headingRow, firstRows } = given.choices;
  const chosen = {
    ...(answers?.sheet && { sheet: answers.sheet }),
    ...(answers?.headingRow && { headingRow: answers.headingRow }),
  };
  const isSame = (chosen.sheet ?? sheet) === sheet && Number(chosen.headingRow ?? headingRow) === headingRow;
  if (isSame) return undefined;
  if (chosen.sheet !== undefined && !sheets.includes(chosen.sheet))
    throw invalid([{ path: 'answers.sheet', message: 'There is no such sheet' }]);
  const isRow = (row: string) => row === '0' || firstRows.some((one) => String(one.row) === row);
  if (chosen.headingRow !== undefined && !chosen.sheet && !isRow(chosen.headingRow))
    throw invalid([{ path: 'answers.headingRow', message: 'There is no such row' }]);
  const job = await jobOfImport(given);
  if (job && isJobOpen(presentJob(job)))
    throw conflict('not_checked', 'This file is being checked: choose once it is checked.');
  try {
    const how = { ...given, answers: { ...given.answers, headingRow: undefined, ...chosen } };
    const read = await readStoredFile(how, readColumns(given));
    return { ...read, isRead: false, counts: NOTHING, seen: [], sameFamilies: [] };
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    throw invalid([{ path: `answers.${chosen.sheet ? 'sheet' : 'headingRow'}`, message: error.message }]);
  }
}

/**
 * Starts the job that imports what was checked, or joins a running one. Throws 409 for an import that is not checked or
 * answered, and for balances that differ from their control total. `show` formats an amount (cents).
 */
export async function runImport(
  given: ImportRecord,
  author: Author,
  show: (amount: Cents) => string,
): Promise<ImportRecord> {
  if (given.status === 'running') return given;
  requireOpen(given);
  const faults = [given.fault ?? [], mappingFaults(mappingOf(given), given.kind)].flat();
  if (faults[0]) throw conflict('not_checked', faults[0]);
  if (given.status !== 'checked')
    throw conflict('not_checked', 'This file is still being checked. Wait until that is done.');
  const [open] = openQuestions(given);
  if (open) throw conflict('unanswered', `Answer this first: ${open.text}`);
  const differs = balancesFault(given, show);
  if (differs) throw conflict('control_total', differs);
  const started = await startImportJob(given, 'run', author);
  await removeFile(given._id);
  return started;
}

/** Starts the job that undoes what an import created and changed. Throws 409 for one that has not run. */
export async function undoImport(given: ImportRecord, author: Author): Promise<ImportRecord> {
  if (given.status === 'undone') return given;
  if (given.status === 'running') {
    const job = await jobOfImport(given);
    if (job?.type === JOBS_OF[given.kind].undo) return given;
    throw conflict('import_running', 'This import is running. Wait until it is done.');
  }
  if (given.status !== 'done') throw conflict('import_not_done', 'This import has not run yet.');
  return startImportJob(given, 'undo', author);
}
