/**
 * XLSX workbooks (ECMA-376), read as a stream: the rows of one sheet after another, so that a large one takes
 * little memory, and the first rows cost little of a request. The libraries that we looked at load a whole sheet.
 */
import type { Readable } from 'node:stream';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { IMPORT_MAX } from '@kinfold/domain/import';
import type { ImportKind } from '@kinfold/domain/import-fields';
import { HEADING_ROWS, mostKnown } from '@kinfold/domain/import-headings';
import { FileFault, tooWide, type FileRow, type FileRows } from './file-fault.ts';
import { dateStyles, serialDate } from './xlsx-dates.ts';
import {
  boundedParser,
  eachElement,
  elementsOf,
  MOST_CHARACTERS,
  parsePieces,
  tooLong,
  tooMany,
} from './xlsx-xml.ts';

const MIB = 1024 * 1024;
/** The maximum unpacked size of a workbook: in bytes, and as a multiple of the file, unless it is small. */
const MOST_UNPACKED = 100 * MIB;
const MOST_TIMES = 20;
const SMALL = MIB;
/** Shared strings, which are kept in memory: the maximum number, and characters. */
const MOST_TEXTS = 1_000_000;
const MOST_OF_TEXTS = 32 * MIB;
const MOST_PARTS = 5_000;

const NOT_READABLE = new FileFault(
  'This workbook cannot be read: it is damaged. Open it in a spreadsheet program and save it again as XLSX or CSV.',
);

/** Throws FileFault for a directory of parts that no spreadsheet program writes. */
function refuseUnsound(parts: readonly Entry[], size: number): void {
  if (parts.some((part) => part.isEncrypted()))
    throw new FileFault('This workbook has a password. Save it as XLSX without a password, or as CSV.');
  const unpacked = parts.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (unpacked > MOST_UNPACKED)
    throw new FileFault(
      `This workbook unpacks to more than ${MOST_UNPACKED / MIB} MB, which no list of members does. Nothing of it was read.`,
    );
  if (unpacked > Math.max(SMALL, MOST_TIMES * size))
    throw new FileFault(
      `This workbook unpacks to more than ${MOST_TIMES} times its size, which no list of members does. Nothing of it was read.`,
    );
  // Parts that share their bytes unpack them again and again.
  const places = parts.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  let end = 0;
  for (const { relativeOffsetOfLocalHeader: begin, compressedSize } of places) {
    if (begin < end) throw NOT_READABLE;
    end = begin + LOCAL_HEADER + compressedSize;
  }
  if (end > size || new Set(parts.map(({ fileName }) => fileName)).size < parts.length) throw NOT_READABLE;
}

/** The minimum size of the header of a part, in bytes. */
const LOCAL_HEADER = 30;

/** The parts of a workbook by name. Throws FileFault for a file that is not one, or unpacks to more than a list can be. */
async function openParts(bytes: Buffer): Promise<{ zip: ZipFile; parts: Map<string, Entry> }> {
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true });
    const parts: Entry[] = [];
    for await (const entry of zip.eachEntry()) {
      if (parts.length === MOST_PARTS) throw tooMany();
      parts.push(entry);
    }
    // A part that is larger than it states here ends with an error (yauzl, validateEntrySize).
    refuseUnsound(parts, bytes.length);
    return { zip, parts: new Map(parts.map((part) => [part.fileName, part])) };
  } catch (error) {
    throw error instanceof FileFault ? error : NOT_READABLE;
  }
}

/** Throws FileFault for a zip file that is not a supported workbook. */
function refuseOthers(names: readonly string[]): void {
  if (names.some((name) => /vbaProject\.bin$/i.test(name)))
    throw new FileFault(
      'This workbook has macros, which are never run here. Save it as XLSX without macros, or as CSV.',
    );
  if (!names.includes('xl/workbook.xml'))
    throw new FileFault(
      names.includes('content.xml')
        ? 'This is an OpenDocument spreadsheet. Save it as XLSX or CSV.'
        : 'This is a packed file, not an XLSX workbook. Save the list as XLSX or CSV.',
    );
}

/**
 * The rows of a sheet of a workbook, by default the one with the most known names of columns in its first rows. Throws
 * FileFault for a file that is not one.
 */
