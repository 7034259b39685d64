/** Dates of workbooks: numbers of days, which only the style of a cell distinguishes from other numbers. */
import { DAY_MS } from '@kinfold/domain/dates';
import type { Element } from './xlsx-xml.ts';

/** The built-in date formats (ECMA-376, 18.8.30), and those of East Asian languages. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Returns whether a format shows a date: it has a date letter outside of quotes, colors and conditions. */
const isDateCode = (code: string) => /[dmyhs]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''));

/** Returns whether a style shows dates, from the `numFmt` and `xf` of a workbook's styles in order. */
export function dateStyles(elements: readonly Element[]): (style: number) => boolean {
  const codes = new Map<number, string>();
  const formats: number[] = [];
  let isCell = false;
  for (const { name, attributes } of elements) {
    if (name === 'cellXfs' || name === '/cellXfs') isCell = name === 'cellXfs';
    else if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
    else if (isCell) formats.push(Number(attributes['numFmtId'] ?? 0));
  }
  const isDate = formats.map((id) => isBuiltInDate(id) || isDateCode(codes.get(id) ?? ''));
  return (style) => isDate[style] ?? false;
}

/** The day of a serial number as `YYYY-MM-DD`. Workbooks count a 29 February 1900, which did not exist. */
export function serialDate(serial: number, is1904: boolean): string {
  const days = Math.floor(serial);
  const start = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days > 59 ? 30 : 31);
  const date = new Date(start + days * DAY_MS);
  return Number.isNaN(date.getTime()) ? String(serial) : date.toISOString().slice(0, 10);
}
