import { expect, it } from 'vitest';
import { nearestSpellings, spellingKeys } from './spelling.ts';

const share = (one: string, other: string) => {
  const keys = new Set(spellingKeys(one, []));
  return spellingKeys(other, []).some((key) => keys.has(key));
};

it.each([
  ['a letter too many', 'bekelle', 'bekele'],
  ['a letter too few', 'beele', 'bekele'],
  ['another letter', 'bekile', 'bekele'],
  ['two neighbours exchanged', 'bekeel', 'bekele'],
  ['a letter beyond the basic plane', 'abre', 'abr𐐷e'],
])('%s shares a key', (_name, typed, word) => {
  expect(share(typed, word)).toBe(true);
});

it('other words share none, and short ones are not shortened', () => {
  expect(share('bekele', 'tesfaye')).toBe(false);
  expect(spellingKeys('ng', ['NK', ''])).toEqual(['ng', '~NK']);
});

it('offers the nearest first, and nothing that is too far away', () => {
  const spelling = (word: string, letters: number, soundsAlike = false) => ({ word, letters, soundsAlike });
  const found = [
    spelling('bikila', 3, true),
    spelling('bekala', 2),
    spelling('becker', 4),
    spelling('bekele', 1),
    spelling('bekelu', 1, true),
  ];
  expect(nearestSpellings('bekelle', found).map(({ word }) => word)).toEqual([
    'bekelu',
    'bekele',
    'bekala',
    'bikila',
  ]);
  expect(nearestSpellings('li', [spelling('lu', 1), spelling('xu', 2)])).toEqual([spelling('lu', 1)]);
});
