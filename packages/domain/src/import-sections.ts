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
const DEAD = headingOf(
  `${DEATH_OF_PART}|dec d|deaths|(?:late|departed)(?: and)? (?:saints|loved|brethren|brothers|sisters)|at rest|rest(?:ing)? in peace|in memoriam|in (?:loving |blessed )?memory|todesfalle`,
);
/** What says nothing certain of those below: who is late may pay late, and who has departed may have moved. */
const OTHER = headingOf(
  'inactive|in active|not active|non active|no longer active|former|formerly|(?:past|old|previous|ex|non|late) (?:members|miembros|mitglieder|membres)|moved(?: away)?|transfer(?:s|red)?(?: out)?|withdrawn|withdrew|resigned|suspended|expelled|removed|dropped|lapsed|terminated|cancell?ed|left the church|gone home|called home|departed|memorials?|visitors|attend(?:er|ee)s|guests|friends|pending|prospects|prospective|on hold|honorary|inaktive?n?|ehemalige?n?|ausgetretene?n?|passive|verzogene?n?|inactiv[oa]s?|antigu[oa]s|retirad[oa]s|dad[oa]s de baja|visitantes|gaste|besucher|inactifs?|inactives|ancien(?:ne)?s|visiteurs|ንቁ ያልሆኑ|የቀድሞ',
);
const ACTIVE = headingOf(
  'active|living|alive|current|members|(?:new|regular|full|paying) members|in good standing|aktive?n?|lebende?n?|mitglieder|activ[oa]s?|miembros|viv[oa]s|actuales|actifs?|actives|membres|vivants|ንቁ|በሕይወት ያሉ|አባላት',
);

/** What a heading says of those below: that they have died, that they are as any others, or something to be asked. */
export type Section = { words: string; says: 'dead' | 'active' | 'other' };

/** A text as the heading of a part of a list; undefined for another text. `words` is it without its counts and marks. */
export function readSection(text: string): Section | undefined {
  if (text.length > SECTION_MAX) return undefined;
  // Rip is a name.
  const words = foldText(text.replace(/^RIP\b/, 'R.I.P.'))
    .replace(/(?<!\p{L})(?:continued|cont d|cont|fortsetzung|continuacion|suite)(?!\p{L})/gu, ' ')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
  if (ACTIVE.test(words)) return { words, says: 'active' };
  if (DEAD.test(words)) return { words, says: 'dead' };
  return OTHER.test(words) ? { words, says: 'other' } : undefined;
}
const SECTION_MAX = 60;

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

/** Beside the cells of a row: what is written beside its name, a line each (import-couple.ts). */
export const ASIDES_COLUMN = 'Beside the Name';

/** What is asked about a section, as the name of its question. */
export const sectionName = (section: string): string => `section: ${section}`;

/** A section that is asked about: its heading, whether its rows may not belong to it, and what it means unless asked. */
export function askedSection(section: string): {
  heading: string;
  isFurther: boolean;
  isDead: boolean;
  means: string | undefined;
} {
  const isFurther = section.endsWith(FURTHER);
  const heading = isFurther ? section.slice(0, -FURTHER.length) : section;
  const isDead = readSection(heading)?.says === 'dead';
  return { heading, isFurther, isDead, means: isDead && !isFurther ? 'Deceased' : undefined };
}

/**
 * The state of a row below a heading, by the answer for the file; undefined for none yet. Below a word of death nobody is
 * taken for alive before that is answered.
 */
export function stateOfSection(section: string, { words = [] }: ImportAnswers): string | undefined {
  const answer = words.find(({ name }) => name === sectionName(section))?.means;
  return answer ?? (askedSection(section).isDead ? 'Deceased' : undefined);
}
