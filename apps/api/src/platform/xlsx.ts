/**
 * Workbooks of one sheet for spreadsheets, written while rows are read. A file of ours has the columns of its CSV file:
 * days are dates, amounts numbers; zip codes, member numbers and references stay texts, whatever they look like.
 */
import { Zip, ZipDeflate, ZipPassThrough, strToU8 } from 'fflate';
import { DAY_MS, parseTypedDate } from '@kinfold/domain/dates';
import { columnLetter } from '@kinfold/domain/import-fields';
import type { CsvColumn, CsvValue } from './csv.ts';
import { batchesOf } from './in-batches.ts';

/** Rows per chunk; the widths of the columns are those of the first of them. */
const BATCH = 200;
const NARROWEST = 8;
const WIDEST = 50;
/** The longest text of a cell. */
const TEXT_MAX = 32_767;
const STYLES = { plain: 0, heading: 1, date: 2, money: 3, text: 4 } as const;

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="List" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="mm/dd/yyyy"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" xfId="0"/><xf numFmtId="49" fontId="1" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="164" xfId="0" applyNumberFormat="1"/><xf numFmtId="4" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

/** The day number of a spreadsheet for 1970-01-01, and the first day of which all of them think alike. */
const EPOCH_SERIAL = 25_569;
const FIRST_DAY = '1900-03-01';

/** A text as XML holds it, without control characters and halves of characters. */
const escape = (text: string): string =>
  text
    .slice(0, TEXT_MAX)
    .replace(/(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** Columns whose values are no amounts, even if they look like them. */
const NO_AMOUNT = /number|reference|zip|postal|phone|\bid\b|code|name|street|note|reason|message/i;

const DAY = /^(\d{2})\.(\d{2})\.(\d{4})$/;
const AMOUNT = /^-?\d{1,9}\.\d{2}$/;

/** A cell at a place (`B2`): our files write days as MM.DD.YYYY and amounts with two decimals; nothing for an empty one. */
function cellOf(value: CsvValue, name: string, at: string): string {
  if (value === null || value === '') return '';
  if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`;
  const [, month, day, year] = DAY.exec(value) ?? [];
  const date = month && day && year ? parseTypedDate(`${month}/${day}/${year}`) : undefined;
  if (date && date >= FIRST_DAY)
    return `<c r="${at}" s="${STYLES.date}"><v>${Date.parse(date) / DAY_MS + EPOCH_SERIAL}</v></c>`;
  if (AMOUNT.test(value) && !NO_AMOUNT.test(name))
    return `<c r="${at}" s="${STYLES.money}"><v>${value}</v></c>`;
  return textCell(value, STYLES.text, at);
}

const textCell = (text: string, style: number, at: string) =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escape(text)}</t></is></c>`;

/** The beginning of a sheet: a heading that stays in sight, and columns as wide as their first rows. */
function opening(names: readonly string[], first: readonly (readonly CsvValue[])[]): string {
  const widths = names.map((name, index) =>
    Math.min(
      WIDEST,
      Math.max(NARROWEST, name.length, ...first.map((cells) => String(cells[index] ?? '').length)) + 2,
    ),
  );
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  const heading = names
    .map((name, index) => textCell(name, STYLES.heading, `${columnLetter(index)}1`))
    .join('');
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData><row r="1">${heading}</row>`;
}

/** A workbook with a heading, in chunks that are made while rows are read: memory does not grow with them. */
export async function* xlsxChunks<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    written.push(chunk);
  });
  for (const [name, text] of Object.entries(PARTS)) {
    const part = new ZipPassThrough(name);
    zip.add(part);
    part.push(strToU8(text), true);
  }
  const names = columns.map(([name]) => name);
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 6 });
  zip.add(sheet);
  let isOpen = false;
  let number = 1;
  for await (const some of batchesOf(rows, BATCH)) {
    const cells = some.map((row) => columns.map(([, , of]) => of(row)));
    if (!isOpen) sheet.push(strToU8(opening(names, cells)));
    isOpen = true;
    const lines = cells.map((line) => {
      number += 1;
      const written = line.map((value, index) =>
        cellOf(value, names[index] ?? '', `${columnLetter(index)}${number}`),
      );
      return `<row r="${number}">${written.join('')}</row>`;
    });
    sheet.push(strToU8(lines.join('')));
    yield* written.splice(0);
  }
  if (!isOpen) sheet.push(strToU8(opening(names, [])));
  sheet.push(strToU8('</sheetData></worksheet>'), true);
  zip.end();
  yield* written;
}
