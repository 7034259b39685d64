import { readFile } from 'node:fs/promises';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { xlsxParts, zipOf } from '../../../../test/importing.ts';
import { xlsxChunks } from '../../../platform/xlsx.ts';
import { openImportFile } from './import-file.ts';

/** The columns, rows and notes of a file, read to its end. */
async function readAll(file: string | Uint8Array) {
  const { columns, rows, notes } = await openImportFile(Buffer.from(file));
  const read = [];
  for await (const { row, cells } of rows) read.push([row, ...cells]);
  return { columns, rows: read, notes: notes() };
}
const refusal = (file: string | Uint8Array) =>
  readAll(file).then(
    () => 'read',
    (error: Error) => `${error.name}: ${error.message}`,
  );

describe('a CSV file', () => {
  it.each([
    ['commas', ',', []],
    ['semicolons', ';', ['The columns are separated by semicolons.']],
    ['tabs', '\t', ['The columns are separated by tabs.']],
    ['vertical bars', '|', ['The columns are separated by vertical bars.']],
  ])('is read with %s', async (_name, delimiter, notes) => {
    const text = [
      ['Name', 'Birth Date'],
      ['Okafor  Samuel', '3/4/1961'],
    ].map((row) => row.join(delimiter));
    expect(await readAll(text.join('\r\n'))).toEqual({
      columns: ['Name', 'Birth Date'],
      rows: [[2, 'Okafor  Samuel', '3/4/1961']],
      notes,
    });
  });

  it('may have quotes inside quotes, lines inside cells, blank rows, remarks and rows of other lengths', async () => {
    const text =
      '\u{feff}\n# a remark,\nName,City,Note\n"Okafor, Sam ""the tall""",Laurel,"two\nlines"\n\n,,\nLee\na,b,c,d\n"Sam "S" Lee",x\n';
    expect((await readAll(text)).rows).toEqual([
      [4, 'Okafor, Sam "the tall"', 'Laurel', 'two\nlines'],
      [7, 'Lee'],
      [8, 'a', 'b', 'c', 'd'],
      [9, '"Sam "S" Lee"', 'x'],
    ]);
  });

  it('may be UTF-8, UTF-16 or Windows-1252, which is said', async () => {
    const text = 'Name\nJosé Núñez';
    expect((await readAll(text)).rows).toEqual([[2, 'José Núñez']]);
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    expect((await readAll(utf16)).rows).toEqual([[2, 'José Núñez']]);
    expect((await readAll(utf16.subarray(2))).rows).toEqual([[2, 'José Núñez']]);
    const swapped = await readAll(Buffer.from(text, 'utf16le').swap16());
    expect(swapped.rows).toEqual([[2, 'José Núñez']]);
    const windows = await readAll(Buffer.from(text, 'latin1'));
    expect(windows.rows).toEqual([[2, 'José Núñez']]);
    expect(windows.notes).toEqual([expect.stringContaining('Windows-1252')]);
    const mac = await readAll(Buffer.from('Name\rJos\x8e', 'latin1'));
    expect(mac.rows).toEqual([[2, 'José']]);
    expect(mac.notes).toEqual([expect.stringContaining('Macintosh')]);
  });

  it('has the delimiter that divides its rows alike, and columns without a name as far as its heading goes', async () => {
    const german = await readAll('No;Name;Saldo\n17;Lee, Ann;12,50\n18;Kim, Bo;1.234,50');
    expect(german.columns).toEqual(['No', 'Name', 'Saldo']);
    const beside = await readAll('Name,Phone,,\nLee,1,a remark,\nKim,2');
    expect(beside.columns).toEqual(['Name', 'Phone', 'Column C']);
    const stray = ['Name,Owed,', 'Lee,45,', 'Smith,1,200', 'Kim,30', 'Ray,5,'].join('\n');
    for (const text of [stray, 'Name,Owed,\nSmith,1,200\nRay,$2,500.00'])
      expect((await readAll(text)).columns).toEqual(['Name', 'Owed']);
  });

  it('has the delimiter that stands outside of quotes', async () => {
    const note = Array.from({ length: 120 }, (_, index) => `child ${index}`);
    for (const [delimiter, other] of [
      [',', ';'],
      [';', ','],
    ] as const) {
      const rows = [
        ['Name', 'Note'],
        ['Lee', `"${note.join(other)}"`],
        ['"Kim ""Bo"""', `"a ""b""${other} c"`],
      ];
      const read = await readAll(rows.map((row) => row.join(delimiter)).join('\n'));
      expect(read.columns).toEqual(['Name', 'Note']);
      expect(read.rows).toEqual([
        [2, 'Lee', note.join(other)],
        [3, 'Kim "Bo"', `a "b"${other} c`],
      ]);
    }
    // The cell is longer than what is read for it.
    const long = await readAll(`Name,Note\nLee,"${'a; '.repeat(10_000)}"`);
    expect(long.columns).toEqual(['Name', 'Note']);
  });

  it('has columns below no name that few rows fill where other rows have them empty', async () => {
    const sparse = await readAll('Name,City\nLee,Laurel,,\nKim,,,note\nRay,Bowie,,\nMoss,,,');
    expect(sparse.columns).toEqual(['Name', 'City', 'Column C', 'Column D']);
    const shifted = await readAll('Name,City\nLee,Laurel\nKim,1 Elm St, Bowie\nRay,Bowie');
    expect(shifted.columns).toEqual(['Name', 'City']);
    const trailing = await readAll('Name,City,,,\nLee,Laurel,,,\nKim,Bowie,,,');
    expect(trailing.columns).toEqual(['Name', 'City']);
  });

  it('may have no heading', async () => {
    const bare = await readAll('Lee,Ann,3/4/1950\nKim,Bo,5/6/1960');
    expect([bare.columns, bare.rows.length]).toEqual([['Column A', 'Column B', 'Column C'], 2]);
  });

  it('may have a title above the names of its columns, which is said', async () => {
    const titled = await readAll('Funeral Fund;;\nSt. Mary;;\n;;\nName;City\nLee;\nKim;Laurel');
    expect(titled).toEqual({
      columns: ['Name', 'City'],
      rows: [
        [5, 'Lee'],
        [6, 'Kim', 'Laurel'],
      ],
      notes: [
        'The names of the columns are in row 4; the rows above it were left out.',
        'The columns are separated by semicolons.',
      ],
    });
    const oneColumn = await readAll(
      `Name\n${Array.from({ length: 9 }, (_, index) => `Lee ${index}`).join('\n')}`,
    );
    expect([oneColumn.columns, oneColumn.rows.length, oneColumn.notes]).toEqual([['Name'], 9, []]);
  });

  it('with a quote that does not end names its row', async () => {
    expect(await refusal('Name,City\nLee,Laurel\n"Okafor,Laurel\nKim,Laurel')).toMatch(
      /^FileFault: Row 3 cannot be read: .*quote/,
    );
  });

  it('has at most 80 columns and 200,000 rows', async () => {
    const columns = Array.from({ length: 81 }, (_, index) => `c${index}`).join(',');
    expect(await refusal(`${columns}\n1`)).toMatch(/81 columns, up to CC; at most 80/);
    expect(await refusal(`a\n${'x\n'.repeat(200_001)}`)).toMatch(/more than 200,000 rows/);
  });
});

