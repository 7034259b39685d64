/** Names of the people of a row, by the answers about the whole file: what comes first in them, and whose last name others have. */
import {
  capitalsByLastName,
  isMrAndMrs,
  isOfSeveral,
  namesInRow,
  withoutBeside,
  withoutTitles,
  wordsOfName,
} from './import-couple.ts';
import { deathMarkOf, readDeathMark } from './import-dead.ts';
import { EXAMPLE, type File, type FileCells, indexOf, isHeadingRead } from './import-file.ts';
import { isLastFirst } from './import-headings.ts';
import { isNoName, isOfFirstNames, withoutYes } from './import-relatives.ts';
import { FAMILY, ORGANIZATION, splitWhole } from './import-row.ts';
import { type ImportAnswers, readRelationship, relationshipBeside } from './import-values.ts';
import { splitSuffixOrDegree } from './person-name.ts';
import { foldText } from './text.ts';

/** Words that belong to the last name after them. */
const PARTICLE =
  /^(de|del|la|las|los|da|das|do|dos|di|van|von|der|den|ter|bin|ibn|al|el|le|du|st\.?|san|mac|abu)$/i;

/** `12. ` and `12) ` before a name. */
const NUMBERED = /^(?:\d{1,4}[.)]\s*|[-–•·]\s+)(?=\p{L})|^\d{1,4}\s+(?=\p{L}[^\d]*[,\s]\s*\p{L})/u;
/** `Ute (wife)`, `Ute - wife` */
const RELATED = /\s*(?:\((\p{L}[\p{L} -]*)\)|\s[-–]\s+(\p{L}[\p{L} -]*))$/u;

/** `wife Ute`, `Son: Tim` */
export const RELATED_BEFORE = /^(?:(\p{Ll}+):?|(\p{L}+):)\s+(?=\p{L})/u;
/** The relationship that is written beside a name, which is taken from there; empty for none. */
export function relatedInName(file: File, texts: string[]): string {
  for (const field of ['fullName', 'firstNm'] as const) {
    const index = indexOf(file, field);
    const [before = '', small, marked] = RELATED_BEFORE.exec(texts[index]?.trim() ?? '') ?? [];
    if (readRelationship(small ?? marked ?? '')) {
      texts[index] = (texts[index] ?? '').trim().slice(before.length);
      return small ?? marked ?? '';
    }
    const [whole = '', bracketed, dashed] = RELATED.exec(texts[index]?.trim() ?? '') ?? [];
    const word = bracketed ?? dashed ?? '';
    if (!relationshipBeside(word)) continue;
    texts[index] = (texts[index] ?? '').trim().slice(0, -whole.length);
    return word;
  }
  return '';
}

