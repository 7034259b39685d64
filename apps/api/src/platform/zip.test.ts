import { crc32 } from 'node:zlib';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { packPiece, writeZip, zipSize, type ZipFile } from './zip.ts';

const NOW = new Date('2026-11-22T18:22:10Z');

/** An archive of some files, each in some pieces. */
async function archive(contents: Readonly<Record<string, readonly string[]>>): Promise<Buffer> {
  const parts: Buffer[] = [];
  const files = Object.entries(contents).map(([name, pieces]) =>
    pieces.reduce<ZipFile>(
      (file, piece) => {
        const packed = packPiece(file, piece);
        parts.push(packed.bytes);
        return packed.file;
      },
      { name, crc: 0, size: 0, packed: 0 },
    ),
  );
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeZip(files, parts, NOW)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  expect(bytes.length).toBe(zipSize(files));
  return bytes;
}

const CONTENTS = {
  'members.csv': ['Last Name\r\n', 'Okafor\r\n'.repeat(50_000), 'Señor\r\n'],
  'empty.csv': [],
  'README.txt': ['one', '', 'two'],
};

it('an archive that was made in pieces has all that was added', async () => {
  const files = unzipSync(await archive(CONTENTS));
  const texts = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
  const expected = Object.entries(CONTENTS).map(([name, pieces]) => [name, pieces.join('')]);
  expect(texts).toEqual(Object.fromEntries(expected));
});

it('its sizes and checksums are right for a tool that reads it from its end', async () => {
  const zip = await fromBufferPromise(await archive(CONTENTS));
  const found: { name: string; size: number; isRight: boolean }[] = [];
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    const content = Buffer.concat(await stream.toArray());
    const isRight = crc32(content) === entry.crc32 && content.length === entry.uncompressedSize;
    found.push({ name: entry.fileName, size: content.length, isRight });
  }
  expect(found).toEqual([
    { name: 'members.csv', size: 11 + 400_000 + 8, isRight: true },
    { name: 'empty.csv', size: 0, isRight: true },
    { name: 'README.txt', size: 6, isRight: true },
  ]);
});

it('is not written where a piece is missing', async () => {
  const { file } = packPiece({ name: 'a.csv', crc: 0, size: 0, packed: 0 }, 'text');
  const write = async () => {
    for await (const _chunk of writeZip([file], [], NOW));
  };
  await expect(write()).rejects.toThrow('a.csv');
});
