/** Rows of a file that are no people: totals, remarks, organizations, and the headings of its parts. */
import { ASIDES } from './import-couple.ts';
import { readDeathMark } from './import-dead.ts';
import { A_REMARK } from './import-details.ts';
import type { ImportField } from './import-fields.ts';
import {
  type File,
  type FileCells,
  type FileColumn,
  isFamilyHeading,
  NAMES,
  type NumberedCells,
} from './import-file.ts';
import { furtherBelow, isOfList, sectionIn } from './import-sections.ts';
import { foldText } from './text.ts';

const TOTAL =
  /^(grand |sub[ -]?)?totals?\b|^(sum|summe|gesamt|insgesamt|suma|somme|razem|ukupno|укупно|kabuuan|ድምር|count|average)(?![\p{L}])( (of|all|members|people|families|households|due|dues|owed|paid|amount|balance|total|der|aller|de|des|mitglieder|socios|membres|adherents|irmaos|czlonkow|clanova|чланова)(?![\p{L}]))*[\s\d.,:=$€£()-]*$|^(number|no\.?|#) of (members|families|people|households)\b/u;
/** What a line between people says: a part of the list, a page, a remark. */
const PART =
  /\b(zone|zona|group|gruppe|grupo|groupe|sector|section|area|district|seite|region|total|families|members|continued|list of|updated|as of|printed)\b|:$|\S\s*=\s+\S|^[*=_–—-]{2,}/;
/** Who wrote a list, and who has seen it: `Audited 1/15/26`, `Treasurer: ______`, but not `Secretary, Ann`. */
const SIGNED =
  /^(?:audited|signed|signature|prepared by|checked by|verified by|approved by|collected by|certified|recorded by|compiled by|gepruft|reviso|certifie|overio|sprawdzil|(?:auditors?|treasurer|secretary|kassenwart|kassenprufer|tesorer[oa]|tresorier|tesoureiro|blagajnik|skarbnik)(?=['’]s|[^\p{L}]*(?:\d|$)|.*[:_]))(?!\p{L})/u;
/** The same in words that are last names too: alone, or beside a number or a letter. */
const PART_WORD = /^(?:parish|ward|page|list|street|notes?)$/;
const BESIDE_PART = /^(?:new|of|no|old|the|and|\p{L}|\d+|[ivx]+)$/u;
export function isPartAlone(text: string): boolean {
  const words = text.split(/[^\p{L}\d]+/u).filter(Boolean);
  return (
    words.some((word) => PART_WORD.test(word)) &&
    words.every((word) => PART_WORD.test(word) || BESIDE_PART.test(word))
  );
}
const NUMBERS: readonly (ImportField | null)[] = ['externalRef', 'household', null];
/** The number of a page, beside its heading. */
const PAGE_NUMBER = /^(?:page|p\.|pg\.?|seite|pagina) *\d+(?: (?:of|von|de) \d+)?$/;
/** Beside the word for a total: amounts, and `12 members`. */
const BESIDE_TOTAL = /^[\s\d.,$€£%()=-]*\d[\s\d.,$€£%()=-]*(?:\p{L}+)?$|^[\s.,$€£%()=-]+$/u;

/** The note of a row of totals. */
export const A_TOTAL = 'A total, left out';

/** The note of a row with relatives of the person above. */
export const A_RELATIVE = 'Of the family of the person above, with whom it is read';

const AN_EMPTY_ROW = 'An empty row, left out';

/** Columns that say what kind of contact a row is, and words in them for what is no person. */
const KIND_OF_CONTACT = /^(?:(?:contact|record|entity|account|constituent|customer|profile) )?(?:sub)?type$/;
const NO_PERSON =
  /^(?:organi[sz]ation|household|company|business|vendor|supplier|institution|church|fund|ministry)s?$/;
const ORGANIZATION_COLUMN = /^(?:organi[sz]ation|company|business)(?: name)?$/;

/** Whether a row is an organization or a household, as the programs keep them among people. */
function isNoPerson({ columns }: File, cells: readonly string[]): boolean {
  const textOf = (field: ImportField) => {
    const index = columns.findIndex((column) => column.field === field);
    return index < 0 ? undefined : foldText(cells[index] ?? '');
  };
  const [first, last] = [textOf('firstNm'), textOf('lastNm')];
  if (last) return false;
  return columns.some(({ name, field }, index) => {
    const text = foldText(cells[index] ?? '');
    if (!text || (field !== null && field !== 'isActive')) return false;
    const heading = foldText(name);
    if (KIND_OF_CONTACT.test(heading))
      return !first && NO_PERSON.test(text) && !(text === 'household' && first === undefined);
    return text === first && ORGANIZATION_COLUMN.test(heading);
  });
}

/** A customer's job in the lists of bookkeeping programs: `Frey, Rosa:Dues 2025`. */
const isJob = ({ name, field }: FileColumn, text: string): boolean =>
  field === 'fullName' && /^customer/i.test(name) && /\p{L}:\S/u.test(text);

/** Why a row is no person, as a note; undefined for a person. Totals of balances are compared with their rows instead. */
export function leftOut(file: File, row: FileCells): string | undefined {
  const { cells } = row;
  const filled = file.columns
    .map(({ field }, index) => ({ field, text: (cells[index] ?? '').trim() }))
    .filter(({ text }) => text);
  const [first, ...others] = filled.filter(({ text }, index) => !index || !PAGE_NUMBER.test(foldText(text)));
  if (!first) return AN_EMPTY_ROW;
  if (row.isBelow) return A_RELATIVE;
  if (sectionIn(file.columns, cells)) return A_REMARK;
  if (isFamilyHeading(file, row)) return 'The name of a family, left out: it is that of the people below';
  // `Zone total`, `Zone 2 total`
  const text = foldText(first.text).replace(/^.+ (?=totals?$)/, '');
  if (
    TOTAL.test(text) &&
    others.every((other) => BESIDE_TOTAL.test(other.text) || other.text.startsWith('='))
  )
    return A_TOTAL;
  if (SIGNED.test(text) && (!others.length || /[:_]/.test(first.text))) return A_REMARK;
  // Lines that have their numbers and wait for a name.
  if (filled.every((one) => NUMBERS.includes(one.field) && /^\d+\.?$/.test(one.text))) return AN_EMPTY_ROW;
  if (isNoPerson(file, cells)) return 'An organization or a household and no person, left out';
  const isOwed = file.columns.some((column) => column.field === 'owed');
  if (!isOwed && file.columns.some((column, index) => isJob(column, cells[index] ?? '')))
    return 'A part of the customer above, left out';
  if (others.length || first.field === 'memberId') return undefined;
  if (!/\p{L}/u.test(text)) return undefined;
  const isName = NAMES.includes(first.field);
  const written = readDeathMark(first.text)?.name ?? first.text;
  const bare = written.replace(ASIDES, '').replace(/\s(?:2nd|3rd|[45]th)$/, '');
  // `#12` is beside the name of a person, and behind the word for a table.
  const name = foldText(/^\p{Lu}\S*(?:\s+(?:&\s+)?\p{Lu}\S*)+$/u.test(bare) ? bare : written);
  const isPart = PART.test(name) || isPartAlone(name);
  // In a list of names alone, a number may belong to one.
  const isLong = name.length > 60 || /\d/.test(name.replace(/^\d{1,4}[.)]\s*(?=\p{L})/u, ''));
  const isRemark = isPart || (file.columns.length > 1 && isLong) || (file.columns.length > 2 && !isName);
  return isRemark ? A_REMARK : undefined;
}

/**
 * The heading of the part of a list in which a row stands, by the row before it: its words, where they say something of
 * those below; undefined for others.
 */
export function sectionOf(
  file: File,
  { row, cells }: NumberedCells,
  before: NumberedCells | undefined,
): string | undefined {
  const own = sectionIn(file.columns, cells);
  if (own) return own.says === 'active' ? undefined : own.words;
  const section = before?.section;
  if (!before || section === undefined) return undefined;
  if (isOfList(section)) return section;
  // Blank rows are not stored; one below the heading belongs to it.
  const isAfterBlank = row - Math.floor(before.row) > 1 && !sectionIn(file.columns, before.cells);
  return isAfterBlank || isOtherLine(file, cells) ? furtherBelow(section) : section;
}

/** Whether a row may be the heading of another part: a remark that is no page, or capitals alone in a row. */
function isOtherLine(file: File, cells: readonly string[]): boolean {
  const [text = '', ...others] = cells.filter((cell) => cell.trim());
  if (leftOut(file, { cells }) !== undefined) return !PAGE.test(foldText(text).trim());
  const isName = text.includes(',') || file.columns.length === 1;
  return !others.length && !isName && /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text);
}
export /** Page is a last name too. */
const PAGE = /^(?:page|seite|pagina)\W*\d/;