export async function readXlsx(
  bytes: Buffer,
  kind: ImportKind = 'members',
  chosen?: string,
): Promise<FileRows> {
  const { zip, parts } = await openParts(bytes);
  refuseOthers([...parts.keys()]);
  const open = async (name: string): Promise<Readable | undefined> => {
    const entry = parts.get(name);
    return entry && zip.openReadStreamPromise(entry);
  };
  try {
    const workbook = await elementsOf(await open('xl/workbook.xml'), ['sheet', 'workbookPr']);
    const relations = await elementsOf(await open('xl/_rels/workbook.xml.rels'), ['Relationship']);
    const sheets = workbook.filter(({ name }) => name === 'sheet');
    const shown = sheets.filter(
      ({ attributes }) => !['hidden', 'veryHidden'].includes(attributes['state'] ?? ''),
    );
    const names = shown.map(({ attributes }) => attributes['name'] ?? '');
    const streamOf = async (sheet: number) => {
      const id = shown[sheet]?.attributes['id'];
      const target = relations.find(({ attributes }) => attributes['Id'] === id)?.attributes['Target'];
      if (!target) throw new FileFault('This workbook has no sheet with a list in it.');
      const stream = await open(target.startsWith('/') ? target.slice(1) : `xl/${target}`);
      if (!stream) throw NOT_READABLE;
      return stream;
    };
    const is1904 = workbook.some(({ attributes }) => /^(1|true)$/.test(attributes['date1904'] ?? ''));
    const context: SheetContext = {
      texts: await sharedTexts(await open('xl/sharedStrings.xml')),
      isDate: dateStyles(
        await elementsOf(await open('xl/styles.xml'), ['numFmt', 'cellXfs', 'xf', '/cellXfs']),
      ),
      is1904,
      formulas: 0,
      hidden: 0,
      merged: 0,
    };
    const asked = names.indexOf(chosen ?? '');
    let sheet = Math.max(0, asked);
    if (asked < 0 && shown.length > 1) {
      const known: number[] = [];
      for (const index of shown.slice(0, MOST_LOOKED_AT).keys())
        known.push(await namesIn(() => streamOf(index), { ...context }, kind));
      sheet = known.indexOf(Math.max(...known));
    }
    const name = names[sheet] ?? '';
    return {
      rows: rowsOf(await streamOf(sheet), context),
      sheets: names,
      sheet: name,
      notes: () => [
        ...(shown.length > 1
          ? [`Only the ${name === names[0] ? `first sheet, “${name}”,` : `sheet “${name}”`} is read.`]
          : []),
        ...(context.formulas > 0
          ? [`Cells with formulas were read with their last result: ${context.formulas} of them.`]
          : []),
        ...(context.hidden > 0
          ? [
              `Hidden rows are read too: ${context.hidden} of them. Remove those that are not meant from your file.`,
            ]
          : []),
        ...(context.merged > 0
          ? [
              `Merged cells count for their first row only: ${context.merged} of them. Write their content into each row.`,
            ]
          : []),
      ],
    };
  } catch (error) {
    throw error instanceof FileFault ? error : NOT_READABLE;
  }
}

/** The maximum number of sheets among which the list is looked for. */
const MOST_LOOKED_AT = 10;

/** The number of known names in the heading of a sheet; 0 where it cannot be read. */
async function namesIn(
  open: () => Promise<Readable>,
  context: SheetContext,
  kind: ImportKind,
): Promise<number> {
  const first: FileRow[] = [];
  try {
    for await (const row of rowsOf(await open(), context)) {
      if (row.cells.length) first.push(row);
      if (first.length === HEADING_ROWS) break;
    }
  } catch (error) {
    // It is refused only where it is the one that is read.
    if (!(error instanceof FileFault)) throw error;
  }
  return mostKnown(first, kind);
}

type SheetContext = {
  texts: readonly string[];
  isDate: (style: number) => boolean;
  is1904: boolean;
  formulas: number;
  /** Hidden rows, and cells over several rows. */
  hidden: number;
  merged: number;
};

