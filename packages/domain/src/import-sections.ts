/**
 * Headings of parts of a list, alone in a row, that say of those below what other lists have a column of states for:
 * `DECEASED MEMBERS`, `Inactive`. What one says is a word of the file, asked about like those of states.
 */
import { DEATH_OF_PART } from './import-dead.ts';
import type { ImportField } from './import-fields.ts';
import type { ImportAnswers } from './import-values.ts';
import { foldText } from './text.ts';

const WHO =
  '(?:members?|people|persons?|individuals|ones|saints|friends|famil(?:y|ies)|parishioners|brethren|brothers|sisters|mitglieder|personen|miembros|socios|personas|hermanos|membres|personnes|fideles|membros|membri|soci|leden|አባላት|የሆኑ)';
const BEFORE =
  '(?:the|our|all|list of|names of|church|unsere|die|liste der|nuestros|nuestras|los|las|lista de|nos|les|liste des|i|gli|os)';
/** One of some words, with people named before or behind them. */
const headingOf = (words: string) =>
  new RegExp(
    `^(?:${BEFORE} )*(?:${WHO} (?:who (?:have|are) )?)?(?:${words})(?: (?:and|or|y|und|et) ${WHO}| ${WHO})*(?: (?:in|since|during|of|seit|en))?$`,
    'u',
  );
const DEAD_WORDS = `${DEATH_OF_PART}|dec d|r i p|deaths|(?:late|departed)(?: and)? (?:saints|loved|brethren|brothers|sisters)|at rest|rest(?:ing)? in peace|in memoriam|in (?:loving |blessed )?memory|todesfalle`;
const DEAD = headingOf(DEAD_WORDS);
const INACTIVE_WORDS =
  'inactive|in active|not active|non active|no longer active|former|formerly|inaktive?n?|ehemalige?n?|ausgetretene?n?|inactiv[oa]s?|dad[oa]s de baja|inactifs?|inactives|ancien(?:ne)?s|ንቁ ያልሆኑ|የቀድሞ';
/** What says nothing certain of those below: who is late may pay late, and who has departed may have moved. */
const OTHER = headingOf(
  `${INACTIVE_WORDS}|(?:past|old|previous|ex|non|late) (?:members|miembros|mitglieder|membres)|moved(?: away)?|transfer(?:s|red)?(?: out)?|withdrawn|withdrew|resigned|suspended|expelled|removed|dropped|lapsed|terminated|cancell?ed|left the church|gone home|called home|departed|memorials?|visitors|attend(?:er|ee)s|guests|friends|pending|prospects|prospective|on hold|honorary|passive|verzogene?n?|antigu[oa]s|retirad[oa]s|visitantes|gaste|besucher|visiteurs`,
);
const ACTIVE = headingOf(
  'active|living|alive|current|members|(?:new|regular|full|paying) members|in good standing|aktive?n?|lebende?n?|mitglieder|activ[oa]s?|miembros|viv[oa]s|actuales|actifs?|actives|membres|vivants|ንቁ|በሕይወት ያሉ|አባላት',
);

const DEAD_WITHIN = new RegExp(`(?<!\\p{L})(?:${DEAD_WORDS})(?!\\p{L})`, 'u');
const INACTIVE_WITHIN = new RegExp(`(?<!\\p{L})(?:${INACTIVE_WORDS})(?!\\p{L})`, 'u');

/** What a heading says of those below: that they have died, that they are as any others, or something to be asked. */
export type Section = { words: string; says: 'dead' | 'active' | 'other' };

