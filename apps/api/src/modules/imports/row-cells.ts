/** The cells of a row by the names of their columns. */
import type { ImportFault } from '@kinfold/domain/import-row';
import type { ImportRecord, ImportRowRecord } from './import.model.ts';

/** Each cell by its column. */
export const cellsOf = ({ cells }: ImportRowRecord, { columns }: ImportRecord): Record<string, string> =>
  Object.fromEntries(columns.map(({ name }, index) => [name, cells[index] ?? '']));

/** The fault of a row with more cells than there are columns. */
export function tooManyCells({ cells }: ImportRowRecord, { columns }: ImportRecord): ImportFault[] {
  if (cells.length <= columns.length) return [];
  const message = 'This row has more cells than the heading: a comma within a text needs quotes around it';
  return [{ field: 'firstNm', column: `Column ${columns.length + 1}`, message }];
}