describe('a workbook', () => {
  it('is read cell by cell: texts, numbers, dates by their style, what formulas came to', async () => {
    const parts = xlsxParts([
      ['Name', 'Phone', 'Birth Date', 'Age', 'Zip', 'Open'],
      [
        'Núñez & Sons',
        3015550142,
        { date: 31120 },
        { formula: '2026-1985', value: '41' },
        7040,
        { formula: 'A1' },
      ],
      [],
      ['Lee', 3.015550143e9, { date: 60000 }, 12.5],
    ]);
    expect(await readAll(zipOf(parts))).toEqual({
      columns: ['Name', 'Phone', 'Birth Date', 'Age', 'Zip', 'Open'],
      rows: [
        [2, 'Núñez & Sons', '3015550142', '1985-03-14', '41', '7040', '='],
        [4, 'Lee', '3015550143', '2064-04-08', '12.5'],
      ],
      notes: [expect.stringMatching(/formulas were read with their last result: 2/)],
    });
  });

  it('may have hidden rows and cells over several rows, which is said', async () => {
    const parts = xlsxParts([
      ['Name', 'Household'],
      ['Lee', '1'],
      ['Kim', ''],
    ]);
    const name = Object.keys(parts).find((part) => part.includes('sheet1')) ?? '';
    parts[name] = (parts[name] ?? '')
      .replace('<row r="3"', '<row r="3" hidden="1"')
      .replace(
        '</sheetData>',
        '</sheetData><mergeCells count="2"><mergeCell ref="B2:B3"/><mergeCell ref="A1:B1"/></mergeCells>',
      );
    const { rows, notes } = await readAll(zipOf(parts));
    expect(rows).toHaveLength(2);
    expect(notes).toEqual([
      expect.stringMatching(/^Hidden rows are read too: 1 of them/),
      expect.stringMatching(/^Merged cells count for their first row only: 1 /),
    ]);
  });

  it('may count its days from 1904, have several sheets, hidden ones, and prefixed names', async () => {
    const parts = xlsxParts([
      ['Name', 'Born'],
      ['Lee', { date: 29658 }],
    ]);
    const prefixed = Object.fromEntries(
      Object.entries(parts).map(([name, text]) => [
        name,
        name.includes('sheet1') ? text.replace(/<(\/?)(\w)/g, '<$1x:$2').replace('xmlns=', 'xmlns:x=') : text,
      ]),
    );
    prefixed['xl/workbook.xml'] = (parts['xl/workbook.xml'] ?? '').replace(
      '<sheets>',
      '<workbookPr date1904="1"/><sheets><sheet name="Old" sheetId="3" state="hidden" r:id="rId9"/><sheet name="First" sheetId="2" r:id="rId1"/>',
    );
    expect(await readAll(zipOf(prefixed))).toEqual({
      columns: ['Name', 'Born'],
      rows: [[2, 'Lee', '1985-03-14']],
      notes: ['Only the first sheet, “First”, is read.'],
    });
  });

  it('may have another sheet chosen, and a heading below groups', async () => {
    const parts = xlsxParts([['Name'], ['Lee']]);
    const second = xlsxParts([
      [1],
      ['Family', '', 'Person', '', ''],
      ['Fam #', 'Zone', 'Last Name', 'First Name', 'DOB'],
      [1, 2, 3, 4, 5],
    ]);
    const text = (name: string) => parts[name] ?? '';
    const file = zipOf({
      ...parts,
      // Its cells are numbers of texts of the first sheet.
      'xl/worksheets/sheet2.xml': second['xl/worksheets/sheet1.xml'] ?? '',
      'xl/sharedStrings.xml': second['xl/sharedStrings.xml'] ?? '',
      'xl/workbook.xml': text('xl/workbook.xml').replace(
        '</sheets>',
        '<sheet name="Zone B" sheetId="2" r:id="rId2"/></sheets>',
      ),
      'xl/_rels/workbook.xml.rels': text('xl/_rels/workbook.xml.rels').replace(
        '</Relationships>',
        '<Relationship Id="rId2" Type="x" Target="worksheets/sheet2.xml"/></Relationships>',
      ),
    });
    const { columns, choices, notes } = await openImportFile(Buffer.from(file), {
      kind: 'members',
      sheet: 'Zone B',
    });
    expect(columns).toEqual(['Fam #', 'Family › Zone', 'Last Name', 'First Name', 'DOB']);
    expect(choices).toMatchObject({ sheets: ['Members', 'Zone B'], sheet: 'Zone B', headingRow: 3 });
    expect(notes()).toContain('Only the sheet “Zone B” is read.');
    // It has more names of columns that are known than the first.
    expect((await openImportFile(Buffer.from(file))).choices.sheet).toBe('Zone B');
    const none = await openImportFile(Buffer.from('Lee,Ann\nKim,Bo'), { kind: 'members', headingRow: 0 });
    expect(none.columns).toEqual(['Column A', 'Column B']);
  });

  it('is read as Excel writes it, and as we write one', async () => {
    const url = new URL('../../../../test/as-excel-writes.xlsx', import.meta.url);
    expect(await readAll(await readFile(url))).toMatchObject({
      columns: ['Last Name', 'First Name', 'Birth Date', 'Zip'],
      rows: [
        [3, 'Marsh', 'Odile', '1957-03-14', '20707'],
        [4, 'Fenn', 'Tobias & Ada', '1985-03-14', '2134'],
      ],
      notes: ['The names of the columns are in row 2; the rows above it were left out.'],
    });
    const pieces: Uint8Array[] = [];
    const columns = [
      ['Last Name', '', ([name = '']: string[]) => name],
      ['Birth Date', '', ([, day = '']: string[]) => day, 'date'],
      ['Zip Code', '', ([, , zip = '']: string[]) => zip],
    ] as const;
    for await (const piece of xlsxChunks(columns, [['Marsh', '1957-03-14', '02134']])) pieces.push(piece);
    const own = await readAll(Buffer.concat(pieces));
    expect(own.rows).toEqual([[2, 'Marsh', '1957-03-14', '02134']]);
  });

  it('that is large is read in little memory', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => [`Name ${index}`, 'Laurel', index]);
    const file = zipOf(xlsxParts([['Name', 'City', 'Number'], ...rows]));
    expect((await readAll(file)).rows).toHaveLength(20_000);
  });
});

