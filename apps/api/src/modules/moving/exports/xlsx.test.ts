/** The workbooks of lists: read again by our own import, and opened by LibreOffice where it is installed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { textsOfZip } from '../../../../test/importing.ts';
import type { CsvColumn } from '../../../platform/csv.ts';
import { xlsxChunks } from '../../../platform/xlsx.ts';
import { openImportFile } from '../imports/import-file.ts';

type Row = readonly (string | number | null)[];
const COLUMNS = ['Name', 'Birth Date', 'Zip Code', 'Reference', 'Owed', 'Age', 'Note'].map(
  (name, index): CsvColumn<Row> => [name, '', (row) => row[index] ?? null],
);
const ROWS: Row[] = [
  ['Okafor & <Sons>', '03.14.1961', '07040', '00123', '1234.50', 65, '=1+1'],
  ['Zoë\u0000 "O"\nLee', '02.30.1961', '02134', '1E5', '-5.00', null, '3/4'],
  ['Old', '02.01.1890', '00501', '12.50', '0.00', 136, ''],
];

async function workbook(rows: readonly Row[]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of xlsxChunks(COLUMNS, rows)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('a workbook', () => {
  it('has dates and amounts as such, and everything else as it is written', async () => {
    const file = await openImportFile(await workbook(ROWS));
    const cells: string[][] = [];
    for await (const row of file.rows) cells.push(row.cells);
    expect(file.columns).toEqual(COLUMNS.map(([name]) => name));
    expect(cells.map((row) => row.slice(1, 6))).toEqual([
      ['1961-03-14', '07040', '00123', '1234.5', '65'],
      ['02.30.1961', '02134', '1E5', '-5', ''],
      ['02.01.1890', '00501', '12.50', '0', '136'],
    ]);
    const { 'xl/worksheets/sheet1.xml': sheet = '' } = textsOfZip(await workbook(ROWS));
    expect(sheet).toContain('state="frozen"');
    expect(sheet).toContain('<t xml:space="preserve">\'=1+1</t>');
    expect(sheet).not.toContain('<f>');
    expect(sheet).not.toContain('\u0000');
  });

  it('of nobody has its heading', async () => {
    const { 'xl/worksheets/sheet1.xml': sheet } = textsOfZip(await workbook([]));
    expect(sheet).toMatch(/Birth Date.*<\/row><\/sheetData><\/worksheet>$/);
  });

  const office = ['soffice', 'libreoffice'].find((name) => !spawnSync(name, ['--version']).error);
  // Skipped where LibreOffice is not installed; the workflow installs it.
  it.skipIf(!office)('is opened by LibreOffice', { timeout: 120_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kinfold-xlsx-'));
    writeFileSync(join(folder, 'list.xlsx'), await workbook(ROWS));
    // Commas, double quotes, UTF-8, from the first row, in US English, quotes where they are needed, cells as shown.
    const asShown = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true';
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
    const how = [profile, '--headless', '--convert-to', asShown, '--outdir', folder];
    execFileSync(office ?? '', [...how, join(folder, 'list.xlsx')]);
    const text = readFileSync(join(folder, 'list.csv'), 'utf8');
    rmSync(folder, { recursive: true });
    expect(text.split('\n')).toEqual([
      'Name,Birth Date,Zip Code,Reference,Owed,Age,Note',
      'Okafor & <Sons>,03/14/1961,07040,00123,"1,234.50",65,\'=1+1',
      '"Zoë ""O""',
      'Lee",02.30.1961,02134,1E5,-5.00,,3/4',
      'Old,02.01.1890,00501,12.50,0.00,136,',
      '',
    ]);
  });
});
