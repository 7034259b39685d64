/**
 * XLSX workbooks (ECMA-376) of one sheet, written row by row while they are sent: memory does not grow with the rows. Cells
 * are typed, so that a spreadsheet sums money, sorts days, and keeps numbers and postal codes as they are written.
 */
import { writeTextCell } from '@kinfold/domain/csv-cell';
import { calendarDate, DAY_MS } from '@kinfold/domain/dates';
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { CsvColumn, CsvValue } from './csv.ts';
import { batchesOf } from './in-batches.ts';

/** The kind of a column: `money` is dollars, `date` a day, year first. */
type CellKind = NonNullable<CsvColumn<unknown>[3]>;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** The formats of cells in `styles.xml`, in this order: plain, heading, and those of the kinds. */
const STYLES = { plain: 0, heading: 1, text: 2, number: 0, money: 3, date: 4 } as const;
/** Widths of columns, in characters. */
const WIDTHS: Readonly<Record<CellKind, number>> = { text: 24, number: 10, money: 14, date: 12 };
/** The most that a cell and a sheet may hold. */
const MOST_CHARACTERS = 32_767;
const MOST_ROWS = 1_048_576;
const CHUNK_ROWS = 200;

const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="List" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="mm/dd/yyyy"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5">${[
    ['0', '0'],
    ['0', '1'],
    ['49', '0'],
    ['4', '0'],
    ['164', '0'],
  ]
    .map(
      ([format, font]) =>
        `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
    )
    .join('')}</cellXfs></styleSheet>`,
};

/** A text as the content of an element, without characters that XML does not have. */
const escaped = (text: string) =>
  text
    .slice(0, MOST_CHARACTERS)
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

const textCell = (text: string, style: number) =>
  `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
const numberCell = (value: number, style: number) => `<c s="${style}"><v>${value}</v></c>`;

/** The day before the first one of spreadsheets, with the day in February 1900 that they believe in. */
const DAY_ZERO = Date.UTC(1899, 11, 30);

/** A cell; a value that is not of its kind is written as text, so that nothing is lost. */
function cellOf(value: CsvValue, kind: CellKind): string {
  if (value === null || value === '') return '<c/>';
  if (kind === 'date') {
    const at = /^\d{4}-\d{2}-\d{2}$/.test(`${value}`) ? Date.parse(`${value}T00:00:00Z`) : NaN;
    if (!Number.isNaN(at)) return numberCell((at - DAY_ZERO) / DAY_MS, STYLES.date);
  }
  const isNumber = typeof value === 'number' || /^-?\d+(\.\d+)?$/.test(value);
  if ((kind === 'money' || kind === 'number') && isNumber) return numberCell(Number(value), STYLES[kind]);
  return textCell(writeTextCell(`${value}`), STYLES.text);
}

const DAY = /^(\d{2})\.(\d{2})\.(\d{4})$/;
const AMOUNT = /^-?\d{1,9}\.\d{2}$/;
/** Columns whose values are no amounts, even if they look like them. */
const NO_AMOUNT = /number|reference|zip|postal|phone|\bid\b|code|name|street|note|reason|message/i;
/** Before this day not all spreadsheets count alike. */
const FIRST_DAY = '1900-03-01';

/** A cell of a column without a kind: our files write days as MM.DD.YYYY, amounts with two decimals. */
function cellByValue(value: CsvValue, name: string): string {
  if (typeof value === 'number') return cellOf(value, 'number');
  const [, month = '', date = '', year = ''] = DAY.exec(value ?? '') ?? [];
  const day = calendarDate(year, month, date);
  if (day !== undefined && day >= FIRST_DAY) return cellOf(day, 'date');
  return cellOf(value, AMOUNT.test(value ?? '') && !NO_AMOUNT.test(name) ? 'money' : 'text');
}

function head<Row>(columns: readonly CsvColumn<Row>[]): string {
  const widths = columns.map(([name, , , kind = 'text'], index) => {
    const width = Math.max(WIDTHS[kind], name.length + 2);
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
  });
  const frozen =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  const names = columns.map(([name]) => textCell(name, STYLES.heading)).join('');
  return `${XML}<worksheet xmlns="${MAIN}">${frozen}<cols>${widths.join('')}</cols><sheetData><row>${names}</row>`;
}

/** A workbook with a heading, in pieces that are made while rows are read. Throws when a sheet cannot hold the rows. */
export async function* xlsxChunks<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    written.push(chunk);
  });
  for (const [name, content] of Object.entries(PARTS)) {
    const part = new ZipPassThrough(name);
    zip.add(part);
    part.push(strToU8(`${XML}${content}`), true);
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 6 });
  zip.add(sheet);
  sheet.push(strToU8(head(columns)));
  yield* written.splice(0);
  let count = 1;
  for await (const some of batchesOf(rows, CHUNK_ROWS)) {
    count += some.length;
    if (count > MOST_ROWS) throw new Error('a sheet cannot hold so many rows');
    const lines = some.map(
      (row) =>
        `<row>${columns.map(([name, , of, kind]) => (kind ? cellOf(of(row), kind) : cellByValue(of(row), name))).join('')}</row>`,
    );
    sheet.push(strToU8(lines.join('')));
    yield* written.splice(0);
  }
  sheet.push(strToU8('</sheetData></worksheet>'), true);
  zip.end();
  yield* written;
}
