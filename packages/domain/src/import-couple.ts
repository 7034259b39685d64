/** Names of several people in one row of a file: `Sorrel, Amos & Vera`, `Mr. and Mrs. Amos Sorrel`. */
import { splitSuffix, suffixAlone } from './person-name.ts';

/** The name of one of several people in a row; `isUnnamed` where only a title stands for their first name. */
export type NameInRow = { firstNm: string; lastNm: string; isUnnamed?: true };

const TITLE =
  /^(?:(?:mr|mrs|ms|mx|miss|drs?|prof|rev|revd|reverend|min(?=\.)|minister|evangelist|mother|trustee|apostle|prophet(?:ess)?|capt(?:ain)?|sgt|sr|hon|pastor|pst|ptr|pr|deacon|deaconess|dcn|elder|eld|bishop|archdeacon|brother|sister|bro|sis|ato|wro|woz|woizero|weizero|woizerit|weizerit|abba|memhir|kesis|qes|kes|mergeta|herr|frau|monsieur|madame|mme|mlle|señora?|sra|srta|doña|አቶ|ቄስ|መምህር|አባ|fr)\.?\s+)+(?=\S)/iu;
/** Titles with a slash, which divides no names. */
export const TITLE_WITH_SLASH = /(?<![\p{L}])(?:w\/(?:ro|rt|t|o)|ወ\/ሮ|ወ\/ሪት|ዲ\/ን|ዶ\/ር)\.?\s+(?=\S)/giu;

/** A name without the titles before its parts; of several people only those with a slash. */
export function withoutTitles(name: string, isOne = true): string {
  const plain = name.replace(TITLE_WITH_SLASH, '');
  if (!isOne) return plain;
  return plain.replace(/[^,\s][^,]*/g, (part) => part.replace(TITLE, ''));
}

