/**
 * ZIP archives whose files are compressed piece by piece, before the archive is written, by whichever worker continues a
 * job. fflate writes the archive from the pieces during the download.
 */
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';

/** The state of a file of an archive: its checksum, its size, and that of its compressed pieces; bytes. */
export type ZipFile = { name: string; crc: number; size: number; packed: number };

/** A deflate stream ends with a block that is marked as the last: here an empty one. */
const LAST_BLOCK = Buffer.from([0x03, 0x00]);
/** Beyond this the format needs other fields (ZIP64), which are not written. */
const MOST_BYTES = 0xff_ff_ff_ff;

/** Compresses the next piece of a file; the first one begins with `{ crc: 0, size: 0, packed: 0 }`. Pieces do not depend on earlier ones. */
export function packPiece(file: ZipFile, text: string): { bytes: Buffer; file: ZipFile } {
  const plain = Buffer.from(text);
  if (!plain.length) return { bytes: plain, file };
  const bytes = deflateRawSync(plain, { finishFlush: constants.Z_SYNC_FLUSH });
  const [size, packed] = [file.size + plain.length, file.packed + bytes.length];
  if (size > MOST_BYTES) throw new Error(`${file.name} is too large for an archive`);
  return { bytes, file: { ...file, crc: crc32(plain, file.crc), size, packed } };
}

/** The size of an archive in bytes. Throws when it exceeds the format. */
export function zipSize(files: readonly ZipFile[]): number {
  // Each file has a header, a descriptor after it and an entry in the list at the end: 30, 16 and 46 bytes.
  const ofFile = ({ name, packed }: ZipFile) => 92 + 2 * Buffer.byteLength(name) + packed + LAST_BLOCK.length;
  const size = files.reduce((sum, file) => sum + ofFile(file), 22);
  if (size > MOST_BYTES) throw new Error('the archive is too large');
  return size;
}

/** An archive from all compressed pieces of its files, in order. Throws when pieces are missing. */
export async function* writeZip(
  files: readonly ZipFile[],
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  at: Date,
): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    written.push(chunk);
  });
  const each = (async function* () {
    yield* pieces;
  })();
  for (const { name, crc, size, packed } of files) {
    const entry: ZipInputFile = { filename: name, crc, size, compression: 8, mtime: at };
    zip.add(entry);
    for (let taken = 0; taken < packed;) {
      const { value, done } = await each.next();
      if (done) throw new Error(`a piece of ${name} is missing`);
      taken += value.length;
      entry.ondata?.(null, new Uint8Array(value), false);
      yield* written.splice(0);
    }
    entry.ondata?.(null, LAST_BLOCK, true);
  }
  zip.end();
  yield* written;
}
