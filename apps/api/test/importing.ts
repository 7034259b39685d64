/** Uploads files of members in tests, and creates workbooks. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { ImportKind } from '@kinfold/domain/import-fields';
import type { Import, ImportRow } from '@kinfold/domain/import';
import type * as z from 'zod/mini';
import { balancesRunJob } from '../src/modules/moving/imports/balances-run.service.ts';
import { balancesUndoJob } from '../src/modules/moving/imports/balances-undo.service.ts';
import { importCheckJob } from '../src/modules/moving/imports/import-check.service.ts';
import { importRunJob } from '../src/modules/moving/imports/import-run.service.ts';
import { importUndoJob } from '../src/modules/moving/imports/import-undo.service.ts';
import { BALANCE_JOBS, IMPORT_JOBS } from '../src/modules/moving/imports/import.service.ts';
import { workOnJobs } from '../src/work/job-worker.ts';
import type { Account, Api } from './harness.ts';

export type SentImport = z.input<typeof Import>;
export type SentRow = z.input<typeof ImportRow>;

/** The worker's handlers for imports. */
function importHandlers({ deps }: Api) {
  const { TIME_ZONE: timeZone, CURRENCY: currency } = deps.config;
  const site = { now: deps.now, timeZone, currency };
  return {
    [IMPORT_JOBS.check]: importCheckJob(site),
    [IMPORT_JOBS.run]: importRunJob(site),
    [IMPORT_JOBS.undo]: importUndoJob(site),
    [BALANCE_JOBS.run]: balancesRunJob(site),
    [BALANCE_JOBS.undo]: balancesUndoJob(site),
  };
}

/** Imports at an organization, with an account. */
export function importer(
  api: Api,
  account: Account,
  organizationNumber: string,
  kind: ImportKind = 'members',
) {
  const base = `/v2/organizations/${organizationNumber}/imports`;
  const headers = api.as(account);
  const work = () => workOnJobs(importHandlers(api), api.deps.logger);
  const get = async (id: string): Promise<SentImport> =>
    (await api.request.get(`${base}/${id}`).set(headers).expect(200)).body;
  const post = (path: string, body: object = {}) =>
    api.request.post(`${base}${path}`).set(headers).send(body);
  const upload = (file: string | Uint8Array, type = 'text/csv', fileName = `${kind}.csv`) =>
    api.request
      .post(`${base}?file_name=${encodeURIComponent(fileName)}&kind=${kind}`)
      .set(headers)
      .type(type)
      .send(Buffer.from(file));
  const settle = async (id: string) => {
    await work();
    return get(id);
  };
  return {
    base,
    work,
    get,
    post,
    upload,
    /** Uploads a file and runs its check. */
    async check(file: string | Uint8Array, fileName?: string): Promise<SentImport> {
      const { body } = await upload(file, undefined, fileName).expect(201);
      return settle(body._id);
    },
    async change(id: string, body: object): Promise<SentImport> {
      await post(`/${id}`, body).expect(200);
      return settle(id);
    },
    async run(id: string): Promise<SentImport> {
      await post(`/${id}/run`).expect(202);
      return settle(id);
    },
    async undo(id: string): Promise<SentImport> {
      await post(`/${id}/undo`).expect(202);
      return settle(id);
    },
    async rows(id: string, query = ''): Promise<SentRow[]> {
      return (await api.request.get(`${base}/${id}/rows?page_size=100&${query}`).set(headers).expect(200))
        .body.rows;
    },
    async errors(id: string): Promise<string> {
      return (await api.request.get(`${base}/${id}/errors.csv`).set(headers).expect(200)).text;
    },
  };
}

/** Rows as CSV. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) =>
      row.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','),
    )
    .join('\n');

/** A cell of a workbook: a text, a number, a date (its serial number), a formula with its last result. */
export type XlsxCell = string | number | { date: number } | { formula: string; value?: string };

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const letter = (index: number) => String.fromCharCode(65 + index);

function cellXml(cell: XlsxCell, at: string, texts: string[]): string {
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === 'string') {
    texts.push(cell);
    return `<c r="${at}" t="s"><v>${texts.length - 1}</v></c>`;
  }
  if ('date' in cell) return `<c r="${at}" s="1"><v>${cell.date}</v></c>`;
  const value = cell.value === undefined ? '' : `<v>${escape(cell.value)}</v>`;
  return `<c r="${at}" t="str"><f>${escape(cell.formula)}</f>${value}</c>`;
}

/** The parts of a workbook with one sheet. */
export function xlsxParts(rows: readonly (readonly XlsxCell[])[]): Record<string, string> {
  const texts: string[] = [];
  const lines = rows.map((row, index) => {
    const cells = row.map((cell, column) => cellXml(cell, `${letter(column)}${index + 1}`, texts));
    return `<row r="${index + 1}">${cells.join('')}</row>`;
  });
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  return {
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Members" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="x" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="164" formatCode="mm/dd/yyyy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${texts.map((text) => `<si><r><t>${escape(text.slice(0, 1))}</t></r><r><t xml:space="preserve">${escape(text.slice(1))}</t></r></si>`).join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${lines.join('')}</sheetData></worksheet>`,
  };
}

/** A workbook from its parts. */
export const zipOf = (parts: Record<string, string>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));

/** The texts of an archive, by name. */
export const textsOfZip = (archive: Uint8Array): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(archive)).map(([name, bytes]) => [name, strFromU8(bytes)]));
