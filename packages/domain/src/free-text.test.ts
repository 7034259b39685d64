import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { freeText } from './free-text.ts';

it.each([
  ['Ruth Okafor', true],
  ['Ruth\u200dOkafor', true],
  ['two\nlines', true],
  ['Ru\u0000th', false],
  ['Ru\u202eth', false],
  ['Ru\u2066th', false],
  ['\u007f', false],
])('a text that people type may be %j: %s', (text, isTaken) => {
  expect(z.safeParse(freeText('Type a text'), text).success).toBe(isTaken);
});
