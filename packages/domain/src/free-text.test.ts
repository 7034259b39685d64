import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { freeText, opaqueText } from './free-text.ts';

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
