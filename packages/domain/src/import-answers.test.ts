import { expect, it } from 'vitest';
import { answersStillMeant } from './import-answers.ts';
import type { ImportField } from './import-fields.ts';
import type { ImportAnswers } from './import-values.ts';

const columns = (fields: Record<string, ImportField | null>) =>
  Object.entries(fields).map(([name, field]) => ({ name, field }));
const LIST = {
  Name: 'fullName',
  DOB: 'birthDt',
  Joined: 'coveredSince',
  Status: 'isActive',
  Wife: 'spouseNm',
} as const;
const word = (name: string) => ({ words: [{ name, means: 'Yes' }] });

it.each<[about: string, answers: ImportAnswers, after: Record<string, ImportField | null>, stays: boolean]>([
  ['the same columns', { couples: 'two', dateOrder: 'day', ...word('isActive: guest') }, LIST, true],
  ['one of several columns', { dateOrder: 'day' }, { ...LIST, DOB: null }, true],
  ['a column that is gone', { dateOrder: 'day' }, { Name: 'fullName', Born: 'birthDt' }, false],
  ['names in another column', { longNames: 'first' }, { Head: 'fullName' }, false],
  ['a column that is left out now', { relatives: 'members' }, { ...LIST, Wife: null }, false],
  ['a word of the same column', word('isActive: guest'), { Status: 'isActive' }, true],
  ['a word of another column', word('isActive: guest'), { Group: 'isActive', Status: null }, false],
  ['a heading of a part, which is no column', word('section: moved away'), { Head: 'fullName' }, true],
  ['what no column had before', { familyAbove: 'above' }, LIST, true],
  ['no column', { asOf: '2026-10-31', controlRows: 3 }, { Head: 'fullName' }, true],
  ['the fund, which has no column', { campaignId: 'f' }, LIST, true],
  ['the fund, which has a column now', { campaignId: 'f' }, { ...LIST, Fund: 'campaign' }, false],
])('an answer about %s', (_about, answers, after, stays) =>
  expect(answersStillMeant(answers, columns(LIST), columns(after))).toEqual(stays ? answers : {}),
);
