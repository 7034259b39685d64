/** The file of an import, stored in pieces until its rows are stored. */
import { IMPORT_MAX } from '@kinfold/domain/import';
import mongoose from 'mongoose';
import { AppError } from '../../../platform/problem.ts';
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
  const parts = await importChunks().find({ importId }).sort({ part: 1 }).toArray();
  return Buffer.concat(parts.map(({ data }) => data.buffer));
}

/** Deletes a file. */
export async function removeFile(importId: string): Promise<void> {
  await importChunks().deleteMany({ importId });
}
