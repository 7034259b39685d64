/** Keys that a search finds by range of an index, never by a pattern (architecture.md "Data that scales"). */
import { foldText } from '@kinfold/domain/text';

/** The words of a text as they are stored and searched: folded, and apart at blanks, points, hyphens, apostrophes. */
export function searchWords(text: string): string[] {
  return [...new Set(foldText(text).split(/[\s,.'’-]+/))].filter(Boolean);
}

const START_LENGTH = 3;

/** The first letters of texts that have enough, of the longest text first: what an index finds them by. */
export function startsOf(texts: readonly string[]): string[] {
  const letters = texts.map((text) => [...text]).filter(({ length }) => length >= START_LENGTH);
  const longestFirst = letters.toSorted((one, other) => other.length - one.length);
  return [...new Set(longestFirst.map((each) => each.slice(0, START_LENGTH).join('')))];
}

// Above every text that begins with the prefix: nothing sorts after it.
const endOf = (prefix: string) => `${prefix}\u{10ffff}`;

/**
 * What documents must meet of whose `searchKeys` each prefix begins one. Both bounds stand inside `$elemMatch`: apart,
 * they could be met by two different keys.
 */
export function prefixConditions(prefixes: readonly string[]) {
  return prefixes.map((prefix) => ({
    searchKeys: { $elemMatch: { $gte: prefix, $lt: endOf(prefix) } },
  }));
}
