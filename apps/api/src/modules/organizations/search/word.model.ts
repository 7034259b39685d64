import { list, text } from '../../../platform/fields.ts';
import { defineModel, keepRecords } from '../../../platform/model.ts';

/**
 * A folded word of a name of a member or an organization, with the keys under which misspellings of it are found. `_id` is the
 * word behind `name:`, so that no word is taken for a reference.
 */
const WordModel = defineModel('name_words', { _id: text(), keys: list(text()) });

const PREFIX = 'name:';
const idOf = (word: string) => `${PREFIX}${word}`;
const wordOf = (_id: string) => _id.slice(PREFIX.length);

/** Which of some words are kept. */
export async function readKnownWords(words: readonly string[]): Promise<Set<string>> {
  if (!words.length) return new Set();
  const found = await WordModel.find({ _id: { $in: words.map(idOf) } }, { _id: 1 }).lean();
  return new Set(found.map(({ _id }) => wordOf(_id)));
}

/** The words that have one of some keys: at most `limit`. */
export async function readWordsLike(keys: readonly string[], limit: number): Promise<string[]> {
  const found = await WordModel.find({ keys: { $in: keys } }, { _id: 1 })
    .limit(limit)
    .lean();
  return found.map(({ _id }) => wordOf(_id));
}

/** Keeps words with their keys, and forgets others. */
export async function keepWords(
  words: readonly { word: string; keys: string[] }[],
  gone: readonly string[],
): Promise<void> {
  const records = words.map(({ word, keys }) => ({ _id: idOf(word), keys }));
  await keepRecords(WordModel, records, gone.map(idOf));
}

/** Each word that is kept, as `_id`; for the verifier. */
export async function* eachWord(): AsyncGenerator<{ _id: string }> {
  for await (const { _id } of WordModel.find({}, { _id: 1 }).lean().cursor()) yield { _id: wordOf(_id) };
}
