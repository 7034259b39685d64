import { unzipSync, strFromU8 } from 'fflate';
import { expect, it } from 'vitest';
import { readXlsx } from '../modules/moving/imports/read-xlsx.ts';
import type { CsvColumn } from './csv.ts';
import { xlsxChunks } from './xlsx.ts';

type Row = readonly [string, string, string | null, number];
const columns: readonly CsvColumn<Row>[] = [
  ['Day', '', ([day]) => day, 'date'],
  ['Postal Code', '', ([, code]) => code],
  ['Amount', '', ([, , amount]) => amount, 'money'],
  ['Count', '', ([, , , count]) => count, 'number'],
];
const workbook = async (rows: readonly Row[]) => {
  const pieces: Uint8Array[] = [];
  for await (const piece of xlsxChunks(columns, rows)) pieces.push(piece);
  return Buffer.concat(pieces);
};

it('a workbook has typed cells, a frozen heading and widths, and keeps text as text', async () => {
  const bytes = await workbook([
    ['2026-02-28', '07030', '-1234.50', 3],
    ['1900-03-01', '=1+1', null, 0],
    ['unknown', 'A & <b>\u0001 ወልደ 😀', 'n/a', 12],
  ]);
  const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  for (const part of [
    'state="frozen"',
    '<col min="1" max="1" width="12" customWidth="1"/>',
    '<c s="4"><v>46081</v></c>',
    '<c s="4"><v>61</v></c>',
    '<c s="3"><v>-1234.5</v></c>',
    '<c s="0"><v>3</v></c>',
    '>07030</t>',
    ">'=1+1</t>",
    '>unknown</t>',
    '>n/a</t>',
  ])
    expect(sheet).toContain(part);
  expect(sheet).not.toContain('<f>');
  const { rows } = await readXlsx(bytes);
  const read: string[][] = [];
  for await (const { cells } of rows) read.push([...cells]);
  expect(read[0]).toEqual(['Day', 'Postal Code', 'Amount', 'Count']);
  expect(read[3]?.[1]).toBe('A & <b> ወልደ 😀');
});

it('a workbook is made in pieces, however many rows it has', async () => {
  let made = 0;
  function* many() {
    for (let index = 0; index < 20_000; index += 1) {
      made += 1;
      yield ['2026-02-28', `${index}`, '1.00', index] as const;
    }
  }
  const pieces = xlsxChunks(columns, many());
  await pieces.next();
  for (let read = 0; read < 12; read += 1) await pieces.next();
  expect(made).toBeLessThan(20_000);
  await pieces.return(undefined);
});