/** The shared strings. Those with several styles are in pieces; phonetic texts (`rPh`) are left out. */
async function sharedTexts(stream: Readable | undefined): Promise<string[]> {
  const texts: string[] = [];
  if (!stream) return texts;
  let [current, size, isText, isPhonetic] = ['', 0, false, false];
  await eachElement(stream, {
    open: (name) => {
      if (name === 'si') current = '';
      if (name === 't') isText = true;
      if (name === 'rPh') isPhonetic = true;
    },
    text: (text) => {
      if (isText && !isPhonetic) current += text;
    },
    close: (name) => {
      if (name === 't') isText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name !== 'si') return;
      size += current.length;
      if (texts.length === MOST_TEXTS || size > MOST_OF_TEXTS)
        throw new FileFault(
          'The cells of this workbook hold more text than a list of members does. Nothing was read.',
        );
      texts.push(unescaped(current));
    },
  });
  return texts;
}

/** `_x000D_` in a text stands for a character that XML cannot have. */
const unescaped = (text: string) =>
  text.replace(/_x([0-9A-F]{4})_/gi, (_whole, code: string) => String.fromCharCode(parseInt(code, 16)));

/** The column of a cell `AB12`, from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]+/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** More columns and rows than any spreadsheet has. */
const MOST_COLUMNS = 16_384;
const MOST_ROWS = 1_048_576;

async function* rowsOf(stream: Readable, context: SheetContext): AsyncGenerator<FileRow> {
  let found: FileRow[] = [];
  let row: FileRow = { row: 0, cells: [] };
  let cell = { column: -1, type: '', style: 0, value: '', isFormula: false };
  let inside = '';
  let isHidden = false;
  // Characters of the row.
  let size = 0;
  const open = (tag: string, attributes: Record<string, string>) => {
    if (tag === 'row') {
      const number = Number(attributes['r']) || row.row + 1;
      // Rows are identified by their numbers.
      if (number <= row.row || number > MOST_ROWS) throw NOT_READABLE;
      row = { row: number, cells: [] };
      size = 0;
      isHidden = /^(1|true)$/.test(attributes['hidden'] ?? '');
    } else if (tag === 'mergeCell') {
      const [from, to] = (attributes['ref'] ?? '').split(':').map((cell) => /\d+$/.exec(cell)?.[0]);
      // A title over several columns does no harm.
      if (to !== undefined && from !== to) context.merged += 1;
    } else if (tag === 'c') {
      const { r, t = '', s = '0' } = attributes;
      const column = r ? columnOf(r) : cell.column + 1;
      if (column < 0 || column >= MOST_COLUMNS) throw NOT_READABLE;
      cell = { column, type: t, style: Number(s), value: '', isFormula: false };
    } else if (tag === 'f') cell.isFormula = true;
    inside = tag;
  };
  const addText = (text: string) => {
    if (inside === 'v' || inside === 't') cell.value += text;
  };
  const close = (tag: string) => {
    inside = '';
    if (tag === 'c') {
      const text = textOf(cell, context);
      size += text.length;
      if (size > MOST_CHARACTERS) throw tooLong();
      if (!text) return;
      if (cell.column >= IMPORT_MAX.columns && text.trim()) throw tooWide(row.row, cell.column);
      row.cells[cell.column] = text;
    } else if (tag === 'row') {
      cell.column = -1;
      if (isHidden && row.cells.length) context.hidden += 1;
      found.push({ row: row.row, cells: Array.from(row.cells, (each) => each ?? '') });
    }
  };
  const parser = boundedParser({ open, text: addText, close });
  try {
    for await (const _piece of parsePieces(stream, parser)) {
      yield* found;
      found = [];
    }
    yield* found;
  } catch (error) {
    throw error instanceof FileFault ? error : NOT_READABLE;
  } finally {
    stream.destroy();
  }
}

type Cell = { type: string; style: number; value: string; isFormula: boolean };

function textOf({ type, style, value, isFormula }: Cell, context: SheetContext): string {
  if (isFormula) {
    context.formulas += 1;
    if (!value) return '=';
  }
  if (type === 's') return context.texts[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === 'inlineStr' || type === 'str') return unescaped(value);
  if (type === 'e' || type === 'd' || value === '') return value;
  const number = Number(value);
  if (Number.isNaN(number)) return value;
  return context.isDate(style) ? serialDate(number, context.is1904) : String(number);
}
