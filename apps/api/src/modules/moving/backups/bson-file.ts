/**
 * The file of a collection: its documents as BSON, one after another, compressed with gzip. BSON is the database's own
 * format, so no type is lost, and `mongorestore --gzip` reads such files too.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { CommandError } from '../../../platform/command.ts';

/** The file's name in the folder of a backup. */
export const fileOf = (folder: string, collectionName: string) =>
  path.join(folder, `${collectionName}.bson.gz`);

/** The contents of a collection, for comparison: documents, bytes of BSON, and their SHA-256 in hex. */
export type Contents = { documents: number; bytes: number; sha256: string };

/** Passes documents through, counting and hashing them. */
function counted(documents: AsyncIterable<Uint8Array>): {
  documents: AsyncIterable<Uint8Array>;
  /** Once all have passed. */
  contents(): Contents;
} {
  const hash = createHash('sha256');
  let [count, bytes] = [0, 0];
  async function* pass() {
    for await (const document of documents) {
      hash.update(document);
      count += 1;
      bytes += document.length;
      yield document;
    }
  }
  return { documents: pass(), contents: () => ({ documents: count, bytes, sha256: hash.digest('hex') }) };
}

/** Counts and hashes documents. */
export async function contentsOf(documents: AsyncIterable<Uint8Array>): Promise<Contents> {
  const { documents: passed, contents } = counted(documents);
  const all = passed[Symbol.asyncIterator]();
  while (!(await all.next()).done);
  return contents();
}

/** Small documents are compressed together, as a call for each would cost more than its work. */
const CHUNK_BYTES = 256 * 1024;

async function* chunks(documents: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const document of documents) {
    waiting.push(document);
    bytes += document.length;
    if (bytes < CHUNK_BYTES) continue;
    yield Buffer.concat(waiting);
    [waiting, bytes] = [[], 0];
  }
  if (waiting.length) yield Buffer.concat(waiting);
}

/** Writes documents into a new file and syncs it to disk; returns its contents. */
export async function writeBson(file: string, documents: AsyncIterable<Uint8Array>): Promise<Contents> {
  const { documents: passed, contents } = counted(documents);
  await pipeline(
    Readable.from(chunks(passed), { objectMode: false }),
    createGzip({ level: constants.Z_BEST_SPEED }),
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
  );
  return contents();
}

/** The smallest document is a length and an end; no database stores a larger one. */
const [LEAST_BYTES, MOST_BYTES] = [5, 32 * 1024 * 1024];

/** Reads the documents of a file. Throws CommandError for one that is missing, truncated or damaged. */
export async function* readBson(file: string): AsyncGenerator<Buffer> {
  const damaged = (why: string) => new CommandError(`${path.basename(file)} is damaged: ${why}.`);
  const gunzip = createGunzip();
  // Its errors reach the loop below, which reads the end of the compressed bytes.
  pipeline(createReadStream(file), gunzip).catch(() => undefined);
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      rest = rest.length ? Buffer.concat([rest, chunk]) : chunk;
      let at = 0;
      while (rest.length - at >= 4) {
        const bytes = rest.readInt32LE(at);
        if (bytes < LEAST_BYTES || bytes > MOST_BYTES) throw damaged('a document in it has no length');
        if (rest.length - at < bytes) break;
        yield rest.subarray(at, at + bytes);
        at += bytes;
      }
      rest = rest.subarray(at);
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CommandError(`${path.basename(file)} is missing.`);
    if (code?.startsWith('Z_')) throw damaged('it is cut off, or a byte of it has changed');
    throw error;
  } finally {
    gunzip.destroy();
  }
  if (rest.length) throw damaged('its last document is cut off');
}
