/** Names of several people in one row of a file: `Sorrel, Amos & Vera`, `Mr. and Mrs. Amos Sorrel`. */
import { deathMarkOf, readDeathMark, RELATED_TO } from './import-dead.ts';
import { readRelationship } from './import-values.ts';
import { splitSuffix, splitSuffixOrDegree, suffixAlone } from './person-name.ts';

/**
 * The name of one of several people in a row; `isUnnamed` where only a title or a word stands for their first name,
 * `relationship` where a word before it says how they are related.
 */
export type NameInRow = { firstNm: string; lastNm: string; isUnnamed?: true; relationship?: string };
/** The same before the mark of their death is written behind the first name. */
type Marked = NameInRow & { died: string };

const TITLES =
  '(?:mr|mrs|ms|mx|miss|drs?|prof|(?:(?:very|v|rt|right|most)\\.? )?rev|revd|reverend|min(?=\\.)|minister|evangelist|mother|trustee|apostle|prophet(?:ess)?|capt(?:ain)?|sgt|hon|pastor|pst|ptr|evang|engr|barr(?=\\.)|pr|deacon|protodeacon|deaconess|dcn|presbytera|archpriest|elder|eld|bishop|archbishop|archdeacon|monsignor|msgr|father|brother|sister|bro|sis|imam|sheik|sheikh|shaykh|hajj?[ai]|alhaj[ia]?|chief|ato|wro|woz|woizero|weizero|woizerit|weizerit|abba|memhir|kesis|qes|kes|mergeta|herr|frau|pfarrer|diakon|schwester|monsieur|madame|mme|mlle|père|abbé|sœur|señora?|sra|srta|doña|padre|seu|mang|aling|kuya|prota|protojerej|otac|прота|протојереј|отац|አቶ|ቄስ|ቀሲስ|ዲያቆን|መምህር|አባ|fr|(?:sr|br|pe|ks|pfr|pbro)(?=\\.))';
const TITLE = new RegExp(`^(?:${TITLES}\\.?\\s+)+(?=\\S)`, 'iu');
/** Titles with a slash, which divides no names. */
const TITLE_WITH_SLASH = /(?<![\p{L}])(?:w\/(?:ro|rt|t|o)|ወ\/ሮ|ወ\/ሪት|ወ\/ት|ዲ\/ን|ዶ\/ር)\.?\s+(?=\S)/giu;

/** Titles that are names too: without a dot, beside a single other word. */
const TITLE_AND_NAME =
  /^(?:mother|capt(?:ain)?|fr|imam|sheik|sheikh|shaykh|hajj?[ai]|alhaj[ia]?|chief|seu|padre|prophet|trustee|minister)\s+[^\s,]+$/i;

/** A name without the titles before its parts; of several people only those with a slash. */
export function withoutTitles(name: string, isOne = true): string {
  const plain = name.replace(TITLE_WITH_SLASH, '');
  if (!isOne || TITLE_AND_NAME.test(plain)) return plain;
  return plain.replace(/[^,\s][^,]*/g, (part) => part.replace(TITLE, ''));
}

