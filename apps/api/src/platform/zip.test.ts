import { crc32 } from 'node:zlib';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { addToZipFile, beginZipFile, endZip, endZipFile, type ZipFile } from './zip.ts';

const NOW = new Date('2026-11-22T18:22:10Z');

/** An archive of some files, each in some pieces. */
function archive(contents: Readonly<Record<string, readonly string[]>>): Buffer {
  const parts: Buffer[] = [];
  const files: ZipFile[] = [];
  let offset = 0;
  const write = (bytes: Buffer) => {
    parts.push(bytes);
    offset += bytes.length;
  };
  for (const [name, pieces] of Object.entries(contents)) {
    const begun = beginZipFile(name, offset, NOW);
    write(begun.bytes);
    let { file } = begun;
    for (const piece of pieces) {
      const added = addToZipFile(file, piece);
      write(added.bytes);
      ({ file } = added);
    }
    const ended = endZipFile(file);
    write(ended.bytes);
    files.push(ended.file);
  }
  write(endZip(files, offset, NOW));
  return Buffer.concat(parts);
}

const CONTENTS = {
  'members.csv': ['Last Name\r\n', 'Okafor\r\n'.repeat(50_000), 'Señor\r\n'],
  'empty.csv': [],
  'README.txt': ['one', '', 'two'],
};

it('an archive that was made in pieces holds what was put in', () => {
  const files = unzipSync(archive(CONTENTS));
  const texts = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
  const expected = Object.entries(CONTENTS).map(([name, pieces]) => [name, pieces.join('')]);
  expect(texts).toEqual(Object.fromEntries(expected));
});

it('its sizes and checksums are right for a tool that reads it from its end', async () => {
  const zip = await fromBufferPromise(archive(CONTENTS));
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
