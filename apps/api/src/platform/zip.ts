/**
 * ZIP archives that are made piece by piece: what was made is stored, and a worker that takes over goes on behind it. So
 * nothing of a file is known when it begins; its size and checksum follow it (APPNOTE 4.3.9, data descriptors).
 */
import { constants, crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive: where it begins, and the checksum and sizes of what it has so far; bytes. */
export type ZipFile = { name: string; offset: number; crc: number; size: number; packed: number };

/** Sizes follow the file; its name is UTF-8. */
const FLAGS = 0x0808;
const VERSION = 20;
const DEFLATED = 8;
/** A deflate stream ends with a block that says it is the last: here an empty one. */
const LAST_BLOCK = Buffer.from([0x03, 0x00]);
/** From there on the format needs other fields (ZIP64), which are not written. */
const MOST_BYTES = 0xff_ff_ff_ff;

function numbers(...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}

/** Day and time as ZIP has them, UTC. */
function dosTime(at: Date): (readonly [2, number])[] {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return [
    [2, time],
    [2, day],
  ];
}

/** What a file begins with, at the offset at which the archive then is. */
export function beginZipFile(name: string, offset: number, at: Date): { bytes: Buffer; file: ZipFile } {
  const encoded = Buffer.from(name);
  const header = numbers(
    [4, 0x04034b50],
    [2, VERSION],
    [2, FLAGS],
    [2, DEFLATED],
    ...dosTime(at),
    [4, 0],
    [4, 0],
    [4, 0],
    [2, encoded.length],
    [2, 0],
  );
  return { bytes: Buffer.concat([header, encoded]), file: { name, offset, crc: 0, size: 0, packed: 0 } };
}

/** The next piece of a file. Pieces stand for themselves: one is packed without those before it. */
export function addToZipFile(file: ZipFile, text: string): { bytes: Buffer; file: ZipFile } {
  const plain = Buffer.from(text);
  if (!plain.length) return { bytes: plain, file };
  const bytes = deflateRawSync(plain, { finishFlush: constants.Z_SYNC_FLUSH });
  const crc = crc32(plain, file.crc);
  return {
    bytes,
    file: { ...file, crc, size: file.size + plain.length, packed: file.packed + bytes.length },
  };
}

/** What a file ends with. */
export function endZipFile(file: ZipFile): { bytes: Buffer; file: ZipFile } {
  const ended = { ...file, packed: file.packed + LAST_BLOCK.length };
  if (ended.size > MOST_BYTES) throw new Error(`${file.name} is too large for an archive`);
  const descriptor = numbers([4, 0x08074b50], [4, ended.crc], [4, ended.packed], [4, ended.size]);
  return { bytes: Buffer.concat([LAST_BLOCK, descriptor]), file: ended };
}

/** What an archive ends with: the list of its files. Throws where it is larger than the format takes. */
export function endZip(files: readonly ZipFile[], offset: number, at: Date): Buffer {
  const entries = files.map(({ name, offset: begins, crc, size, packed }) => {
    const encoded = Buffer.from(name);
    const entry = numbers(
      [4, 0x02014b50],
      [2, VERSION],
      [2, VERSION],
      [2, FLAGS],
      [2, DEFLATED],
      ...dosTime(at),
      [4, crc],
      [4, packed],
      [4, size],
      [2, encoded.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, begins],
    );
    return Buffer.concat([entry, encoded]);
  });
  const list = Buffer.concat(entries);
  if (offset + list.length > MOST_BYTES) throw new Error('the archive is too large');
  const end = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, files.length],
    [2, files.length],
    [4, list.length],
    [4, offset],
    [2, 0],
  );
  return Buffer.concat([list, end]);
}
