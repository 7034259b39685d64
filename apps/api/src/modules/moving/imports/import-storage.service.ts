/** The file of an import, stored in parts until it is read, and the rows that were read until they are checked. */
import { IMPORT_MAX } from '@kinfold/domain/import';
import mongoose from 'mongoose';
import { insertOnce } from '../../../platform/database.ts';
import { AppError } from '../../../platform/problem.ts';
import type { FileRow } from './file-fault.ts';
import { importChunks } from './import.model.ts';

const CHUNK = 1024 * 1024;

const tooLarge = () =>
  new AppError(
    413,
    'too_large',
    `The file is larger than ${IMPORT_MAX.bytes / 1024 / 1024} MiB. Divide it into several files.`,
  );

/** Stores a file as it arrives, and returns its bytes. Throws 413 for one that is too large. */
export async function storeFile(
  importId: string,
  stream: AsyncIterable<Buffer>,
  announcedBytes: number,
  now: Date,
): Promise<void> {
  if (announcedBytes > IMPORT_MAX.bytes) throw tooLarge();
  let waiting: Buffer[] = [];
  let [size, part] = [0, 0];
  const write = async () => {
    const data = new mongoose.mongo.Binary(Buffer.concat(waiting));
    waiting = [];
    await importChunks().insertOne({ _id: `${importId}:${part}`, importId, part, data, createdDt: now });
    part += 1;
  };
  let buffered = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    buffered += chunk.length;
    if (size > IMPORT_MAX.bytes) {
      await removeFile(importId);
      throw tooLarge();
    }
    waiting.push(chunk);
    if (buffered < CHUNK) continue;
    await write();
    buffered = 0;
  }
  if (waiting.length) await write();
}

/** The bytes of a stored file; empty when it is gone. */
export async function readFile(importId: string): Promise<Buffer> {
  const parts = await importChunks().find({ importId, part: OF_FILE }).sort({ part: 1 }).toArray();
  return Buffer.concat(parts.map(({ data }) => data.buffer));
}

/** Deletes a file. */
export async function removeFile(importId: string): Promise<void> {
  await importChunks().deleteMany({ importId, part: OF_FILE });
}

/** Parts from here on are pieces of rows, by the number of their last row. */
const ROWS = 1_000_000;
const OF_FILE = { $lt: ROWS };

/** Stores some rows in one document, which is much less work than a document for each. */
export async function storePiece(importId: string, rows: readonly FileRow[], now: Date): Promise<void> {
  const part = ROWS + (rows.at(-1)?.row ?? 0);
  const data = new mongoose.mongo.Binary(Buffer.from(JSON.stringify(rows)));
  await insertOnce(importChunks(), { _id: `${importId}:${part}`, importId, part, data, createdDt: now });
}

/** The rows of the next piece after a row, up to which pieces are deleted; none at the end. */
export async function nextPiece(importId: string, after: number): Promise<FileRow[]> {
  await importChunks().deleteMany({ importId, part: { $gte: ROWS, $lte: ROWS + after } });
  const [piece] = await importChunks()
    .find({ importId, part: { $gt: ROWS } })
    .sort({ part: 1 })
    .limit(1)
    .toArray();
  if (!piece) return [];
  const rows = JSON.parse(Buffer.from(piece.data.buffer).toString()) as FileRow[];
  return rows.filter(({ row }) => row > after);
}

/** Deletes all pieces. */
export async function removePieces(importId: string): Promise<void> {
  await importChunks().deleteMany({ importId, part: { $gte: ROWS } });
}
