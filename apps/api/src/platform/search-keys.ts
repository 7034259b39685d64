/** Search by first letters: stored keys, and the filters that read them by ranges of an index. */
import { createHash } from 'node:crypto';
import { searchKeysOfName, startOf, startsOf } from '@kinfold/domain/search';
import { list, text } from './fields.ts';

/** The fields of a searchable document. */
export const searchFields = {
  /** Folded words: read by range (docs/scaling.md). */
  searchKeys: list(text()),
  /** The first three and two letters of each search key, and the ends of phones: matched as a whole, in the order of names. */
  searchStarts: list(text()),
};

/** The id of a word of a name in other collections, which say nothing of the name: a hash. */
export const wordId = (word: string): string =>
  createHash('sha256').update(word).digest('base64url').slice(0, 22);

/** The ids of the words with which some search keys begin: the keys run the words of a name together. */
export function wordIdsOf(searchKeys: readonly string[]): string[] {
  const words = searchKeys.flatMap((key) => {
    const letters = [...(/^\p{L}+/u.exec(key)?.[0] ?? '')];
    return letters.slice(1).map((_letter, at) => letters.slice(0, at + 2).join(''));
  });
  return [...new Set(words)].map(wordId);
}

/** The search fields of a document with a name and a number of its own. */
export function searchKeysOf(name: string, number?: string) {
  const searchKeys = [...new Set([name, number ?? ''].flatMap(searchKeysOfName))];
  return { searchKeys, searchStarts: startsOf(searchKeys) };
}

// Above every text that begins with the prefix: nothing sorts after it.
const endOf = (prefix: string) => `${prefix}\u{10ffff}`;

/** The texts that begin with a prefix. */
export const beginsWith = (prefix: string) => ({ $gte: prefix, $lt: endOf(prefix) });

/** Documents for which a prefix begins some search key. Both bounds are in one $elemMatch: apart, two different keys could meet them. */
export const beginsSomeKey = (prefix: string) => ({ searchKeys: { $elemMatch: beginsWith(prefix) } });

/** Documents for which each prefix begins some search key. */
export function searchKeysFilter(prefixes: readonly string[]) {
  const conditions = prefixes.map(beginsSomeKey);
  return conditions.length > 0 ? { $and: conditions } : {};
}

/** The same, found by an index, in the order of names, by the start of the longest prefix that has one. */
export function searchFilter(prefixes: readonly string[]) {
  const start = startOf(prefixes);
  return { ...(start !== undefined && { searchStarts: start }), ...searchKeysFilter(prefixes) };
}