/** `#12`, `(104)`, `(2 children)` */
const ASIDES =
  /\s*(?:\(\s*(?:#|no\.?)?\s*\d{1,6}\s*\)|\(\s*(?:[&+]\s*)?\d+ \p{L}+\s*\)|#\s*\d{1,6}(?!\d))/giu;

/** A name without the numbers that are written beside it, and these. */
export function withoutAsides(text: string): { name: string; asides: string[] } {
  const asides = (text.match(ASIDES) ?? []).map((aside) => aside.trim());
  return { name: asides.length ? text.replace(ASIDES, '').trim() : text, asides };
}

/** A whole name as others write it: `Sorrel; Amos`, `Amos (& Vera) Sorrel`, `Sorrel, Amos & Vera, Jr.` */
export function usualName(text: string): string {
  const plain = text
    .replace(/^([^\s;,&+/]+)\s*;\s*(\p{L}+(?:\s*(?:&|\+|and)\s*\p{L}+)?)$/iu, '$1, $2')
    .replace(/\(\s*((?:[&+]|and|und|y|et)\s[^()]+)\)/iu, '$1');
  const [, names = '', suffix = ''] = (isOfSeveral(plain) && /^(.+?),\s*([^,]+)$/.exec(plain)) || [];
  if (!suffixAlone(suffix)) return plain;
  return names.includes(',') ? names.replace(',', ` ${suffix},`) : `${names} ${suffix}`;
}

/** The words of a name; a nickname in quotes or brackets belongs to the word before it: `Robert "Bob" Hollis` has two. */
export const wordsOfName = (name: string): string[] =>
  name.split(/\s+(?!["“'(«][^"”')»\s]+["”')»])/u).filter(Boolean);

const bornAs = (words: string, flags: string) =>
  new RegExp(`[\\s,]*[([]?(?<!\\p{L})(?:${words})\\s+(\\p{L}[\\p{L}'’-]*)[)\\]]?`, flags);
/** `née Moss`, `(geb. Moss)` behind a name. */
const BORN_AS = bornAs('née|(?<=[([])nee|geb\\.|geborene?|de soltera|maiden(?: name)?:?', 'iu');
/** Nee is a name in Ghana. */
const BORN_NEE = bornAs('nee', 'u');

/** A name without the name before a marriage that is written behind it, and that; undefined where there is none. */
export function withoutMaiden(name: string): { name: string; maiden: string } | undefined {
  const [whole, maiden] = BORN_AS.exec(name) ?? BORN_NEE.exec(name) ?? [];
  const rest = whole && name.replace(whole, '').trim();
  return rest && maiden ? { name: rest, maiden: whole.replace(/^[\s,([]+|[)\]]$/g, '') } : undefined;
}

/** `(moved to Ohio)`, ` - away at college`, ` NEW!`, but not the nickname in `Robert (Bob)`. */
const NOTES = [
  /\s*[([](?=[\p{Ll}\d#]|[^)\]]*\s[\p{Ll}\d#])([^()[\]]+)[)\]]$/u,
  /(?<=\p{Ll}.*)\s*[([](\p{Lu}{2,}\.?)[)\]]$/u,
  /\s+[-–—]\s+([\p{Ll}\d#].*)$/u,
  /\s+(\p{Lu}{2,}!+)$/u,
];

/** A name without the note that is written behind it, and that; undefined where there is none. */
export function withoutNote(name: string): { name: string; note: string } | undefined {
  for (const format of NOTES) {
    const [whole, note = ''] = format.exec(name) ?? [];
    const rest = whole && name.slice(0, -whole.length).trim();
    if (rest) return { name: rest, note: note.trim() };
  }
  return undefined;
}

/** A plus before a name marks the dead. */
const SIGN = /\s*(?:[&/;]|(?<=\S\s*)\+|\r?\n)\s*/u;
const WORD = /\s+(?:and|und|et|och|og|እና)\s+/iu;
/** A capital is the initial of a middle name, except Y between capitals, as in `ANA Y LUIS`. */
const LETTER = /\s+(?:u\.|y|e)\s+/u;
const CAPITAL = /\s+Y\s+/u;
const dividedAtWords = (text: string): string[] =>
  text.split(WORD).flatMap((part) => part.split(text === text.toUpperCase() ? CAPITAL : LETTER));
/** Whether a text may be the names of several people. */
export const isOfSeveral = (text: string): boolean => SIGN.test(text) || dividedAtWords(text).length > 1;

const MR_AND_MRS =
  /(?:^|(?<=[\s,]))(?:m\s*[/&]\s*m|(?:mr|dr|rev|pastor|deacon|herr|sr|señor|m|monsieur)\.?\s*(?:&|\+|\/|and|und|y|et)\s*(?:mrs|ms|dr|frau|sra|señora|mme|madame))\.?\s+/iu;
const MOST_IN_ROW = 6;

const isName = (text: string) => /\p{L}/u.test(text) && !/[\d@"]/.test(text);
const isSuffix = (text: string) => suffixAlone(text) !== null;

/** Splits at signs, and at words for 'and' where these do not belong to a last name (Ortega y Gasset). */
function partsOf(text: string): string[] {
  const parts = text.split(SIGN).flatMap((part) => {
    const [one = '', ...others] = dividedAtWords(part);
    const isLastName =
      others.length === 1 &&
      wordsOfName(one).length > 1 &&
      wordsOfName(others[0] ?? '').length === 1 &&
      !part.includes(',') &&
      !/\sand\s/i.test(part);
    return others.length && !isLastName ? [one, ...others] : [part];
  });
  const named = parts.map((part) => part.trim().replace(/^\((.*)\)$/, '$1')).filter(Boolean);
  if (named.length > 1) named.splice(0, named.length, ...named.map((part) => withoutTitles(part)));
  return named.length <= MOST_IN_ROW && named.every(isName) ? named : [text];
}

/** The first names of a cell that has only these: `Amos & Vera`, `Amos, Vera`; one for a single person. */
function givenNames(text: string): string[] {
  const parts = partsOf(text);
  const [one = '', ...others] = parts.length === 1 ? text.split(/\s*,\s*/).filter(Boolean) : [];
  const isList = others.length > 0 && isName(one) && others.every((part) => isName(part) && !isSuffix(part));
  return isList ? [one, ...others] : parts;
}

/** `Amos Sorrel` and `Amos van Dyke`: the first word is the first name. */
function byWords(text: string): { firstNm: string; lastNm: string } {
  const [firstNm = '', ...others] = wordsOfName(text);
  return { firstNm, lastNm: others.join(' ') };
}

/** The last name of several people, whose suffix is that of the first. */
const ofIndex = (lastNm: string, index: number) => (index ? splitSuffix(lastNm).lastNm : lastNm);

/** The people whom a whole name names. */
function ofWhole(text: string): NameInRow[] {
  const [last = '', ...given] = text.split(/\s*,\s*/);
  const isListed =
    given.length > 1 && !SIGN.test(text) && given.every((part) => isName(part) && !isSuffix(part));
  const parts = isListed ? [`${last}, ${given[0]}`, ...given.slice(1)] : partsOf(text);
  if (parts.length === 1) return [];
  const isByComma = parts[0]?.includes(',');
  const found: NameInRow[] = [];
  for (const part of parts) {
    const [lastNm = '', firstNm] = part.split(/\s*,\s*/);
    if (firstNm) found.push({ firstNm, lastNm });
    else if (isByComma) found.push({ firstNm: part, lastNm: ofIndex(found.at(-1)?.lastNm ?? '', 1) });
    else found.push(byWords(part));
  }
  const shared = found.findLast(({ lastNm }) => lastNm)?.lastNm ?? '';
  // Whose suffix it is: `John & Mary Tate Jr.` has that of John.
  const isOneName = found.filter(({ lastNm }) => lastNm).length === 1;
  return found.map((one, index) => ({
    ...one,
    lastNm: isOneName ? ofIndex(shared, index) : one.lastNm || shared,
  }));
}

const CAPITALS = /^\p{Lu}[\p{Lu}\p{M}'’-]+$/u;
const BETWEEN = /(\s*(?:[&+/;]|\r?\n)\s*|\s+(?:AND|UND|ET|OG|OCH|Y)\s+)/u;

/**
 * A name of two words in capitals, or several of these, with the first word as the last name: `HOLLIS, KARL` and
 * `HOLLIS, KARL & UTE`; undefined for a name whose order is clear.
 */
export function capitalsByLastName(name: string): string | undefined {
  const parts = name.split(BETWEEN);
  const isTwo = (part = '') => {
    const words = part.trim().split(/\s+/);
    return words.length === 2 && words.every((word) => CAPITALS.test(word));
  };
  if (!isTwo(parts[0])) return undefined;
  return parts.map((part) => (isTwo(part) ? part.trim().replace(/\s+/, ', ') : part)).join('');
}

/**
 * The names of the people in a row with more than one; empty for a row with one person. `whole` is a cell with the whole
 * name.
 */
export function namesInRow({
  firstNm = '',
  lastNm = '',
  whole = '',
}: {
  firstNm?: string | undefined;
  lastNm?: string | undefined;
  whole?: string | undefined;
}): NameInRow[] {
  const isSplit = Boolean(firstNm);
  const text = isSplit ? firstNm : usualName(whole);
  const written = text
    .replace(TITLE_WITH_SLASH, '')
    .replace(/\sw\/\s*/i, ' & ')
    .replace(/,\s*\n\s*/g, ', ');
  const plain = written.replace(MR_AND_MRS, '');
  const names = (isSplit || lastNm ? ofColumns(plain, lastNm) : ofWhole(plain)).map(named);
  if (names.length || plain === written) return names;
  // Mr. and Mrs. Amos Sorrel: her first name is not known.
  const [last = '', given] = plain.split(/\s*,\s*/);
  const one =
    isSplit || lastNm
      ? { firstNm: plain, lastNm }
      : given
        ? { firstNm: given, lastNm: last }
        : byWords(plain);
  const him = one.lastNm ? one : { firstNm: 'Mr.', lastNm: one.firstNm, isUnnamed: true as const };
  const hers = him.firstNm === 'Mr.' ? 'Mrs.' : `Mrs. ${him.firstNm}`;
  return [him, { firstNm: hers, lastNm: ofIndex(him.lastNm, 1), isUnnamed: true }];
}

/** `Amos Sorrel & wife`: her name is not known. */
const RELATED = /^(?:his |her )?(?:wife|husband|spouse|wf|frau|mann|espos[oa]|femme|mari)$/i;
function named(name: NameInRow, index: number, [first]: readonly NameInRow[]): NameInRow {
  const word = index === 1 && RELATED.test(name.firstNm) ? name.firstNm.replace(/^his |^her /i, '') : '';
  if (!word || !first) return name;
  const whose = `${word.charAt(0).toUpperCase()}${word.slice(1).toLowerCase()} of ${first.firstNm}`;
  return { firstNm: whose, lastNm: first.lastNm, isUnnamed: true };
}

/** `Amos & Vera` in a column of first names; the last names may be two as well. */
function ofColumns(firstNm: string, lastNm: string): NameInRow[] {
  const given = givenNames(firstNm);
  if (given.length === 1) return [];
  const lasts = partsOf(lastNm);
  return given.map((first, index) => {
    // Amos & Vera Lind, beside the last name Sorrel.
    const [word = '', ...others] = wordsOfName(first);
    const own = others.join(' ');
    const lastOf = lasts[index] ?? lasts.at(-1) ?? '';
    return own && own.toLowerCase() === lastNm.toLowerCase()
      ? { firstNm: word, lastNm: own }
      : { firstNm: first, lastNm: lasts.length === given.length ? lastOf : ofIndex(lastNm, index) };
  });
}
