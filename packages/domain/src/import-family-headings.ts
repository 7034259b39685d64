/** Headings of families, alone in a row: `The Hollis Family`, or a last name above those who have it. */
import type { ImportField } from './import-fields.ts';
import {
  ADDRESS,
  EXAMPLE,
  type FamilyAbove,
  type File,
  type FileCells,
  indexOf,
  isDitto,
  isHeading,
  NAMES,
  type NumberedCells,
} from './import-file.ts';
import { isPartAlone, leftOut, PAGE } from './import-left-out.ts';
import { familyNamed, familyNameOf, lastNameIn, relatedInName } from './import-names.ts';
import { readSection } from './import-sections.ts';
import { isMinorAge, readActive, readRelationship, saysHead } from './import-values.ts';
import { foldText } from './text.ts';

/** What was seen of a heading of a family, as an example. */
export const headingSeen = (row: FileCells): string[] =>
  isHeading(row) ? [`familyHeading${EXAMPLE}${row.cells.find((cell) => /\p{L}/u.test(cell))?.trim()}`] : [];

/** What the heading of a family may have beside its name: where they live, and their phone. */
const SHARED_BY_FAMILY: readonly (ImportField | null)[] = [...ADDRESS, 'phone'];
const NUMBERS_BESIDE: readonly (ImportField | null)[] = [null, 'externalRef', 'memberId'];
const COUNT = /^\(?\d{1,3}[.)]?$/;
const IS_NAME = /^\p{L}[\p{L}\p{M}'’-]*(?: \p{L}[\p{L}\p{M}'’-]+){0,2}$/u;

/** `Sorrel` for SORREL, `O'Neil-Roe` for O'NEIL-ROE. */
const withoutCapitals = (name: string): string =>
  isCapitals(name) ? name.replace(/\p{L}+/gu, (word) => word.charAt(0) + word.slice(1).toLowerCase()) : name;

const isCapitals = (text: string): boolean => /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text);

/**
 * The heading of a family in a row: one that says so (`The Hollis Family`), or a last name alone, where the row below is of
 * a person with that name or without a last name; undefined for another row.
 */
function familyHeadedBy(
  file: File,
  { row, cells }: NumberedCells,
  before: NumberedCells | undefined,
  next: NumberedCells | undefined,
): FamilyAbove | undefined {
  const { columns } = file;
  const fieldAt = (index: number) => columns[index]?.field ?? null;
  const isCount = (cell: string, index: number) =>
    COUNT.test(cell) && NUMBERS_BESIDE.includes(fieldAt(index));
  const filled = cells.flatMap((cell, index) => (cell.trim() && !isCount(cell.trim(), index) ? [index] : []));
  const [place = -1, ...others] = filled;
  const isPlace = place === 0 || NAMES.includes(fieldAt(place)) || fieldAt(place) === 'household';
  const hasKey = indexOf(file, 'household') >= 0 && fieldAt(place) !== 'household';
  if (!isPlace || hasKey || !others.every((index) => SHARED_BY_FAMILY.includes(fieldAt(index))))
    return undefined;
  const text = (cells[place] ?? '').trim().replace(/\s*:$/, '');
  const shared = Object.fromEntries(others.map((index) => [index, cells[index] ?? '']));
  const of = (field: ImportField) => (next?.cells[indexOf(file, field)] ?? '').trim();
  const whole = of('fullName');
  const given = of('firstNm') || whole;
  const last = of('lastNm') || (whole && lastNameIn(file, whole));
  const isSame = (name: string) => foldText(familyNameOf(last)) === foldText(name);
  // As the person below writes it; in a list of names that are not in capitals, those of a heading are none of the name.
  const found = (name: string) => ({
    name: isSame(name) ? familyNameOf(last) : isCapitals(given) ? name : withoutCapitals(name),
    row,
    ...(others.length && { shared }),
  });
  const named = familyNamed(text);
  if (named !== undefined) return found(named);
  const isName = NAMES.includes(fieldAt(place)) || fieldAt(place) === 'household';
  if (!isName || !IS_NAME.test(text) || readSection(text) || isPartAlone(foldText(text))) return undefined;
  if (!next || leftOut(file, { cells: next.cells }) !== undefined) return undefined;
  if (last) return isSame(text) && given ? found(text) : undefined;
  if (!given) return undefined;
  if (fieldAt(place) === 'lastNm' || fieldAt(place) === 'household') return found(text);
  const isBegun = !before || row - Math.floor(before.row) > 1;
  const isBlock = isBegun && next.row - row === 1;
  return isBlock || (isCapitals(text) && !isCapitals(given)) ? found(text) : undefined;
}

/** The heading of the family to which a row belongs, by the rows before and after it; undefined for none. */
export function familyOf(
  file: File,
  row: NumberedCells,
  before: NumberedCells | undefined,
  next: NumberedCells | undefined,
): FamilyAbove | undefined {
  const own = familyHeadedBy(file, row, before, next);
  const family = before?.family;
  if (own || !family || !before) return own;
  const { cells } = row;
  const [text = ''] = cells.filter((cell) => cell.trim());
  if (leftOut(file, { cells }) !== undefined) return PAGE.test(foldText(text).trim()) ? family : undefined;
  if (cells.some((cell) => familyNamed(cell) !== undefined)) return undefined;
  // Somebody with another last name, who is said to be a head, or stands after a blank row or with an address.
  const of = (field: ImportField, { cells: texts }: FileCells = row) =>
    (texts[indexOf(file, field)] ?? '').trim();
  const lastOf = (one: FileCells) =>
    of('lastNm', one) || (of('fullName', one) && lastNameIn(file, of('fullName', one)));
  const last = lastOf(row);
  const street = of('streetAddress');
  const related = readRelationship(of('relationship') || relatedInName(file, [...cells]));
  const isOther = related === undefined && readActive(of('isChild')) !== true && !isMinorAge(of('isChild'));
  const isApart =
    (row.row - Math.floor(before.row) > 1 && !isHeading(before)) ||
    (street !== '' && !isDitto(street, 'streetAddress')) ||
    related === 'Head of Household' ||
    saysHead(of('isHead')) ||
    // Those above them write no last names, as it is that of the heading.
    (isOther && !isHeading(before) && leftOut(file, before) === undefined && !lastOf(before));
  return isApart && last && foldText(familyNameOf(last)) !== foldText(family.name) ? undefined : family;
}