/** Titles are left out, and names divided; what else is beside a name is moved behind it. */
export function readNames(file: File, texts: string[], row: FileCells, seen: string[]): void {
  const [whole, first] = [indexOf(file, 'fullName'), indexOf(file, 'firstNm')];
  const isByLast = isLastFirst(file.columns[whole]?.name ?? '');
  const behind = new Map<number, string>();
  for (const index of [whole, first]) {
    const written = (texts[index] ?? '').trim().replace(NUMBERED, '');
    const [marked = ''] = /\s+[*#•+~^]+$/u.exec(written) ?? [];
    const found = withoutBeside(written.slice(0, written.length - marked.length), index === whole);
    const text = withPair(file, texts, found.name, isByLast);
    if (!text) continue;
    behind.set(index, `${found.beside.toReversed().join('')}${marked}`);
    texts[index] = text;
    // Titles of several people are left out where these are read, each by themselves (import-couple.ts).
    const isOne = !isOfSeveral(text);
    // `Late Ato Abebe`
    const mark = isOne ? readDeathMark(text) : undefined;
    const titled = mark && withoutTitles(mark.name) !== mark.name;
    const plain = titled ? `${withoutTitles(mark.name)}${deathMarkOf(mark.day)}` : withoutTitles(text, isOne);
    if (plain === text) continue;
    seen.push('titles');
    texts[index] = plain;
  }
  divideNames(file, texts, row, seen);
  for (const [index, beside] of behind) texts[index] = `${texts[index]}${beside}`;
}

/** Names of three words and more, and single ones, are read by the answers about them. */
function divideNames(file: File, texts: string[], row: FileCells, seen: string[]): void {
  const { above = {} } = row;
  const whole = indexOf(file, 'fullName');
  const first = indexOf(file, 'firstNm');
  const last = indexOf(file, 'lastNm');
  const { answers } = file;
  const isAlone = answers.loneNames === 'alone';
  const headed = isHeadingRead(answers) ? row.family?.name : undefined;
  // Until it is known what the heading above says.
  const isAsked = row.family === undefined || answers.familyHeadings === 'person';
  if (whole < 0) {
    if (first < 0 || last < 0 || !texts[first]?.trim() || texts[last]?.trim()) return;
    if (isOfNobody(texts[first] ?? '')) return;
    if (isAsked) seen.push('loneNames');
    if (headed !== undefined) texts[last] = headed;
    else if (answers.loneNames === 'above') texts[last] = above[last] ?? '';
    else if (isAlone) texts[last] = NO_LAST_NAME;
    return;
  }
  const written = (texts[whole] ?? '').trim();
  const mark = readDeathMark(written, true);
  const text = mark?.name ?? written;
  const { name = '', suffix } = splitWhole(text);
  // Other columns have the name; a formula is a fault.
  if (
    !name ||
    name.startsWith('=') ||
    name.includes(',') ||
    FAMILY.test(name) ||
    isOfNobody(text) ||
    (texts[first]?.trim() && texts[last]?.trim())
  )
    return;
  const died = mark ? deathMarkOf(mark.day) : '';
  const isByLast = isLastFirst(file.columns[whole]?.name ?? '');
  const byLastName = isByLast ? undefined : capitalsByLastName(name);
  if (byLastName !== undefined) {
    seen.push(`nameOrder${EXAMPLE}${name}`);
    if (answers.nameOrder === 'last')
      texts[whole] = [`${byLastName}${died}`, suffix].filter(Boolean).join(', ');
    return;
  }
  if (isOfSeveral(name)) {
    // Amos & Vera, below the heading of their family.
    if (headed !== undefined && isOfLoneNames(name)) texts[whole] = `${headed}, ${written}`;
    else if (isByLast) texts[whole] = lastFirst(written);
    return;
  }
  const words = wordsOfName(name);
  if (words.length === 1 && texts[last]?.trim()) return;
  if (words.length === 1 || (isInitialBehind(words) && headed !== undefined)) {
    if (isAsked) seen.push('loneNames');
    const isAbove = answers.loneNames === 'above';
    if (isAbove && headed === undefined && last >= 0) {
      texts[last] = above[last] ?? '';
      return;
    }
    const beside = isAbove && last < 0 ? familyBeside(file, texts, above) : undefined;
    const over = headed ?? beside ?? (isAbove ? lastNameIn(file, above[whole] ?? '') : '');
    if (over) texts[whole] = [over, `${name}${died}`, suffix].filter(Boolean).join(', ');
    else if (isAlone) texts[whole] = `${NO_LAST_NAME}, ${name}${died}`;
    return;
  }
  const [, capitals = '', others = ''] = CAPITALS_FIRST.exec(name) ?? [];
  if (others) seen.push('capitalNames');
  if (others && answers.capitalNames === 'last') {
    texts[whole] = [capitals, `${others}${died}`, suffix].filter(Boolean).join(', ');
    return;
  }
  if (words.length === 2 && isByLast) {
    texts[whole] = [words[0], `${words[1]}${died}`, suffix].filter(Boolean).join(', ');
    return;
  }
  if (words.length === 2 || (words.length === 3 && /^[A-Za-z]\.?$/.test(words[1] ?? ''))) return;
  seen.push(`longNames${EXAMPLE}${name}`);
  const [given, family] = divided(words, answers.longNames);
  if (given) texts[whole] = [family, `${given}${died}`, suffix].filter(Boolean).join(', ');
}

/** What church programs keep in the place of a name: an organization, or an e-mail address. */
const isOfNobody = (text: string) => text.includes('@') || ORGANIZATION.test(text);
const TITLES_COLUMN =
  /^(?:title|titel|prefix|name prefix|salutation|anrede|civilite|tratamiento|tratamento)$/;
/**
 * A name behind the titles of two people, which stand in a column of their own: `M. et Mme`, `Mr. & Mrs.`; or behind the
 * mark of a death there: `Late Elder`.
 */
function withPair({ columns }: File, texts: readonly string[], name: string, isByLast: boolean): string {
  const index = columns.findIndex(
    (column) => column.field === null && TITLES_COLUMN.test(foldText(column.name)),
  );
  const titles = (texts[index] ?? '').trim();
  if (name && /^(?:the )?late(?!\p{L})/iu.test(titles)) return `Late ${name}`;
  if (!name || !isMrAndMrs(titles) || isOfSeveral(name)) return name;
  return `${titles} ${isByLast ? lastFirst(name) : name}`;
}

/** A name that begins with its last name, with a comma behind that: `Hollis Karl & Ute`; longer ones are asked about. */
const lastFirst = (name: string): string =>
  name.replace(
    /^(\p{L}[^\s,&+/;]*)\s+(?!\p{Ll}+\s)(\p{L}[^\s,]*(?:\s*[&+/;]|\s+(?:and|und|y|et|e|i|и)\s|$))/u,
    '$1, $2',
  );

/** The name of a family in the column of families, which is the last name of those who have only a first one. */
function familyBeside(file: File, texts: readonly string[], above: Readonly<Record<string, string>>) {
  const index = indexOf(file, 'household');
  const family = texts[index]?.trim() || above[index]?.trim() || '';
  return /\p{L}/u.test(family) && !/[\d,]/.test(family) ? (familyNamed(family) ?? family) : undefined;
}

/** `HOLLIS Karl`, `VAN DER BERG Karl Otto`, but not `TJ Hollis`. */
const CAPITALS_FIRST =
  /^(?=\P{Ll}*\p{Lu}{3})((?:\p{Lu}[\p{Lu}'’-]+\s+)*\p{Lu}[\p{Lu}'’-]+)\s+(\p{Lu}\p{Ll}.*)$/u;

/** The last name in the heading of a family: `HOLLIS FAMILY:`, `The Hollises`; undefined for another text. */
export function familyNamed(text: string): string | undefined {
  const heading = text.trim().replace(/\s*:$/, '');
  if (!FAMILY.test(heading) || isOfSeveral(heading)) return undefined;
  const named = heading.replace(/^the\s+/i, '');
  const alone = named.replace(/\s+famil(?:y|ies)$|^famil(?:y|ie|ia|le)\s+/gi, '');
  return alone === named ? named.replace(/(?<=[sxz]|[cs]h)es$|s$/i, '') : alone;
}

/** `Amos J.` */
const isInitialBehind = ([, second = '', ...others]: readonly string[]): boolean =>
  !others.length && /^\p{L}\.?$/u.test(second);

/** The last name in a whole name of another row, by the answers for the file; empty where it has none. */
export function lastNameIn(file: File, name: string): string {
  const whole = indexOf(file, 'fullName');
  const texts = file.columns.map((_column, index) => (index === whole ? name : ''));
  readNames(file, texts, { cells: [] }, []);
  const { name: alone } = withoutBeside(texts[whole] ?? '');
  const read = (readDeathMark(alone, true)?.name ?? alone).trim();
  const several = namesInRow({ whole: read }).find(({ lastNm }) => lastNm)?.lastNm;
  if (several !== undefined) return several;
  if (read.startsWith(`${NO_LAST_NAME},`)) return '';
  if (read.includes(',')) return read.split(',')[0] ?? '';
  const words = wordsOfName(splitSuffixOrDegree(read).lastNm);
  const isGiven = words.length < 2 || isInitialBehind(words);
  return isGiven ? '' : (words.at(-1) ?? '');
}

/** First names alone of several people: `Amos & Vera`, `Amos, Vera`. */
const isOfLoneNames = (text: string): boolean => namesInRow({ whole: text }).every(({ lastNm }) => !lastNm);

/** The whole name of a spouse of three words and more, by the answer about long names. */
export function spouseNamed(
  written: string,
  column: string,
  { longNames }: ImportAnswers,
  seen: string[],
): string {
  const text = withoutYes(written);
  const mark = readDeathMark(text);
  const { lastNm: name, suffix } = splitSuffixOrDegree(withoutTitles(mark?.name ?? text));
  const words = wordsOfName(name);
  const isLong = words.length > 3 || (words.length === 3 && !/^[A-Za-z]\.?$/.test(words[1] ?? ''));
  if (!isLong || isOfFirstNames(column) || /[\d,]/.test(name) || isOfSeveral(name) || isNoName(name))
    return text;
  seen.push(`longNames${EXAMPLE}${name}`);
  const [given, family] = divided(words, longNames);
  const died = mark ? deathMarkOf(mark.day) : '';
  return given ? [family, `${given}${died}`, suffix].filter(Boolean).join(', ') : text;
}

/** The last name of a person who has none, until it is known. */
const NO_LAST_NAME = '-';

/** The first and the last name in the words of a name, by the answer for the file; empty without an answer. */
function divided(
  words: readonly string[],
  answer: ImportAnswers['longNames'],
): [first: string, last: string] {
  const joined = (from: number, to?: number) => words.slice(from, to).join(' ');
  if (answer === 'first') return [joined(0, 1), joined(1)];
  if (answer === 'family') return [joined(1), joined(0, 1)];
  if (answer !== 'last') return ['', ''];
  const particle = words.findIndex(
    (word, index) => index > 0 && index < words.length - 1 && PARTICLE.test(word),
  );
  const at = particle > 0 ? particle : words.length - 1;
  return [joined(0, at), joined(at)];
}

/** The last name of others in a family: `Hollis (deceased)` and `Hollis, Jr.` say more of one person. */
export const familyNameOf = (written: string) =>
  splitSuffixOrDegree(readDeathMark(written)?.name ?? written).lastNm;