/** `#12`, `(104)`, `(2 children)` beside a name, wherever they stand. */
export const ASIDES =
  /\s*(?:\(\s*(?:#|no\.?)?\s*\d{1,6}\s*\)|\(\s*(?:[&+]\s*)?\d+ \p{L}+\s*\)|#\s*\d{1,6}(?!\d))/giu;

/**
 * The words of a name; a text in quotes or brackets belongs to the word before it: `Robert "Bob" Hollis` and
 * `Nan Orr (Ann)` have two.
 */
export const wordsOfName = (name: string): string[] =>
  name.match(/\S+(?:\s+(?:\([^)]*\)|["“«][^"”»]*["”»]|'[^'\s]+'))*/gu) ?? [];

const bornAs = (words: string, flags: string) =>
  new RegExp(`[\\s,]*[([]?(?<!\\p{L})(?:${words})\\s+(\\p{L}[\\p{L}'’-]*)[)\\]]?`, flags);
/** `née Moss`, `(geb. Moss)` behind a name. */
const BORN_AS = bornAs('née|(?<=[([])nee|geb\\.|geborene?|de soltera|maiden(?: name)?:?', 'iu');
/** Nee is a name in Ghana. */
const BORN_NEE = bornAs('nee', 'u');

/** Texts beside a name that are none: `(Mrs. Pat)`, `(widow of Karl)`, `c/o Ute Hollis`, `(single)`, `& family`. */
const BESIDE = [
  // `Draper, Ellis, the elder`
  /,\s*the\s+(?!late(?!\p{L}))\p{L}[^,&/]*$/iu,
  /\s*[([](?:mrs?|mme|frau|herr)\.?\s+\p{L}[^)\]&/]*[)\]]$/iu,
  new RegExp(`[\\s,]*[([]?${RELATED_TO}(?:[^)\\]&/]|(?<=\\d)/(?=\\d))+[)\\]]?$`, 'iu'),
  /\s*(?:[([]\s*|,\s*|\s[-–]\s)(?:widow(?:er|ed)?|single|divorced|verwitwet|witwer?|viud[ao]|veu(?:ve|f)|viúv[ao]|wdow(?:a|iec)|udov(?:ica|ac))\s*[)\]]?$/iu,
  /(?:\s+|\s*[([]\s*|(?=[&+]))(?:&|\+|and|und|y|et|e|i)\s+(?:(?:his|her|the)\s+)?(?:family|fam\.?|famil(?:ie|ia|le|ija)|children|kids|sons|co|others|hijos|kinder|enfants)\s*[)\]]?$/iu,
];

/** `(moved to Ohio)`, ` - away at college`, ` NEW!`, but not the nickname in `Robert (Bob)`. */
const NOTES = [
  /\s*[([](?=[\p{Ll}\d#]|[^)\]]*\s[\p{Ll}\d#])([^()[\]]+)[)\]]$/u,
  /(?<=\p{Ll}.*)\s*[([](\p{Lu}{2,}\.?)[)\]]$/u,
  /\s+[-–—]\s+([\p{Ll}\d#].*)$/u,
  /\s+(\p{Lu}{2,}!+)$/u,
];

/** Behind a name: `Amos Sorrel (SR)`. */
const BRACKETED = /\s*\(([^()]+)\)$/;

/**
 * A name as others write it (`usualName`), without what is written beside it and is no part of it: numbers, the name before
 * a marriage, notes. `beside` has these as they are written; the mark of a death stays with the name.
 */
export function withoutBeside(text: string, isWhole = true): { name: string; beside: string[] } {
  const alone = text.replace(ASIDES, '').trim();
  // Without a letter there is nothing beside which a number could stand.
  const beside: string[] = (/\p{L}/u.test(alone) && text.match(ASIDES)) || [];
  const plain = (beside.length ? alone : text).replace(BRACKETED, (whole, one: string) =>
    splitSuffixOrDegree(`X ${one}`).suffix ? `, ${one}` : whole,
  );
  let name = usualName(plain, isWhole);
  for (const format of [BORN_AS, BORN_NEE, ...BESIDE, ...NOTES]) {
    const [whole = ''] = format.exec(name) ?? [];
    const rest = whole && name.replace(whole, '').replace(/,$/, '').trim();
    const unmarked = readDeathMark(name)?.name ?? name;
    if (!rest || !unmarked.includes(whole.trim())) continue;
    name = rest;
    beside.push(whole);
  }
  return { name, beside };
}

/** A plus before a name marks the dead. */
const SIGN = /\s*(?:[&;]|(?<!\d)\/(?!\d)|(?<=\S\s*)\+|\r?\n)\s*/u;
const WORD = /\s+(?:and|und|et|och|og|at|እና)\s+/iu;
/** A capital is the initial of a middle name, except Y between capitals, as in `ANA Y LUIS`. */
const LETTER = /\s+(?:u\.|y|e|i|и)\s+/u;
const CAPITAL = /\s+Y\s+/u;
/** In small letters, I may be the initial of a middle name: `john i lee`. */
const SMALL = /\s+(?:u\.|y|e|и)\s+/u;
/** `Puig i Cadafalch, Josep` */
const LAST_NAME_OF_TWO = /^\p{Lu}\S*\s+[yYei]\s+\p{Lu}[^\s,]*,/u;
/** A text divided at words for 'and'. */
export function dividedAtWords(text: string): string[] {
  const letter = text === text.toUpperCase() ? CAPITAL : text === text.toLowerCase() ? SMALL : LETTER;
  return text.split(WORD).flatMap((part) => (LAST_NAME_OF_TWO.test(part) ? [part] : part.split(letter)));
}
/** Whether a text may be the names of several people. */
export const isOfSeveral = (text: string): boolean => SIGN.test(text) || dividedAtWords(text).length > 1;

/** The titles of two people before one name: `Mr. & Mrs.`, `Dr. and Rev.`, `M. et Mme`. */
const MR_AND_MRS = new RegExp(
  `(?:^|(?<=[\\s,]))(?:m\\s*[/&]\\s*m\\.?\\s+|(?:${TITLES}|sr|m)(?:\\.?\\s+${TITLES})*\\.?\\s*(?:&|\\+|/|and|und|y|et|e|i)\\s*(?:${TITLES}\\.?\\s+)+)`,
  'iu',
);
/** Whether a text is the titles of two people and nothing else. */
export const isMrAndMrs = (text: string): boolean =>
  text.trim() !== '' && !`${text} `.replace(MR_AND_MRS, '').trim();
const MOST_IN_ROW = 6;

const isName = (text: string) => {
  const name = readDeathMark(text)?.name ?? text;
  // `Draper, Ellis, the elder`
  return /\p{L}/u.test(name) && !/[\d@"]|^the\s/i.test(name);
};
const isSuffix = (text: string) => suffixAlone(text) !== null;

/** Splits at signs, and at words for 'and' where these do not belong to a last name (Ortega y Gasset). */
function partsOf(text: string): string[] {
  const parts = text.split(SIGN).flatMap((part) => {
    const [one = '', ...others] = dividedAtWords(part);
    const isLastName =
      others.length === 1 &&
      wordsOfName(one).length > 1 &&
      wordsOfName(others[0] ?? '').length === 1 &&
      !RELATED.test(others[0] ?? '') &&
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

const RELATED_WORDS =
  'wife|husband|spouse|son|daughter|frau|mann|sohn|tochter|espos[oa]|hij[oa]|femme|mari|filh[oa]';
/** `Amos Sorrel & wife Vera` */
const RELATED_NAME = new RegExp(`^(?:his |her )?(${RELATED_WORDS}):?\\s+(\\p{Lu}.*)$`, 'u');
/**
 * The name of one part without its title, the word that says how they are related, and the mark of a death, which is
 * read behind a first name.
 */
function nameOfPart(part: string): { name: string; died: string; how: { relationship?: string } } {
  const mark = readDeathMark(part);
  const plain = mark?.name ?? part;
  const [, word = '', called = plain] = RELATED_NAME.exec(plain) ?? [];
  const relationship = readRelationship(word);
  return {
    name: withoutTitles(called),
    died: mark ? deathMarkOf(mark.day) : '',
    how: relationship ? { relationship } : {},
  };
}

/** The people whom a whole name names. */
function ofWhole(text: string): Marked[] {
  const [family = '', ...given] = text.split(/\s*,\s*/);
  // `Sorrel, Amos, Vera & Ida`, but not `Sorrel, Amos & Marsh, Ida`.
  const isListed =
    given.length > 1 &&
    given.every((part) => isName(part) && !isSuffix(part)) &&
    !given.slice(0, -1).some(isOfSeveral);
  const parts = isListed
    ? given.flatMap(partsOf).map((part, index) => (index ? part : `${family}, ${part}`))
    : partsOf(text);
  if (parts.length === 1) return [];
  const isByComma = nameOfPart(parts[0] ?? '').name.includes(',');
  // `Amos & Vera Sorrel (deceased)` says it of both, behind their last name.
  const end = parts.at(-1) ?? '';
  const mark = readDeathMark(end);
  const isOfAll = !isByComma && mark !== undefined && end.startsWith(mark.name);
  const found: Marked[] = [];
  for (const part of parts) {
    const { name, died, how } = nameOfPart(part);
    const [lastNm = '', firstNm] = name.split(/\s*,\s*/);
    const names = firstNm
      ? { firstNm, lastNm }
      : isByComma
        ? { firstNm: name, lastNm: ofIndex(found.at(-1)?.lastNm ?? '', 1) }
        : byWords(name);
    found.push({ ...names, ...how, died });
  }
  const shared = found.findLast(({ lastNm }) => lastNm)?.lastNm ?? '';
  // Whose suffix it is: `John & Mary Tate Jr.` has that of John.
  const isOneName = found.filter(({ lastNm }) => lastNm).length === 1;
  const last = found.at(-1);
  const ofAll = isOfAll && isOneName && last?.lastNm ? last.died : '';
  return found.map(({ died, ...one }, index) => ({
    ...one,
    died: died || ofAll,
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

/** `Amos Sorrel - Vera Sorrel` */
const TWO_NAMES = /^(\p{Lu}\S* \p{Lu}\S*) [-–] (\p{Lu}\S* \p{Lu}\S*)$/u;
/** `Amos (& Vera) Sorrel`, `Amos Sorrel (wife Vera)` */
const SECOND_IN_BRACKETS =
  /\s*\(\s*(?:(?:[&+]|and|und|y|et)\s+(?=\p{L}[^()\d]*\))|(?=(?:his |her )?(?:wife|husband|spouse)\b(?! of\b):?\s*\p{L}[^)]*\)$))([^()]+)\)/iu;
/** `Sorrel; Amos & Vera`, where it is a whole name. */
const BY_SEMICOLON = /^([^\s;,&+/]+)\s*;\s*(\p{L}+(?:\s*(?:&|\+|and)\s*\p{L}+)?)$/iu;
/** `Sorrel (Amos & Vera)`, and `Sorrel` on a line above `Amos & Vera`, where it is a whole name. */
const LAST_APART = /^([^\s,()]+)(?:\s*\(([^()]+)\)|[^\S\n]*\n([^\n,]+))$/;
/** `Sorrel, Amos, Sr. & Vera` */
const PART_BEHIND = /,\s*([^,&+;/]+?)(?=\s*(?:[&+;/]|\sand\s|$))/giu;

/**
 * A name as others write it, with a sign between the people whom it names and a suffix beside whose it is:
 * `Sorrel, Amos & Vera`, `Amos & Vera Sorrel Jr.`
 */
function usualName(name: string, isWhole = true): string {
  const signed = name
    .replace(TITLE_WITH_SLASH, '')
    .replace(/\sw\/\s*(?![^(]*\))/i, ' & ')
    .replace(/,\s*\n\s*/g, ', ')
    .replace(SECOND_IN_BRACKETS, ' & $1')
    .replace(TWO_NAMES, isWhole ? '$1 & $2' : '$&');
  const [, last = '', bracketed, below = ''] = (isWhole && LAST_APART.exec(signed)) || [];
  const given = bracketed ?? below;
  const byLast = isWhole ? signed.replace(BY_SEMICOLON, '$1, $2') : signed;
  const text = isOfSeveral(given) ? `${last}, ${given}` : byLast;
  if (!isOfSeveral(text)) return text;
  // `Sorrel, Amos & Vera, Jr.`
  const [, names = '', suffix = ''] = /^([^,]+,.+),\s*([^,]+)$/.exec(text) ?? [];
  const isOfLast = [...names.matchAll(PART_BEHIND)].some(([, one = '']) => suffixAlone(one));
  const ofFirst = suffixAlone(suffix) && !isOfLast ? names.replace(',', ` ${suffix},`) : text;
  return ofFirst.replace(PART_BEHIND, (part, one: string) => (suffixAlone(one) ? ` ${one}` : part));
}

/**
 * The names of the people in a row with more than one; empty for a row with one person. `whole` is a cell with the whole
 * name.
 */
export function namesInRow({
  firstNm = '',
  lastNm = '',
  whole: wholeName = '',
}: {
  firstNm?: string | undefined;
  lastNm?: string | undefined;
  whole?: string | undefined;
}): NameInRow[] {
  const isSplit = Boolean(firstNm);
  const { name: written } = withoutBeside(isSplit ? firstNm : wholeName, !isSplit);
  const plain = written.replace(MR_AND_MRS, '');
  const names = (isSplit || lastNm ? ofColumns(plain, lastNm) : ofWhole(plain)).map(named);
  if (names.length || !MR_AND_MRS.test(written)) return names;
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
const RELATED = new RegExp(`^(?:his |her )?(${RELATED_WORDS}|wf|child|baby)$`, 'i');
function named({ died, ...name }: Marked, index: number, [first]: readonly Marked[]): NameInRow {
  const [, word = ''] = index && first ? (RELATED.exec(name.firstNm) ?? []) : [];
  if (!word || !first) return { ...name, firstNm: `${name.firstNm}${died}` };
  const relationship = readRelationship(word);
  const whose = `${word.charAt(0).toUpperCase()}${word.slice(1).toLowerCase()} of ${first.firstNm}${died}`;
  return { firstNm: whose, lastNm: first.lastNm, isUnnamed: true, ...(relationship && { relationship }) };
}

/** `Amos & Vera` in a column of first names; the last names may be two as well. */
function ofColumns(firstNm: string, lastNm: string): Marked[] {
  const parts = givenNames(firstNm);
  if (parts.length === 1) return [];
  const given = parts.map(nameOfPart);
  const lasts = partsOf(lastNm);
  return given.map(({ name: first, died, how }, index) => {
    // Amos & Vera Lind, beside the last name Sorrel.
    const [word = '', ...others] = wordsOfName(first);
    const own = others.join(' ');
    const lastOf = lasts[index] ?? lasts.at(-1) ?? '';
    return own && own.toLowerCase() === lastNm.toLowerCase()
      ? { ...how, died, firstNm: word, lastNm: own }
      : {
          ...how,
          died,
          firstNm: first,
          lastNm: lasts.length === given.length ? lastOf : ofIndex(lastNm, index),
        };
  });
}
