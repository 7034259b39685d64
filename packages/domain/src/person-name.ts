/** Names of people: with their suffixes (Jr., Sr., III), and as they were called before. */
import { foldText, isSameName } from './text.ts';

/** A name; `suffix` is null or missing for most. */
export type PersonName = { firstNm: string; lastNm: string; suffix?: string | null | undefined };

/** The maximum length of a suffix. */
export const SUFFIX_MAX = 10;

const withSuffix = ({ lastNm, suffix }: PersonName) => [lastNm, suffix].filter(Boolean).join(' ');

/** A name as sentences show it: `Samuel Okafor Jr.` */
export const fullName = (name: PersonName): string => `${name.firstNm} ${withSuffix(name)}`;

/** A name as lists show it: `Okafor Jr., Samuel`. */
export const listName = (name: PersonName): string => `${withSuffix(name)}, ${name.firstNm}`;

/** The usual suffixes, each with the words by which it is typed and found. */
const SUFFIXES: readonly [suffix: string, ...words: string[]][] = [
  ['Jr.', 'jr', 'junior'],
  ['Sr.', 'sr', 'senior'],
  ['II', 'ii', '2nd'],
  ['III', 'iii', '3rd'],
  ['IV', 'iv', '4th'],
  ['V', 'v', '5th'],
];
const wordOf = (text: string) => foldText(text).replace(/[.,]/g, '').trim();

/** A suffix as it is kept: `jr` is `Jr.`; others as they are typed. */
export function readSuffix(text: string): string {
  const word = wordOf(text);
  return SUFFIXES.find(([, ...words]) => words.includes(word))?.[0] ?? text.trim();
}

/** The words by which a suffix is found. */
export function suffixWords(suffix: string | null | undefined): string[] {
  if (!suffix) return [];
  const [, ...words] = SUFFIXES.find(([known]) => known === suffix) ?? ['', wordOf(suffix)];
  return words.filter(Boolean);
}

/** A last name without a usual suffix that was written into it, and that suffix: `Okafor, Jr` is `Okafor` and `Jr.` */
export function splitSuffix(lastNm: string): { lastNm: string; suffix: string | null } {
  const [, name = '', last = ''] = /^(.*?\S)[\s,]+(\S+)$/.exec(lastNm.trim()) ?? [];
  // A lone V or I is more likely an initial.
  const suffix = last.length > 1 ? readSuffix(last) : '';
  return SUFFIXES.some(([known]) => known === suffix)
    ? { lastNm: name.replace(/,$/, ''), suffix }
    : { lastNm, suffix: null };
}

/** Degrees, orders and suffixes of other languages that stand behind a name, and are kept there. */
const DEGREE =
  /^(?:m\.?d|ph\.?d|d\.?d|d\.?min|m\.?div|d\.?d\.?s|ed\.?d|j\.?d|r\.?n|c\.?p\.?a|esq|s\.?j|o\.?p|o\.?s\.?b|jun(?=\.)|sen(?=\.)|fils|père|filho|neto|hijo)\.?$/i;

/** The suffix or degree that a text is, as it is kept; null for another text: `Jr` is `Jr.`, `Robert III` is none. */
export function suffixAlone(text: string): string | null {
  const { lastNm, suffix } = splitSuffix(`X ${text.trim()}`);
  if (suffix) return lastNm === 'X' ? suffix : null;
  // Md is a first name.
  return DEGREE.test(text.trim()) && text.trim() !== 'Md' ? text.trim() : null;
}

/** Degrees that stand behind a last name without a comma too: others may be initials. */
const DEGREE_BEHIND = /^(.*?\S)[\s,]+((?:MD|PhD|DDS|EdD|DMin|MDiv|CPA|RN|[Ee]sq\.?|(?:\p{L}{1,3}\.){2,}))$/u;

/** A last name without its suffix or degree, and that: `Okafor, Jr` and `Okafor MD`. */
export function splitSuffixOrDegree(lastNm: string): { lastNm: string; suffix: string | null } {
  const found = splitSuffix(lastNm);
  const [, name = '', degree = ''] = (found.suffix ? null : DEGREE_BEHIND.exec(lastNm.trim())) ?? [];
  return name && suffixAlone(degree) ? { lastNm: name.replace(/,$/, ''), suffix: degree } : found;
}

/** How somebody was called, until when. */
export type FormerName = { firstNm: string; lastNm: string; until: Date };

/**
 * The former names once a name was changed: the one that was given up comes last, and the one that is taken (again) is
 * none. Another spelling (case, accents, spaces) is the same name.
 */
export function formerNamesAfter(
  before: PersonName & { formerNames?: readonly FormerName[] | undefined },
  after: PersonName,
  now: Date,
): FormerName[] {
  const { firstNm, lastNm, formerNames = [] } = before;
  const isSame = (one: PersonName, other: PersonName) =>
    isSameName(one.firstNm, other.firstNm) && isSameName(one.lastNm, other.lastNm);
  if (isSame(before, after)) return [...formerNames];
  const others = formerNames.filter((one) => !isSame(one, after) && !isSame(one, before));
  return [...others, { firstNm, lastNm, until: now }];
}

/** The text after 'formerly': the last name that differs most recently, or else the first name; undefined for none. */
export function formerlyOf(
  { firstNm, lastNm }: PersonName,
  formerNames: readonly Pick<FormerName, 'firstNm' | 'lastNm'>[] | undefined = [],
): string | undefined {
  return (
    formerNames.findLast((one) => !isSameName(one.lastNm, lastNm))?.lastNm ??
    formerNames.findLast((one) => !isSameName(one.firstNm, firstNm))?.firstNm
  );
}
