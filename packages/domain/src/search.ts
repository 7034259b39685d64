/** Finding things by what somebody remembers of them. */
import { foldText } from './text.ts';

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
