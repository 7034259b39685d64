/**
 * Lists with cursors, newest first: a cursor is the position of the last row of a page. It grants no access: each request
 * is answered within its own scope.
 */
import { invalid } from './problem.ts';

/** The position of a row in a list in the order of a time, then of `_id`. */
export type Place = { at: Date; id: string };

/** A text that is opaque to clients. */
const cursorOf = ({ at, id }: Place) => Buffer.from(`${at.getTime()}.${id}`).toString('base64url');

/** The position of a cursor; undefined without one. Throws 422 for an invalid one. */
export function placeOf(cursor: string | undefined): Place | undefined {
  if (!cursor) return undefined;
  const [, ms, id = ''] =
    /^(\d{1,14})\.([\w:-]{24,128})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (ms === undefined) throw invalid([{ path: 'cursor', message: 'cursor is the next of a page' }]);
  return { at: new Date(Number(ms)), id };
}

/** The first `size` of some rows, of which one more was read, and the cursor of the next page; null at the end. */
export function cutPage<Row>(rows: readonly Row[], size: number, toPlace: (row: Row) => Place) {
  const page = rows.slice(0, size);
  const last = rows.length > size ? page.at(-1) : undefined;
  return { page, next: last ? cursorOf(toPlace(last)) : null };
}

/** The filter of rows after a position in a list by `createdDt`, newest first; of all without one. */
export const olderThan = (after: Place | undefined) =>
  after && {
    createdDt: { $lte: after.at },
    $or: [{ createdDt: { $lt: after.at } }, { _id: { $lt: after.id } }],
  };

/** The order of such a list. */
export const NEWEST_FIRST = { createdDt: -1, _id: -1 } as const;

/** The same as `cutPage` for a list by `createdDt`. */
export const cutNewest = <Row extends { createdDt: Date; _id: string }>(rows: readonly Row[], size: number) =>
  cutPage(rows, size, ({ createdDt, _id }) => ({ at: createdDt, id: _id }));

/** The filter of documents after a position in the order of names; of all without one. */
export const afterName = (after: { nameKey: string; _id: string } | null) =>
  after && {
    nameKey: { $gte: after.nameKey },
    $or: [{ nameKey: { $gt: after.nameKey } }, { _id: { $gt: after._id } }],
  };