/** A workbook whose third row has a number and a text. */
const workbookWithRow = (number: number, text: string) =>
  zipOf({
    ...xlsxParts([['Name']]),
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1"><c t="str"><v>Name</v></c></row><row r="2"><c t="str"><v>Lee</v></c></row><row r="${number}"><c t="str"><v>${text}</v></c></row></sheetData></worksheet>`,
  });
const LONG_CELLS = Array.from({ length: 10 }, () => 'A'.repeat(30_000)).join('</v></c><c t="str"><v>');

it.each([
  ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), /This is a picture/],
  ['a photograph named .xlsx', Buffer.from('\xff\xd8\xff\xe0JFIF', 'latin1'), /This is a picture/],
  ['a PDF', '%PDF-1.7\n', /This is a PDF/],
  ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /old XLS workbook, or one with a password/],
  ['a web page', '<!DOCTYPE html><table>', /This is a web page/],
  ['nothing', '', /This file is empty/],
  ['blank lines', '\n\n \n', /This file is empty/],
  ['only separators', ',,,\n,,\n', /This file is empty/],
  ['a program', Buffer.from('MZ\x90\x00\x03\x00\x00', 'latin1'), /neither a CSV file nor an XLSX workbook/],
  ['a packed folder', zipSync({ 'a.txt': strToU8('hello') }), /packed file, not an XLSX workbook/],
  ['an OpenDocument', zipSync({ 'content.xml': strToU8('<x/>') }), /OpenDocument/],
  [
    'a workbook with macros',
    zipOf({ ...xlsxParts([['Name'], ['Lee']]), 'xl/vbaProject.bin': 'x' }),
    /has macros, which are never run here/,
  ],
  ['a workbook that is cut off', zipOf(xlsxParts([['Name'], ['Lee']])).slice(0, 300), /damaged/],
  ['a workbook of no XML', zipOf({ ...xlsxParts([['Name']]), 'xl/workbook.xml': '<a><b>' }), /damaged/],
  [
    'a workbook whose entities unpack',
    zipOf({
      ...xlsxParts([['Name'], ['Lee']]),
      'xl/worksheets/sheet1.xml':
        '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>&a;</t></is></c></row></sheetData></worksheet>',
    }),
    /damaged/,
  ],
  ['a workbook with a row twice', workbookWithRow(2, 'Kim'), /damaged/],
  ['a workbook with a row beyond every spreadsheet', workbookWithRow(20_000_000, 'Kim'), /damaged/],
  [
    'a small workbook with a cell of 900,000 characters',
    workbookWithRow(3, 'A'.repeat(900_000)),
    /more text than a list/,
  ],
  ['a workbook with a row of long cells', workbookWithRow(3, LONG_CELLS), /more text than a list/],
  [
    'a workbook with a long shared text',
    zipOf(xlsxParts([['Name'], ['A'.repeat(1_000_000)]])),
    /more text than a list/,
  ],
  ['a workbook without a sheet', zipOf({ 'xl/workbook.xml': '<workbook/>' }), /no sheet/],
])('%s is refused with a sentence', async (_name, file, sentence) => {
  expect(await refusal(file)).toMatch(/^FileFault: /);
  expect(await refusal(file)).toMatch(sentence);
});

it('a zip bomb is refused by what it says of its size, and by what it does not say', async () => {
  const sizeOfSheet = (file: Buffer, size: number) => {
    const entry = file.lastIndexOf(Buffer.from('xl/worksheets/sheet1.xml')) - 46;
    file.writeUInt32LE(size, entry + 24);
    return file;
  };
  const rows = Array.from({ length: 5000 }, () => ['Lee']);
  const workbook = () => Buffer.from(zipOf(xlsxParts([['Name'], ...rows])));
  expect(await refusal(sizeOfSheet(workbook(), 101 * 1024 * 1024))).toMatch(/unpacks to more than 100 MB/);
  expect(await refusal(sizeOfSheet(workbook(), 100))).toMatch(/damaged/);
  expect(await refusal(workbook())).toBe('read');
});
