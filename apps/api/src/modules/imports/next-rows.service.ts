/** The rows of an import in portions, as the steps of its jobs take them. */
import { groupRows } from './group-rows.ts';
import { importRows, type ImportRowRecord } from './import.model.ts';

/** The group of rows that begins with one: with zeros before it, so that groups are in the order of the file. */
export const groupOf = (row: number): string => String(row).padStart(7, '0');

/**
 * A range is asked for first, and what lies further on where it is empty: not every database ends a walk at its limit
 * (bench/RESULTS.md), and each step would walk the rest of the file.
 */
async function portion(
  filter: object,
  order: 'row' | 'group',
  { after, end, most }: { after: number | string; end: number | string; most: number },
): Promise<ImportRowRecord[]> {
  const read = (range: object) =>
    importRows()
      .find({ ...filter, [order]: range })
      .sort(order === 'row' ? { row: 1 } : { group: 1, row: 1 })
      .limit(most)
      .toArray();
  const near = await read({ $gt: after, $lte: end });
  return near.length ? near : read({ $gt: after });
}

/** The next rows after one, at most so many; none at the end alone. */
export const nextRows = (filter: object, after: number, most: number): Promise<ImportRowRecord[]> =>
  portion(filter, 'row', { after, end: after + most, most });

/** The next rows of groups after one ('' for the first), about so many, and never less than a group; none at the end alone. */
export async function nextGroups(
  filter: object,
  after: string,
  most: number,
): Promise<{ groups: ImportRowRecord[][]; last: string; isLast: boolean }> {
  const found = await portion(filter, 'group', { after, end: groupOf(Number(after) + most), most });
  const groups = groupRows(found);
  // The last one may go on behind the limit, unless it is all there is: then it has too many rows for a household anyway.
  const whole = found.length < most || groups.length === 1 ? groups : groups.slice(0, -1);
  return { groups: whole, last: whole.at(-1)?.[0]?.group ?? after, isLast: found.length === 0 };
}
