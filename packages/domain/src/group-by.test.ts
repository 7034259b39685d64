import { expect, it } from 'vitest';
import { groupBy } from './group-by.ts';

it.each<[words: string[], groups: [string, string[]][]]>([
  [[], []],
  [['dues'], [['d', ['dues']]]],
  [
    ['run', 'dues', 'role', 'day', 'run'],
    [
      ['r', ['run', 'role', 'run']],
      ['d', ['dues', 'day']],
    ],
  ],
])('%j by first letter', (words, groups) => {
  expect([...groupBy(words, (word) => word.slice(0, 1))]).toEqual(groups);
});
