/** What columns about the spouse and the children of the person of a row say: `Spouse First Name`, `Child 2 DOB`. */
import { isDeathWord } from './import-dead.ts';
import { foldText } from './text.ts';

export type RelativeField =
  | 'spouseNm'
  | 'spouseLastNm'
  | 'spouseBirthDt'
  | 'spousePhone'
  | 'spouseEmail'
  | 'childNm'
  | 'childBirthDt';

const NOBODY =
  /^(?:no|none|not|n\/?a|never|without|keine?|ninguno|aucun)(?![\p{L}'])|^(?:(?:is|was) )?(?:widow(?:ed|er)?|divorced?|div\.?|dec|sep|separated|single|unmarried|married|remarried|engaged|late|false|nein|ledig|verwitwet|geschieden|verheiratet|viud[oa]|divorciad[oa]|solter[oa]|casad[oa])$/u;
const UNNAMED =
  /^(?:yes|y|true|x|ja|si|oui|maybe|unsure|unknown|pending|same|see (?:above|below|list|note|notes|other|next|page|back|attached|sheet|book|file|row)(?: .*)?|both|all|(?:all )?grown(?: up)?|adults?|minors?|members?|moved|deceased|spouse|partner|husband|wife|son|daughter|child|kid|boy|girl|baby|twins?|sons|daughters|boys|girls)$|\b(?:family|familia|famille|familie|kids|children|grandchildren|wife|husband|kinder|hijos|enfants)\b|\d/;

/**
 * Whether the text of a column of relatives names nobody: undefined for a name, `nobody` for a state as `Widowed` or a
 * No, `unnamed` where there may be somebody, as in `2 kids` or `M-000149`.
 */
export function isNoName(text: string): 'nobody' | 'unnamed' | undefined {
  const word = foldText(text).replace(/^\W+|[\s.!?)\]]+$/gu, '');
  if (!/\p{L}/u.test(text) || NOBODY.test(word) || isDeathWord(word)) return 'nobody';
  return UNNAMED.test(word) ? 'unnamed' : undefined;
}

/** Whether a text says of a spouse only that they have died: `My husband passed in 2021`. */
export const isOfLateSpouse = (text: string): boolean =>
  /^(?:(?:my|his|her) )?(?:late )?(?:husband|wife|spouse|partner)(?: has| is| was)? (?:died|dead|deceased|passed(?: away| on)?)(?:,? (?:on |in |since )?(?:[a-z]{3,9}\.? )?(?:\d{1,2},? )?[\d/.-]+)?\.?$/.test(
    foldText(text),
  );

/** Whether a child is yet to be born: `Baby Hollis (due Jan.)`. */
export const isUnborn = (text: string): boolean =>
  /^(?:unborn|expecting)(?!\p{L})|[([]\s*(?:unborn|expected|due)(?!\p{L})/iu.test(text);

/** A name behind the answer to a question: `Yes, Ute`, `Yes - Ute Hollis`. */
export const withoutYes = (text: string): string => text.replace(/^(?:yes|y)\s*[,:–-]\s*(?=\p{Lu})/iu, '');

/** Whether a column of relatives has their first names only. */
export const isOfFirstNames = (column: string): boolean =>
  /first|given|vorname|nombre|pr[eé]nom/i.test(column);

/** The number in the name of a column, by which the name and the birth date of a child belong together. */
export const numberOf = (column: string): string | undefined => /\d+/.exec(column)?.[0];

/** How the person of such a column is related, as far as it says. */
export function relationshipOfColumn(column: string): string {
  const name = foldText(column);
  if (/^(?:sons?|fils|hijo)(?!\p{L})/u.test(name)) return 'Son';
  return /^(?:daughters?|fille|hijas?)(?!\p{L})/u.test(name) ? 'Daughter' : 'Child';
}
