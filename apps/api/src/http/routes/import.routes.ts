import {
  Import,
  ImportPage,
  ImportPost,
  ImportQuery,
  ImportRows,
  ImportRowsQuery,
  ImportsQuery,
  ImportTemplateQuery,
  ImportUploadQuery,
} from '@kinfold/domain/import';
import { templateRows } from '@kinfold/domain/import-fields';
import { showMoney, type Cents } from '@kinfold/domain/money';
import type { CsvColumn } from '../../platform/csv.ts';
import { endpointFor, Reply, type Context } from '../endpoint.ts';
import { AppError, invalid } from '../../platform/problem.ts';
import { authorOf } from '../author.ts';
import { findOfferedCampaigns } from '../../modules/funds/campaigns/campaign.service.ts';
import { exportList, listReply } from '../export-list.ts';
import type { OrganizationGrant } from '../../modules/organizations/organizations/organization.service.ts';
import { choose } from '../../modules/moving/imports/import-choices.service.ts';
import { chooseAlike, mend } from '../../modules/moving/imports/import-mending.service.ts';
import { countStaying } from '../../modules/moving/imports/import-undo.service.ts';
import { presentImport, presentRow } from '../../modules/moving/imports/import.presenter.ts';
import {
  changeImport,
  createImport,
  jobOfImport,
  listImports,
  listRows,
  runImport,
  undoImport,
  type ImportGrant,
  type ImportRecord,
} from '../../modules/moving/imports/import.service.ts';
import { errorsOf } from '../../modules/moving/imports/rows.service.ts';

const ofOrganization = endpointFor<OrganizationGrant>();
const ofImport = endpointFor<OrganizationGrant & ImportGrant>();

/** Enough for the largest file over a slow line. */
const UPLOAD_MS = 10 * 60_000;

const siteOf = ({ deps: { now, config } }: Pick<Context, 'deps'>) => ({
  now,
  timeZone: config.TIME_ZONE,
  currency: config.CURRENCY,
});

async function presentWhole(given: ImportRecord, today: string) {
  const [job, funds] = await Promise.all([
    jobOfImport(given),
    findOfferedCampaigns(given.organizationNumber),
  ]);
  return presentImport(given, { job, today, funds });
}

export const postImportFile = ofOrganization({
  summary:
    'Upload a file of members, or of balances from before, as CSV or XLSX. It is checked in the background, which changes nothing',
  query: ImportUploadQuery,
  reply: Import,
  deadline: UPLOAD_MS,
  answers: {
    201: { description: 'The file was accepted', reply: Import },
    413: { description: 'The file is too large' },
    422: { description: 'The file is not a list; the detail says what it is' },
  },
  async handle(context) {
    const { granted, request, query, now, today } = context;
    // A JSON body was read already.
    if (request.body !== undefined || request.is('multipart/*'))
      throw invalid([{ path: 'file', message: 'Send the file itself, as text/csv or as an XLSX workbook' }]);
    const announcedBytes = Number(request.get('Content-Length') ?? 0);
    const file = { name: query.file_name ?? '', stream: request, announcedBytes };
    const kind = query.kind || 'members';
    const given = await createImport(granted.organization, kind, file, await authorOf(context), now);
    return new Reply(201, await presentWhole(given, today));
  },
});

export const getImports = ofOrganization({
  summary: 'The imports of an organization, newest first',
  query: ImportsQuery,
  reply: ImportPage,
  async handle({ granted, query, today }) {
    const { page, next } = await listImports(granted.organization.organizationNumber, query);
    const jobs = await Promise.all(page.map(jobOfImport));
    return { imports: page.map((given, index) => presentImport(given, { job: jobs[index], today })), next };
  },
});

export const getTemplate = ofOrganization({
  summary: 'A template for a file of members, or of balances: what each column holds, and three sample rows',
  query: ImportTemplateQuery,
  reply: 'csv',
  async handle(context) {
    const kind = context.query.kind || 'members';
    const [names = [], ...rows] = templateRows(kind);
    const columns = names.map((name, index): CsvColumn<string[]> => [
      name,
      '',
      (row) => row[index] ?? '',
      'text',
    ]);
    return listReply(context, `${kind}-template`, columns, rows);
  },
});

export const getImport = ofImport({
  summary: 'An import: its columns, its open questions, what it would do and what it did',
  query: ImportQuery,
  reply: Import,
  async handle(context) {
    const { granted, query, now, today } = context;
    const { given } = granted;
    const whole = await presentWhole(given, today);
    if (!query.staying || given.status !== 'done' || given.kind !== 'members') return whole;
    return { ...whole, staying: await countStaying(given._id, await authorOf(context), now) };
  },
});

export const postImport = ofImport({
  summary:
    'Say what the columns hold, answer the questions, decide about likely duplicates, or mend cells of rows; the import is then checked again',
  body: ImportPost,
  reply: Import,
  answers: { 409: { description: 'The import is running or done, or is being checked' } },
  async handle(context) {
    const { granted, body, today } = context;
    const chosen = body.duplicates
      ? await choose(granted.given, body.duplicates, siteOf(context))
      : granted.given;
    const by = { site: siteOf(context), author: await authorOf(context), today };
    const alike = body.alike ? await chooseAlike(chosen, body.alike, by) : chosen;
    const mended = body.rows ? await mend(alike, body.rows, siteOf(context)) : alike;
    const isOnlyRows = (body.duplicates ?? body.alike ?? body.rows) && !body.mapping && !body.answers;
    const given = isOnlyRows ? mended : await changeImport(mended, body, by.author, today);
    return presentWhole(given, today);
  },
});

export const postRun = ofImport({
  summary: 'Import what was checked, in the background',
  reply: Import,
  answers: {
    202: { description: 'It runs', reply: Import },
    409: {
      description: 'It is not checked, a question is open, its control total differs, or it ran already',
    },
  },
  async handle(context) {
    const { granted, today, deps } = context;
    const show = (amount: Cents) => showMoney(amount, deps.config.CURRENCY);
    const given = await runImport(granted.given, await authorOf(context), show);
    return new Reply(202, await presentWhole(given, today));
  },
});

export const postUndo = ofImport({
  summary: 'Take an import back, in the background; what was paid or edited since stays, with the reason',
  reply: Import,
  answers: {
    202: { description: 'It is being undone', reply: Import },
    409: { description: 'It has not run, or is running' },
  },
  async handle(context) {
    const { granted, today } = context;
    const given = await undoImport(granted.given, await authorOf(context));
    return new Reply(202, await presentWhole(given, today));
  },
});

export const getRows = ofImport({
  summary: 'The rows of an import in the order of the file, with their faults and likely duplicates',
  query: ImportRowsQuery,
  reply: ImportRows,
  async handle({ granted, query }) {
    const { given } = granted;
    const { rows, next } = await listRows(given._id, query);
    return { rows: rows.map((row) => presentRow(row, given.columns)), next };
  },
});

export const getErrors = ofImport({
  summary: 'The rows that were not imported, each with its reason, to be corrected and sent again',
  reply: 'csv',
  async handle(context) {
    const { given, organization } = context.granted;
    if (!given.isRead) throw new AppError(409, 'not_checked', 'This file is still being read.');
    const at = [organization.organizationNumber];
    return exportList(context, { list: 'errors', at, filter: [given.fileName], ...errorsOf(given) });
  },
});
