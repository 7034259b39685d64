/** Files that are as expensive to read as possible. */
import { crc32, deflateRawSync } from 'node:zlib';
import { xlsxParts } from './importing.ts';

/** A part of an archive with its compressed bytes; `claims` is the size in its headers. */
type Packed = { name: string; bytes: Buffer; crc: number; size: number; flags?: number; at?: number };

/** Many copies of a text, compressed without ever being one string. */
function packRepeated(name: string, head: string, unit: string, megabytes: number, tail: string): Packed {
  const block = Buffer.from(unit.repeat(Math.ceil(1_000_000 / unit.length)));
  const plain = Buffer.concat([Buffer.from(head), ...Array(megabytes).fill(block), Buffer.from(tail)]);
  return { name, bytes: deflateRawSync(plain, { level: 9 }), crc: crc32(plain), size: plain.length };
}

const pack = (name: string, text: string): Packed => packRepeated(name, text, ' ', 0, '');

/** Incompressible bytes in a part that nobody reads: they hide how much the others unpack. */
const filler = (megabytes: number): Packed => {
  let state = 1;
  const bytes = Buffer.alloc(megabytes * 1_000_000);
  for (let at = 0; at < bytes.length; at += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes.writeUInt32LE(state, at);
  }
  return {
    name: 'xl/media/image1.png',
    bytes: deflateRawSync(bytes, { level: 0 }),
    crc: crc32(bytes),
    size: bytes.length,
  };
};

function headerOf({ name, bytes, crc, size, flags = 0 }: Packed): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(flags, 2);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(bytes.length, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(Buffer.byteLength(name), 22);
  return fields;
}

/** An archive of parts; one with `at` shares the bytes of the part with that number. */
function zip(parts: readonly Packed[]): Buffer {
  const pieces: Buffer[] = [];
  const places: number[] = [];
  let offset = 0;
  for (const part of parts) {
    places.push(part.at === undefined ? offset : (places[part.at] ?? 0));
    if (part.at !== undefined) continue;
    const local = Buffer.concat([
      Buffer.from('PK\x03\x04'),
      headerOf(part),
      Buffer.from(part.name),
      part.bytes,
    ]);
    pieces.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(
    parts.map((part, index) => {
      const rest = Buffer.alloc(14);
      rest.writeUInt32LE(places[index] ?? 0, 10);
      return Buffer.concat([
        Buffer.from('PK\x01\x02\x14\x00', 'latin1'),
        headerOf(part),
        rest,
        Buffer.from(part.name),
      ]);
    }),
  );
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...pieces, list, end]);
}

const SHEET = 'xl/worksheets/sheet1.xml';
const STRINGS = 'xl/sharedStrings.xml';
const STYLES = 'xl/styles.xml';
const PARTS = xlsxParts([
  ['First Name', 'Last Name'],
  ['Ann', 'Lee'],
]);

/** A workbook of one sheet with additional parts. */
const workbook = (...own: readonly Packed[]): Buffer => {
  const names = new Set(own.map(({ name }) => name));
  const others = Object.entries(PARTS).filter(([name]) => !names.has(name));
  return zip([...others.map(([name, text]) => pack(name, text)), ...own]);
};

const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const rowsInXfd = (count: number) =>
  Array.from(
    { length: count },
    (_, row) => `<row r="${row + 1}"><c r="XFD${row + 1}"><v>${row}</v></c></row>`,
  );

/** The files, by their fault. Those of `hidden` size carry 8 MB of noise, so that no ratio reveals them. */
export const attackFiles: Readonly<Record<string, () => Buffer>> = {
  'nested elements, 100 MB': () => workbook(packRepeated(SHEET, '<worksheet>', '<a>', 100, '')),
  'formats, 280 MB': () =>
    workbook(packRepeated(STYLES, '<styleSheet><cellXfs>', '<xf/>', 280, '</cellXfs></styleSheet>')),
  'shared texts, 280 MB': () => workbook(packRepeated(STRINGS, '<sst>', '<si/>', 280, '</sst>')),
  'nested elements, hidden size': () =>
    workbook(packRepeated(SHEET, '<worksheet>', '<a>', 80, ''), filler(8)),
  'formats, hidden size': () =>
    workbook(
      packRepeated(STYLES, '<styleSheet><cellXfs>', '<xf/>', 80, '</cellXfs></styleSheet>'),
      filler(8),
    ),
  'shared texts, hidden size': () =>
    workbook(packRepeated(STRINGS, '<sst>', '<si/>', 80, '</sst>'), filler(8)),
  'cells in one row, hidden size': () =>
    workbook(packRepeated(SHEET, '<worksheet><sheetData><row>', '<c/>', 80, ''), filler(8)),
  'rows without cells, hidden size': () =>
    workbook(packRepeated(SHEET, '<worksheet><sheetData>', '<row/>', 80, ''), filler(8)),
  'a comment, hidden size': () => workbook(packRepeated(SHEET, '<worksheet><!--', '<', 80, '-->'), filler(8)),
  'a definition of types': () =>
    workbook(packRepeated(SHEET, '<!DOCTYPE x [', '<!ENTITY a "a">', 80, ']>'), filler(8)),
  'an element with many attributes': () =>
    workbook(
      pack(SHEET, `<worksheet ${Array.from({ length: 60_000 }, (_, index) => `a${index}=""`).join(' ')}/>`),
    ),
  'a cell in column XFD in every row': () =>
    workbook(pack(SHEET, sheetOf(rowsInXfd(200_000).join(''))), filler(2)),
  'parts that share their bytes': () => {
    const part = packRepeated('xl/a.xml', '<a>', 'x', 10, '');
    return workbook(
      part,
      filler(6),
      ...Array.from({ length: 4 }, (_, index) => ({ ...part, name: `xl/${index}.xml`, at: 4 })),
    );
  },
  'a part twice': () =>
    zip([...Object.entries(PARTS), [SHEET, ''] as const].map(([name, text]) => pack(name, text))),
  'a size in the headers that is too small': () =>
    workbook({ ...packRepeated(SHEET, '<worksheet>', '<a/>', 90, '</worksheet>'), size: 1_000 }),
  'a size in the headers that is too large': () =>
    workbook({ ...pack(SHEET, '<worksheet/>'), size: 0xff_ff_ff_00 }),
  'a password': () => workbook({ ...pack(SHEET, sheetOf('')), flags: 1 }),
  'a list of parts that is missing': () => workbook(filler(1)).subarray(0, -2_000),
  'CSV: one cell of 19 MB': () => Buffer.from(`Name,City\n"${'A'.repeat(19_000_000)}"`),
  'CSV: one cell without a quote': () => Buffer.from(`Name,City\n${'A'.repeat(19_000_000)}`),
  'CSV: 16,384 columns': () => Buffer.from(`${'Name,'.repeat(16_384)}\n${'x,'.repeat(16_384)}\n`),
  'CSV: 16,384 columns in every row': () =>
    Buffer.from(`Name,City\n${`${'x,'.repeat(16_384)}\n`.repeat(600)}`),
  'CSV: nothing but blank lines': () => Buffer.from(`Name,City\n${'\n'.repeat(19_000_000)}`),
  'CSV: nothing but commas': () => Buffer.from(`Name,City\n${','.repeat(19_000_000)}`),
  'CSV: nothing but quotes': () => Buffer.from(`Name,City\n${'"'.repeat(19_000_000)}`),
};
