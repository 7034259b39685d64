import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { freeText, opaqueText } from './free-text.ts';

it.each([
  ['Ruth Okafor', true],
  ['Ru\u0000th', false],
  ['\u007f', false],
])('a text that people type may be %j: %s', (text, isTaken) => {
  expect(z.safeParse(freeText('Type a text'), text).success).toBe(isTaken);
});

it.each([
  ['two\nlines', 'two lines'],
  ['two\r\n\u2028lines\tmore', 'two lines more'],
  ['Ru\u200bth\u200d Oka\u2060for\ufeff', 'Ruth Okafor'],
  ['\u200fRu\u202eth\u2066\u061c Oka\u00adfor', 'Ruth Okafor'],
  ['\u200b\n\u200b', ''],
])('a text of one line that is sent as %j is kept as %j', (text, kept) => {
  expect(z.parse(freeText('Type a text'), text)).toBe(kept);
});

it('a text of several lines keeps them, and has no marks that turn it around', () => {
  const field = freeText('Type a text', { hasLines: true });
  expect(z.parse(field, ' two\nlines ')).toBe('two\nlines');
  expect(z.safeParse(field, 'Ru\u202eth').success).toBe(false);
});

it.each([
  ['FeRR1N5Sz2bwp1u0E7sY19hW9VW814rX7aE8Hc0ZJxI', true],
  ['MTc4ODQ4MDU1MjY3OS43NTc2ZDk3ZDI4ZGM0M2Q1ZjI5M2M2NDE', true],
  ['x'.repeat(200), true],
  ['x'.repeat(201), false],
  ['', false],
  ['two words', false],
  ['x\n', false],
])('a text that a program made may be %j, whatever its digits are: %s', (text, isTaken) => {
  expect(z.safeParse(opaqueText('a cursor'), text).success).toBe(isTaken);
});
