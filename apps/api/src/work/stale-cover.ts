/**
 * Whose cover is to be looked at again (modules/funds/coverage/kept-cover.service.ts): lists of members filter by whether
 * somebody is covered or owes dues, which is kept with the member. Whoever changes what decides about it notes that here,
 * in the same transaction where there is one, else afterwards.
 */
import type { Session } from '../platform/database.ts';
import { newId, objectId, toRecord } from '../platform/documents.ts';
import { id, orNull, text } from '../platform/fields.ts';
import { defineModel, insertRecords, type RecordIn } from '../platform/model.ts';

const StaleCoverModel = defineModel('stale_covers', {
  /** A member, everybody of a membership, or everybody of a campaign's memberships. */
  kind: text<'member' | 'membership' | 'campaign'>(),
  of: id(),
  /** Of a campaign: the last of its memberships that is done. */
  cursor: orNull(id()),
});
export type StaleCover = RecordIn<typeof StaleCoverModel>;

/** Notes that the cover of some members, of the people of some memberships, or of a campaign may have changed. */
export async function coverChanged(
  kind: StaleCover['kind'],
  ids: readonly string[],
  session?: Session,
): Promise<void> {
  const notes = [...new Set(ids)].map((of) => ({ _id: newId(), kind, of, cursor: null }));
  await insertRecords(StaleCoverModel, notes, session);
}

/** The first notes of members and memberships, or of campaigns. */
export async function readStaleCovers(
  kinds: readonly StaleCover['kind'][],
  limit: number,
): Promise<StaleCover[]> {
  const found = StaleCoverModel.find({ kind: { $in: kinds } }).sort({ kind: 1, _id: 1 });
  return toRecord(await found.limit(limit).lean());
}

/** Whether there is a note of one of some members, memberships or campaigns. */
export async function isCoverStale(ids: readonly string[]): Promise<boolean> {
  return (await StaleCoverModel.findOne({ of: { $in: ids } }, { _id: 1 }).lean()) !== null;
}

/** Notes how far the work on a campaign is. */
export async function setCursor(noteId: string, cursor: string): Promise<void> {
  await StaleCoverModel.updateOne({ _id: noteId }, { $set: { cursor: objectId(cursor) } });
}

/** Takes notes away whose work is done. */
export async function dropStaleCovers(noteIds: readonly string[]): Promise<void> {
  if (noteIds.length) await StaleCoverModel.deleteMany({ _id: { $in: noteIds } });
}
