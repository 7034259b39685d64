import { expect, it } from 'vitest';
import {
  countLettersAndDigits,
  countOf,
  foldText,
  formatWait,
  isSameName,
  listOf,
  nameInText,
  pluralOf,
} from './text.ts';

it.each([
  ['  De  La\tCruz ', 'de la cruz'],
  ['Núñez', 'nunez'],
  ['Nu\u0301n\u0303ez', 'nunez'],
  ['İzmir', 'izmir'],
  ['Yıldız Łukasz Đorđe', 'yildiz lukasz dorde'],
  ['STRAẞE Søren Æthelred Œuvre', 'strasse soren aethelred oeuvre'],
  ['', ''],
])('%j folds to %j', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

it.each([
  ['', 0],
  ["O'Ng", 3],
  [' J. R. ', 2],
  ['Nu\u0301', 2],
  ['ሰላም', 3],
  ['4th', 3],
])('%j has %d letters and digits', (text, count) => {
  expect(countLettersAndDigits(text)).toBe(count);
});

it.each([
  ['Rivera', 'RIVERA', true],
  ['Rivera', ' rivera ', true],
  ['Núñez', 'Nunez', true],
  ['De La Cruz', 'Delacruz', true],
  ['Rivera', 'Riveras', false],
  ["O'Brien", 'OBrien', false],
  ["O'Brien", 'O’Brien', true],
  ['Jørgensen', 'jorgensen', true],
  ['Rivera', '', false],
])('%j and %j are the same name: %s', (a, b, isSame) => {
  expect(isSameName(a, b)).toBe(isSame);
  expect(isSameName(b, a)).toBe(isSame);
});

it.each([
  [0, '0 people'],
  [1, '1 person'],
  [2, '2 people'],
])('%d counts as %s', (count, text) => {
  expect(countOf(count, 'person', 'people')).toBe(text);
});

it.each([
  ['Okafor, Ruth', 'Ruth Okafor'],
  ['Wolde-Giorgis, Miriam Anna', 'Miriam Anna Wolde-Giorgis'],
  ['King, Jr., Martin', 'Martin King, Jr.'],
  ['Ruth Okafor', 'Ruth Okafor'],
])('%j becomes %j in a sentence', (listName, name) => {
  expect(nameInText(listName)).toBe(name);
});

it.each([
  [1, '1 second'],
  [59, '59 seconds'],
  [60, 'one minute'],
  [61, '2 minutes'],
  [900, '15 minutes'],
  [5_400, '90 minutes'],
  [5_401, '2 hours'],
  [86_400, '24 hours'],
])('%d seconds are %s to wait', (seconds, text) => {
  expect(formatWait(seconds)).toBe(text);
});

it.each([
  [[], ''],
  [['Ruth'], 'Ruth'],
  [['Ruth', 'Samuel'], 'Ruth and Samuel'],
  [['Ruth', 'Samuel', 'Miriam'], 'Ruth, Samuel and Miriam'],
  [['Ruth', 'Samuel', 'Ruth'], 'Ruth and Samuel'],
])('%j are listed as %j', (names, text) => {
  expect(listOf(names)).toBe(text);
});

it.each([
  [1, '1 of Ana’s {x} # rows is left'],
  [1_200, '1,200 of Ana’s {x} # rows are left'],
])('fills the text for %d, and reads nothing in a value', (count, text) => {
  const whose = { whose: 'Ana’s {x} #' };
  expect(pluralOf(count, '# of {whose} rows is left', '# of {whose} rows are left', whose)).toBe(text);
});

it('joins by or', () => {
  expect(listOf(['a', 'b', 'c'], 'disjunction')).toBe('a, b or c');
});