/** A text as the heading of a part of a list; undefined for another text. `words` is it without its counts and marks. */
export function readSection(text: string): Section | undefined {
  if (text.length > SECTION_MAX) return undefined;
  // Rip is a name.
  const words = lettersOf(text.replace(/^RIP\b/, 'R.I.P.').replace(CONTINUED, ' '));
  if (ACTIVE.test(words)) return { words, says: 'active' };
  if (DEAD.test(words)) return { words, says: 'dead' };
  return OTHER.test(words) ? { words, says: 'other' } : undefined;
}
const SECTION_MAX = 60;
const CONTINUED = /(?<!\p{L})(?:continued|cont['’. ]?d|cont|fortsetzung|continuaci[oó]n|suite)(?!\p{L})/giu;
const lettersOf = (text: string): string =>
  foldText(text)
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();

/** Behind a title, which is about the whole list. */
const WHOLE = ' (list)';

/** Such words that are part of a name: Nossa Senhora da Boa Morte. */
const IN_NAME = /(?<!\p{L})boa morte(?!\p{L})/gu;

/**
 * The section of a whole list, by its titles: the rows above its columns and its sheet. It is the first of them with a word
 * of a state among others (`Grace Church: Deceased 2019-2024`), which is always asked about; undefined for none. The name
 * of a file is no title: `Members incl. deceased` says of nobody that they have died.
 */
export function sectionOfTitles(titles: readonly string[]): string | undefined {
  const found = titles.find((title) => {
    // `A = active, D = deceased` says what letters mean.
    if (/\S\s*=\s*\S/.test(title)) return false;
    const words = lettersOf(title.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')).replace(IN_NAME, ' ');
    const parts = title.split(/\s[-–—]+\s|[–—:|,;/\n()]/).map(readSection);
    return (
      DEAD_WITHIN.test(words) || INACTIVE_WITHIN.test(words) || parts.some((part) => part?.says === 'other')
    );
  });
  return found && `${found.replace(/\s+/g, ' ').trim().slice(0, SECTION_MAX)}${WHOLE}`;
}

/** Whether a section is that of a whole list, which no row ends but a heading of another part. */
export const isOfList = (section: string): boolean => section.endsWith(WHOLE);

/** Columns in which such a word is about the person of its row. */
const OF_PERSON: readonly (ImportField | null)[] = ['isActive', 'isDeceased', 'deceasedDt', 'relationship'];

/** The heading of a part of a list in a row that has nothing else but its count; undefined for other rows. */
export function sectionIn(
  columns: readonly { field: ImportField | null }[],
  cells: readonly string[],
): Section | undefined {
  const place = cells.findIndex((cell) => cell.trim());
  const isAlone = cells.every((cell, index) => index <= place || /^[\s\d.,()]*$/.test(cell));
  if (place < 0 || !isAlone) return undefined;
  const field = columns[place]?.field ?? null;
  const section = OF_PERSON.includes(field) ? undefined : readSection(cells[place] ?? '');
  // A word alone below `Remarks` continues the row above it.
  const isHeading = place === 0 || field !== null || section?.words.includes(' ');
  return isHeading ? section : undefined;
}

/** Behind the words of a section, where it may have ended: after a blank row or another heading. */
const FURTHER = ' …';

/** The section of rows that may not belong to it any more: these are asked about by themselves. */
export const furtherBelow = (section: string): string =>
  section.endsWith(FURTHER) ? section : `${section}${FURTHER}`;

/** Beside the cells of a row below a heading of the dead: its words. */
export const SECTION_COLUMN = 'Heading Above';

/** What is asked about a section, as the name of its question. */
export const sectionName = (section: string): string => `section: ${section}`;

/**
 * A section that is asked about: its heading, whether that is a title of the whole list, whether its rows may not belong to
 * it, and what it means unless asked.
 */
export function askedSection(section: string): {
  heading: string;
  isTitle: boolean;
  isFurther: boolean;
  isDead: boolean;
  means: string | undefined;
} {
  const isTitle = isOfList(section);
  const isFurther = section.endsWith(FURTHER);
  const heading = section.slice(0, section.length - (isTitle ? WHOLE : isFurther ? FURTHER : '').length);
  const isDead = isTitle ? DEAD_WITHIN.test(lettersOf(heading)) : readSection(heading)?.says === 'dead';
  const means = isDead && !isFurther && !isTitle ? 'Deceased' : undefined;
  return { heading, isTitle, isFurther, isDead, means };
}

/**
 * The state of a row below a heading, by the answer for the file; undefined for none yet. Below a word of death nobody is
 * taken for alive before that is answered.
 */
export function stateOfSection(section: string, { words = [] }: ImportAnswers): string | undefined {
  const answer = words.find(({ name }) => name === sectionName(section))?.means;
  return answer ?? (askedSection(section).isDead ? 'Deceased' : undefined);
}
