/** Recall of misspelled names: names of six languages, misspelled by rules, among all the words of the demo names. */
import { foldText } from '@kinfold/domain/text';
import { expect, it } from 'vitest';
import { keysOfWord, nearestWords } from './words.service.ts';

const NAMES = {
  amharic:
    'Abebe Bekele Tesfaye Haile Mulugeta Girma Tadesse Worku Desta Kebede Almaz Tigist Yohannes Getachew Hailemichael',
  spanish:
    'Gonzalez Rodriguez Hernandez Martinez Jimenez Guerrero Valdez Castillo Esperanza Guadalupe Ximena Joaquin Ramirez Chavez',
  german:
    'Schneider Schmidt Zimmermann Hoffmann Krueger Schaefer Koenig Baumgartner Friedrich Gertrud Hildegard Wolfgang Vogel',
  irish:
    'Sullivan Gallagher Doherty McCarthy Callaghan Siobhan Brendan Fitzgerald Kavanagh Moynihan Niamh Eoghan Shaughnessy',
  igbo: 'Okonkwo Okafor Chukwuemeka Nwosu Adaeze Ifeoma Obinna Chinonso Onyekachi Ngozi Uchenna Ikenna Amarachi Eze',
  vietnamese: 'Nguyen Tran Phuong Hoang Huynh Phan Dang Truong Duong Quynh Thanh Khanh Ngoc Trinh Linh',
};
const words = Object.values(NAMES)
  .join(' ')
  .split(' ')
  .map((name) => foldText(name));

const at = (word: string, place: number) => Math.floor((word.length - 1) * place);
const exchange = (word: string, from: number) =>
  word.slice(0, from) + (word[from + 1] ?? '') + (word[from] ?? '') + word.slice(from + 2);
const SOUNDS: readonly [RegExp, string][] = [
  [/ph/, 'f'],
  [/k/, 'c'],
  [/z/, 's'],
  [/y/, 'i'],
  [/ck|c(?!h)/, 'k'],
  [/h(?=.)/, ''],
  [/ou|oa/, 'o'],
  [/e(?=.)/, 'a'],
  [/i/, 'e'],
];

/** What people type who have only heard a name, or whose thumb slipped. */
function misspellingsOf(word: string): string[] {
  const [early, late] = [at(word, 0.3), at(word, 0.7)];
  return [
    word.slice(0, early + 1) + word.slice(early),
    word.slice(0, late + 1) + word.slice(late),
    word.slice(0, late) + word.slice(late + 1),
    exchange(word, late - 1),
    exchange(word, early),
    ...SOUNDS.map(([sound, heard]) => word.replace(sound, heard)),
    // Two at once.
    exchange(word.replace(/e/, 'a'), late - 1),
    (word.slice(0, early + 1) + word.slice(early)).replace(/i|y/, 'e'),
  ].filter((typed, place, all) => !words.includes(typed) && all.indexOf(typed) === place);
}

it('finds at least nine of ten names that are misspelled', () => {
  const keys = new Map<string, string[]>();
  for (const word of words)
    for (const key of keysOfWord(word)) keys.set(key, [...(keys.get(key) ?? []), word]);
  const offer = (typed: string) => {
    const found = new Set(keysOfWord(typed).flatMap((key) => keys.get(key) ?? []));
    return nearestWords(typed, [...found])
      .slice(0, 3)
      .map(({ word }) => word);
  };
  const tries = words.flatMap((word) => misspellingsOf(word).map((typed) => ({ word, typed })));
  const missed = tries.filter(({ word, typed }) => !offer(typed).includes(word));
  expect(tries.length).toBeGreaterThan(500);
  expect(
    1 - missed.length / tries.length,
    missed.map(({ word, typed }) => `${typed}: ${word}`).join(', '),
  ).toBeGreaterThan(0.9);
});
