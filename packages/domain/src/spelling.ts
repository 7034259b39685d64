/** Names that are spelled alike (rules.md "Finding people and places"): keys that find them, and how far they are apart. */

/** A name word without one of its letters, for each letter; words of two letters stay whole. */
function withoutOneLetter(word: string): string[] {
  const letters = [...word];
  return letters.length < 3 ? [] : letters.map((_letter, at) => letters.toSpliced(at, 1).join(''));
}

/**
 * The keys of a folded word under which a misspelling of it is found: the word, the word without any one letter (two words
 * with one letter added, left out, changed or exchanged share one of them; Garbe, SymSpell), and how it sounds.
 */
export function spellingKeys(word: string, sounds: readonly string[]): string[] {
  return [
    ...new Set([word, ...withoutOneLetter(word), ...sounds.filter(Boolean).map((sound) => `~${sound}`)]),
  ];
}

/** How different a word may be from what was typed and still be offered, in letters. */
const mostLetters = (typed: string, soundsAlike: boolean) =>
  Math.ceil([...typed].length / (soundsAlike ? 2 : 3));

export type Spelling = { word: string; letters: number; soundsAlike: boolean };

/** The words to offer for a typed one, the nearest first: by letters that differ, then those that sound alike, then by name. */
export function nearestSpellings(typed: string, found: readonly Spelling[]): Spelling[] {
  return found
    .filter(({ letters, soundsAlike }) => letters <= mostLetters(typed, soundsAlike))
    .toSorted(
      (one, other) =>
        one.letters - other.letters ||
        Number(other.soundsAlike) - Number(one.soundsAlike) ||
        one.word.localeCompare(other.word),
    );
}
