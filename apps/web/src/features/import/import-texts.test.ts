import { expect, it } from 'vitest';
import { leftSentence } from './import-texts.ts';

it.each([
  [0, 0, undefined],
  [
    4,
    2,
    '4 rows were not imported because they need correction and 2 because nobody decided. They are in errors.csv: correct them there and upload that file.',
  ],
  [
    0,
    1,
    '1 row was not imported because nobody decided. It is in errors.csv: correct it there and upload that file.',
  ],
])('says which rows were left: %i to correct, %i to decide', (faulty, duplicates, sentence) => {
  const counts = { rows: 9, create: 3, change: 0, skip: 0, twice: 0, faulty, duplicates };
  expect(leftSentence({ counts })).toBe(sentence);
});
