/**
 * The words of names, kept so that a misspelled one finds what was meant (rules.md "Finding people and places"). Whoever
 * writes a name marks its record, whoever removes one marks its words; the worker keeps the words that some name has.
 */
import { nearestSpellings, spellingKeys, type Spelling } from '@kinfold/domain/spelling';
import { searchKeysOfName, searchWords } from '@kinfold/domain/search';
import { doubleMetaphone } from 'double-metaphone';
import { distance } from 'fastest-levenshtein';
import type { Check, Problems } from '../../../platform/verification.ts';
import { wordId } from '../../../platform/search-keys.ts';
import { isStale, type Projection, type StaleMark } from '../../../work/projections.ts';
import { findMembers, hasNameWith, memberIds } from '../../people/members/member.service.ts';
import { findOrganizationNames, hasOrganizationWith } from '../organizations/organization.service.ts';
import { eachWord, keepWords, readWords } from './word.model.ts';

/** How a folded word sounds to English ears: one or two keys (Philips, "The Double Metaphone Search Algorithm", 2000). */
const soundsOf = (word: string): string[] => [...new Set(doubleMetaphone(word))];

/** The keys under which misspellings of a folded word are found; a typed word is looked for by its own. */
export const keysOfWord = (word: string): string[] => spellingKeys(word, soundsOf(word));

/** Returns those words to offer in place of a typed one, the nearest first. */
export function nearestWords(typed: string, words: readonly string[]): Spelling[] {
  const sounds = soundsOf(typed);
  const spellings = words.map((word) => ({
    word,
    letters: distance(typed, word),
    soundsAlike: soundsOf(word).some((sound) => sounds.includes(sound)),
  }));
  return nearestSpellings(typed, spellings);
}

/** The words of names; a key is a word. */
export const nameWords: Projection = {
  name: 'name words',
  everyMs: 5_000,
  marked: { kinds: ['member_words', 'organization_words', 'word'], keysOf: wordsOf },
  write: writeWords,
  keys: eachWord,
  problemsOf: unusedWords,
  repair: writeWords,
};

/** Whether the words of each member's name are kept. */
export const memberWords: Check = {
  keys: memberIds,
  problemsOf: missingWords,
  repair: async (ids) => writeWords([...(await wordsOfMembers(ids)).values()].flat()),
};

/** The words of names, and names of several words run together, as people may type them. */
const lettersOf = (names: readonly string[]) =>
  names
    .flatMap((name) => [...searchWords(name), ...searchKeysOfName(name).slice(0, 1)])
    .filter((word) => /^\p{L}{2,}$/u.test(word));

/** The words that marks lead to: of new names those that are not kept yet, of names that are gone those that are. */
async function wordsOf(marks: readonly StaleMark[]): Promise<string[]> {
  const idsOf = (wanted: StaleMark['kind']) =>
    marks.filter(({ kind }) => kind === wanted).map(({ of }) => of);
  const names = await findOrganizationNames(idsOf('organization_words'));
  const members = await wordsOfMembers(idsOf('member_words'));
  const words = [...new Set([...members.values(), lettersOf([...names.values()])].flat())];
  const known = new Set(await readWords(words.map(wordId)));
  return [...words.filter((word) => !known.has(word)), ...(await readWords(idsOf('word')))];
}

async function wordsOfMembers(ids: readonly string[]): Promise<Map<string, string[]>> {
  const members = await findMembers(ids);
  return new Map(members.map(({ _id, firstNm, lastNm }) => [_id, lettersOf([firstNm, lastNm])]));
}

async function writeWords(words: readonly string[]): Promise<void> {
  const kept: string[] = [];
  const gone: string[] = [];
  for (const word of words) ((await isUsed(word)) ? kept : gone).push(word);
  await keepWords(
    kept.map((word) => ({ word, keys: keysOfWord(word) })),
    gone,
  );
}

/** Whether a search for a word finds anybody. */
const isUsed = async (word: string) => (await hasNameWith(word)) || (await hasOrganizationWith(word));

async function unusedWords(words: readonly string[]): Promise<Problems> {
  const found: Problems = new Map();
  for (const word of words)
    if (!(await isUsed(word)) && !(await isStale([wordId(word)], ['word'])))
      found.set(word, `'${word}' is offered for what is misspelled, and nothing is called that.`);
  return found;
}

async function missingWords(ids: readonly string[]): Promise<Problems> {
  const found: Problems = new Map();
  const words = await wordsOfMembers(ids);
  const known = new Set(await readWords([...words.values()].flat().map(wordId)));
  for (const [id, own] of words)
    if (own.some((word) => !known.has(word)) && !(await isStale([id], ['member_words'])))
      found.set(id, `Member ${id} is not found when their name is misspelled.`);
  return found;
}
