/** The files of claims, encrypted, in pieces; what is known of each is in its claim. Their ids are texts (docs/decisions/011). */
import mongoose from 'mongoose';
import type { Session } from '../../../platform/database.ts';
import { bytes, date, int, optional, text } from '../../../platform/fields.ts';
import { collectionOf, defineModel, type DocumentOf } from '../../../platform/model.ts';
import { keyIdOfFile } from '../../../platform/sealed-file.ts';

const ClaimFileModel = defineModel('claim_files', {
  _id: text(),
  claimId: text(),
  /** The member who has died. */
  memberId: text(),
  documentId: text(),
  part: int(),
  data: bytes(),
  /** Set on the first piece only: old files are found by it. */
  addedDt: optional(date()),
  /** Set on the first piece only: the key that encrypted the file. */
  keyId: optional(text()),
});
type ClaimFileRecord = DocumentOf<typeof ClaimFileModel>;

/** The claim and the member that a file belongs to. */
export type FileOwner = Pick<ClaimFileRecord, 'claimId' | 'memberId' | 'documentId'>;

const files = () => collectionOf(ClaimFileModel);
const CHUNK = 1024 * 1024;

/** Stores a file. */
export async function insertFile(
  owner: FileOwner,
  sealed: Buffer,
  now: Date,
  session: Session,
): Promise<void> {
  for (let part = 0; part * CHUNK < sealed.length; part += 1) {
    const data = new mongoose.mongo.Binary(sealed.subarray(part * CHUNK, (part + 1) * CHUNK));
    const piece = { _id: `${owner.documentId}:${part}`, ...owner, part, data };
    const first = { addedDt: now, keyId: keyIdOfFile(sealed) };
    await files().insertOne({ ...piece, ...(part === 0 && first) }, { session });
  }
}

/** The bytes of a file; empty when it is gone. */
export async function readFile(documentId: string): Promise<Buffer> {
  const pieces = await files().find({ documentId }).sort({ part: 1 }).toArray();
  return Buffer.concat(pieces.map(({ data }) => data.buffer));
}

/** The ids of the keys that encrypted files. */
export async function readKeyIds(): Promise<string[]> {
  const found = await files().distinct('keyId');
  return found.flatMap((id) => id ?? []);
}

/** Deletes some files. */
export async function deleteFiles(documentIds: readonly string[], session: Session): Promise<void> {
  await files().deleteMany({ documentId: { $in: [...documentIds] } }, { session });
}

/** Files that were added before a time, after a place in their order; the oldest first. */
export async function readOldFiles(
  before: Date,
  after: { addedDt: Date; _id: string } | undefined,
  limit: number,
): Promise<{ _id: string; claimId: string; addedDt: Date }[]> {
  const found = await files()
    .find(
      {
        addedDt: { ...(after && { $gte: after.addedDt }), $lt: before },
        ...(after && { $and: [{ $or: [{ addedDt: { $gt: after.addedDt } }, { _id: { $gt: after._id } }] }] }),
      },
      { projection: { claimId: 1, addedDt: 1 } },
    )
    .sort({ addedDt: 1, _id: 1 })
    .limit(limit)
    .toArray();
  return found.flatMap(({ _id, claimId, addedDt }) => (addedDt ? [{ _id, claimId, addedDt }] : []));
}
