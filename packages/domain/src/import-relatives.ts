/** Columns about the spouse and the children of the person of a row: `Spouse First Name`, `Child 2 DOB`. */
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

const SPOUSE =
  /^(?:spouses?|husbands?|wife|ባለቤት|የትዳር ጓደኛ|partner|ehepartner|ehefrau|ehemann|gatte|gattin|conyuge|espos[oa]|conjointe?|epou(?:x|se)|asawa|supruga?|супруга?|malzon(?:ek|ka)|moglie|marito|coniuge)(?:s|'s)? ?(?:\d )?/;
const CHILD =
  /^(?:child(?:ren)?|kids?|ልጆች|dependents?|sons?|daughters?|kind(?:er)?|hij[oa]s?|enfants?|fils|fille|filh[oa]s?|(?:mga )?anak|deca|деца|dzieci|figli[oa]?)(?:s|'s)? ?#? ?(?:\d{1,2})? ?/;
const NAME =
  /^(?:first ?)?(?:given ?)?(?:name|names|fname|full ?name|vorname|nombres?|prenoms?|nome|imie|ime|име|names? (?:and|&) ages?|and ages?)?$/;
const FIRST = /^first$/;
const LAST = /^(?:last|family|maiden)? ?(?:name|surname|lname)$|^last$|^(?:sur|nach)name$/;
const BORN =
  /^(?:dob|d o b|birth ?date|birth ?day|date of birth|born|bday|geb(?:urtsdatum|oren)?|fecha de nacimiento|nacimiento|ne le|naissance)$/;
const PHONE = /^(?:cell|mobile|phone|tel|cell ?phone|mobile ?phone|phone ?number|telefon|telefono)$/;
const MAIL = /^e-? ?mail(?: address)?$/;

/** The words of a column name: `spouseFirstName`, `SPOUSE_DOB` and `Child1Name` too. */
const wordsOf = (column: string): string =>
  foldText(
    column
      .replace(
        /\((?:e|a|o|in|s)\)|\/[ao](?!\p{L})|\([^)]*(?:name|age|born|dob|list|all)[^)]*\)|['’]s(?= )/giu,
        '',
      )
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .replace(/(\p{L})(\d)|(\d)(\p{L})/gu, '$1$3 $2$4'),
  )
    .replace(/[_.:*()-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** `DOB of Child 1`, `Name of spouse`: what comes last comes first. */
const turned = (words: string): string => {
  const [, what = '', who = ''] = /^(.+?) of (?:the )?(.+)$/.exec(words) ?? [];
  return who && !words.endsWith('date of birth') ? `${who} ${what}` : words;
};

/** The field of a column about a relative; undefined for other columns. */
export function relativeFieldOf(column: string): RelativeField | undefined {
  const words = turned(wordsOf(column));
  const ofSpouse = SPOUSE.exec(words);
  if (ofSpouse) {
    const rest = words.slice(ofSpouse[0].length).trim();
    if (FIRST.test(rest) || NAME.test(rest)) return 'spouseNm';
    if (LAST.test(rest)) return 'spouseLastNm';
    if (BORN.test(rest)) return 'spouseBirthDt';
    if (PHONE.test(rest)) return 'spousePhone';
    return MAIL.test(rest) ? 'spouseEmail' : undefined;
  }
  const ofChild = CHILD.exec(words);
  // Child, alone, is a yes or no in the files of church programs.
  if (!ofChild || ['child', 'kind', 'dependent', 'dependents'].includes(words)) return undefined;
  const rest = words.slice(ofChild[0].length).trim();
  if (FIRST.test(rest) || NAME.test(rest)) return 'childNm';
  return BORN.test(rest) ? 'childBirthDt' : undefined;
}

const NOBODY =
  /^(?:no|none|not|n\/?a|never|without|keine?|ninguno|aucun)(?![\p{L}'])|^(?:(?:is|was) )?(?:widow(?:ed|er)?|divorced?|div\.?|separated|single|unmarried|married|remarried|engaged|late|false|nein|ledig|verwitwet|geschieden|verheiratet|viud[oa]|divorciad[oa]|solter[oa]|casad[oa])$/u;
const UNNAMED =
  /^(?:yes|y|true|x|ja|si|oui|maybe|unsure|unknown|pending|same|see (?:above|below)|both|all|(?:all )?grown(?: up)?|adults?|minors?|members?|moved|deceased|spouse|partner|husband|wife|son|daughter|child|kid|boy|girl|baby|twins?|sons|daughters|boys|girls)$|\b(?:kids|children|grandchildren|wife|husband|kinder|hijos|enfants)\b|\d/;

/**
 * Whether the text of a column of relatives names nobody: undefined for a name, `nobody` for a state as `Widowed` or a
 * No, `unnamed` where there may be somebody, as in `2 kids` or `M-000149`.
 */
export function isNoName(text: string): 'nobody' | 'unnamed' | undefined {
  const word = foldText(text).replace(/^\W+|[\s.!?)\]]+$/gu, '');
  if (!/\p{L}/u.test(text) || NOBODY.test(word) || isDeathWord(word)) return 'nobody';
  return UNNAMED.test(word) ? 'unnamed' : undefined;
}

/** The number in the name of a column, by which the name and the birth date of a child belong together. */
export const numberOf = (column: string): string | undefined => /\d+/.exec(column)?.[0];

/** How the person of such a column is related, as far as it says. */
export function relationshipOfColumn(column: string): string {
  const words = wordsOf(column);
  if (/^(sons?|fils|hijo)\b/.test(words)) return 'Son';
  return /^(daughters?|fille|hijas?)\b/.test(words) ? 'Daughter' : 'Child';
}
