import { list, text } from '../../../platform/fields.ts';
import { defineModel, keepRecords } from '../../../platform/model.ts';
import { wordId } from '../../../platform/search-keys.ts';

/** A folded word of a name of a member or an organization, with the keys under which misspellings of it are found. */
const WordModel = defineModel('name_words', {
  /** Its `wordId`. */
  _id: text(),
  word: text(),
  keys: list(text()),
});

/** The words that are kept of some ids. */
export async function readWords(ids: readonly string[]): Promise<string[]> {
  if (!ids.length) return [];
  return (await WordModel.find({ _id: { $in: ids } }, { word: 1 }).lean()).map(({ word }) => word);
}

/** The words that have one of some keys: at most `limit`. */
export async function readWordsLike(keys: readonly string[], limit: number): Promise<string[]> {
  const found = await WordModel.find({ keys: { $in: keys } }, { word: 1 })
    .limit(limit)
    .lean();
  return found.map(({ word }) => word);
}

/** Keeps words with their keys, and forgets others. */
export async function keepWords(
  words: readonly { word: string; keys: string[] }[],
  gone: readonly string[],
): Promise<void> {
  const records = words.map(({ word, keys }) => ({ _id: wordId(word), word, keys }));
  await keepRecords(WordModel, records, gone.map(wordId));
}

/** Each word that is kept, as `_id`; for the verifier. */
export async function* eachWord(): AsyncGenerator<{ _id: string }> {
  for await (const { word } of WordModel.find({}, { word: 1 }).lean().cursor()) yield { _id: word };
}
