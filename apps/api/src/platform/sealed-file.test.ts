import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { documentKeys, openFile, sealFile } from './sealed-file.ts';

const [now, before, lost] = [1, 2, 3].map(() => randomBytes(32).toString('base64'));
const keysOf = (key: string | undefined, previous?: string) =>
  documentKeys({ DOCUMENTS_KEY: key, DOCUMENTS_KEY_PREVIOUS: previous });
const file = Buffer.from('Certificate of death');

it('opens with the key that sealed it, also when another one has taken its place', () => {
  const sealed = sealFile(file, 'claim/1', keysOf(before));
  expect(sealed.includes('Certificate')).toBe(false);
  expect(openFile(sealed, 'claim/1', keysOf(now, `${lost}, ${before}`))).toEqual(file);
  expect(sealFile(file, 'claim/1', keysOf(now, before)).subarray(0, 8)).not.toEqual(sealed.subarray(0, 8));
  // Never the same twice.
  expect(sealFile(file, 'claim/1', keysOf(before))).not.toEqual(sealed);
});

it('opens for nobody else, with no other key, and not when a bit of it was changed', () => {
  const sealed = sealFile(file, 'claim/1', keysOf(now));
  expect(() => openFile(sealed, 'claim/2', keysOf(now))).toThrow(/auth/);
  expect(() => openFile(sealed, 'claim/1', keysOf(lost))).toThrow(/DOCUMENTS_KEY_PREVIOUS/);
  for (const at of [8, 20, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => openFile(changed, 'claim/1', keysOf(now))).toThrow(/auth/);
  }
  expect(() => keysOf(undefined)).toThrow(/DOCUMENTS_KEY/);
});
