/**
 * Who has died, as lists say it: a date, a yes or a word in a column about deaths, a state, a mark at a name or a remark
 * (rules.md "Lists that are imported"). What says it is never left out, so that nobody is charged for the dead.
 */
import { foldText } from './text.ts';

/** Words that say of a person that they have died, wherever they stand; with accents and without. */
const DIED =
  "deceased|deceasd|decesed|decsd|dec['’]?d|died|verstorbene?n?|gestorbene?n?|entschlafene?n?|fallecid[oa]s?|falleci[oó]|falecid[oa]s?|faleceu|finad[oa]s?|difunt[oa]s?|muri[oó]|d[ée]c[ée]d[ée](?:es|e|s)?|decedut[oaie]|overleden(?:en)?|avlid(?:en|na)|ሟች|ሟቾች|የሞቱ|(?:የሞተ|ያረፈ|ሞተ|አረፈ|በሞት ተለየ)ች?|ያረፉ|በሞት የተለዩ|በሞት ተለይ(?:ቷል|ታለች|ተዋል)|አርፏል|አርፋለች|አርፈዋል|ሞቷል|ሞታለች|namatay|yumao(?: na)?|sumakabilang[ -]buhay|umr(?:o|la)|preminu(?:o|la)|upokojen[ai]?|умр(?:о|ла)|преминуо|преминула|упокојен[аи]?|zmar[łl][aiy]?|marhuma?";
/** The same in several words. */
const PHRASES =
  'passed away|departed this life|reposed|fell asleep(?: in the lord)?|(?:went|gone) (?:home )?to (?:be with )?(?:the lord|jesus|god|glory|heaven)|(?:is |now )?with the lord|asleep in (?:christ|the lord)|entered (?:into )?eternal rest|called home to (?:the lord|glory|be with (?:the lord|jesus|god))|no longer (?:living|alive)|not (?:living|alive)';
/** The same alone, or before a day: they have another meaning too. */
const ALONE =
  'dead|passed(?: on)?|muert[oa]s?|morte|d[ée]funte?s?|defunt[aeio]|d[ée]c[èe]s|r[. ] ?i[. ] ?p\\.?|q\\.? ?e\\.? ?p\\.? ?d\\.?';
/** The same, which are names of people too. */
const NAMES_TOO = 'mort|morto|tot|rip';
/** What says of those below a heading that they have died (import-sections.ts). */
export const DEATH_OF_PART = `${DIED}|${PHRASES}|${ALONE}`;
const DEATH = `${DEATH_OF_PART}|${NAMES_TOO}`;
const DEATH_WORD = new RegExp(`^(?:is |has |member )?(?:${DEATH}|verst|gest|[†✝✞])(?: member)?$`, 'u');
const YES = ['yes', 'y', 'true', '1', 'x', 'ja', 'si', 'oui', 'wahr', 'verdadero', 'vrai', 'አዎ', '✓', '✔'];
const NO = [
  'no',
  'n',
  'false',
  '0',
  'nein',
  'non',
  'living',
  'alive',
  'lebt',
  'vivo',
  'viva',
  'falsch',
  'falso',
  'faux',
  'አይ',
];
const NOTHING = ['', '-', '–', '—', '--', 'n/a', 'na', 'n.a.', 'none', 'nil', '.', '/'];

/** Whether a text says of somebody that they have died, and nothing else: `Deceased`, `verstorben`. */
export const isDeathWord = (text: string): boolean => {
  const words = foldText(text);
  return (
    words.length <= DEATH_WORD_MAX &&
    DEATH_WORD.test(words.replace(/^[\s*([{"]+|[\s*)\]}",!]+$|(?<=\p{L}{3})\.$/gu, ''))
  );
};
const DEATH_WORD_MAX = 100;

/**
 * What a column about deaths says: that somebody has died, that they live (0, No, or nothing), or undefined for another
 * text, which may be the day.
 */
function readDeathFlag(text: string): 'dead' | 'alive' | undefined {
  const word = foldText(text);
  if (YES.includes(word) || isDeathWord(text)) return 'dead';
  return NO.includes(word) || NOTHING.includes(word) || /^[0\s/.:-]+$/.test(word) ? 'alive' : undefined;
}

const FLAG = '(?: (?:flag|y n|yes no|yn|ind|indicator|status|member))*';
const LIVES = '(?:living|alive)';
const OF_DEATH = `(?:${DEATH}|death|passing)`;
const DEATH_FLAG = new RegExp(
  `^(?:is |has |member )*(?:${OF_DEATH}|(?:still )?${LIVES})${FLAG}$|^${OF_DEATH} (?:or )?${LIVES}$|^${LIVES} (?:or )?${OF_DEATH}$|^(?:vital|life) status$`,
);
const DEATH_DATE = new RegExp(
  `^(?:date|dt|day|year|month)(?: of)? ${OF_DEATH}$|^${OF_DEATH} (?:date|dt|day|year|on|in)$`,
);

/** The field of a column about the death of its person, by the words of its name; undefined for other columns. */
export const deathFieldOf = (words: string): 'isDeceased' | 'deceasedDt' | undefined =>
  DEATH_DATE.test(words) ? 'deceasedDt' : DEATH_FLAG.test(words) ? 'isDeceased' : undefined;

/**
 * What a cell of such a column says. Yes below `Living` is the contrary of Yes below `Deceased`; below `Dead/Alive` it
 * says neither.
 */
export function readDeathCell(column: string, text: string): 'dead' | 'alive' | undefined {
  const flag = readDeathFlag(text);
  const word = foldText(text);
  const isAnswer = YES.includes(word) || /^(?:no|n|false|0|nein|non|falsch|falso|faux|አይ)$/.test(word);
  const heading = foldText(column);
  if (!isAnswer || !/living|alive/.test(heading)) return flag;
  if (/dead|deceas|died|death/.test(heading)) return undefined;
  return flag === 'dead' ? 'alive' : 'dead';
}

const MONTH =
  '(?:jan|f[eé][bv]|m[aä]r|a[pvb]r|ma[iy]|ju[nil]|aug|ago|ao[uû]|sep|o[ck]t|nov|d[eéi][cz]|ene)\\p{L}*\\.?';
/** A day, a month or a year, and no phone. */
const DAY = `(?:\\d{1,2}[/.-](?:\\d{1,2}(?:[/.-]\\d{2,4})?|\\d{4})|\\d{4}-\\d\\d-\\d\\d|\\d{1,2}\\.? ${MONTH} \\d{4}|${MONTH} (?:\\d{1,2},? )?\\d{4}|(?:1[89]|20)\\d\\d)(?![\\d/.-]*\\d)`;
const BEFORE = '(?:on|in|am|en|el|le|seit|since)';

const BRACKETED = `${DEATH_OF_PART}|rip|(?:dec|verst|gest|zm|d)\\.|memory eternal|d(?=\\s*\\d{4})|[†✝✞+]`;
const IN_BRACKETS = `(?:\\s*(?:${BEFORE}|:)?\\s*(?<day>[^)\\]}]*?\\d{2,4}[^)\\]}]*?))?`;
const MARKS: readonly RegExp[] = [
  new RegExp(`\\s*[([{*]\\s*(?:${BRACKETED})${IN_BRACKETS}\\s*[)\\]}*]\\s*`, 'iu'),
  /\s*[†✝✞]\s*(?<day>\d[\d/.-]*)?\s*/u,
  new RegExp(
    `(?:\\s*[-–,]\\s*|\\s+|^)(?:${DIED}|dec\\.$|(?<=[,–-]\\s*)d\\.(?=\\s*\\d))(?:\\s*[-–,:]\\s*|\\s+|$)(?:${BEFORE}\\s+)?(?<day>${DAY})?`,
    'iu',
  ),
  /(?:\s*\(\s*|\s+)1[89]\d\d\s*[-–]\s*(?<day>(?:19|20)\d\d)(?:\s*\)|$)/u,
  // Rip is a name.
  /\s+R\.?I\.?P\.?$/u,
  /^(?:the late|late|ś\.? ?p\.?|pok\.|pokojn[ia]|пок\.|покојн[иа]|yumaong)\s+(?=\S)/iu,
  // Selig, in German.
  /\s+sel\.$/iu,
  /^estate of\s+/iu,
  /,?\s+estate$/iu,
];

/** A name without a mark of death, and the day that stands there: `Olive (died 2019)`; undefined where there is none. */
export function readDeathMark(name: string): { name: string; day: string } | undefined {
  for (const mark of MARKS) {
    const found = mark.exec(name);
    const rest =
      found &&
      name
        .replace(mark, ' ')
        .replace(/\s+/g, ' ')
        .replace(/\s+,/, ',')
        .replace(/[\s,]+$/, '')
        .trim();
    if (found && rest) return { name: rest, day: found.groups?.['day']?.trim() ?? '' };
  }
  return undefined;
}

/** The mark of a death behind a name, as `readDeathMark` reads it. */
export const deathMarkOf = (day: string): string => (day ? ` (died ${day})` : ' (died)');

/** Words before a day, or at the end of a text. */
const BEFORE_DAY = `(?:${ALONE}|${NAMES_TOO}|buried|laid to rest|d\\.?o\\.?d\\.?)(?=\\W*(?:${BEFORE}\\s+)?(?:$|${DAY}))|d\\.(?=\\s*${DAY})|(?:verst|gest|zm)\\.|†|\\+(?=\\s*${DAY}\\.?\\s*$)`;
/** Whose death a remark is about, if not that of its person: `Deceased wife`, `Died: her mother`, `deceased member's widow`. */
const OF_RELATIVE =
  "(?:(?:of|his|her|their|my|su|sus|the|late|first|second|former|ex|only|eldest|oldest|older|elder|youngest|younger|twin|\\p{L}+['’]s)[\\s-]+)*(?:step)?(?:wife|husband|spouse|partner|mother|father|parents?|son|daughter|child|children|baby|infant|brother|sister|sibling|twins?|grand\\p{L}+|uncle|aunt|cousin|nephew|niece|friend|relatives?|in-laws?|family|mom|dad|widow|member['’]s|frau|mann|mutter|vater|espos[oa]|madre|padre|herman[oa]|hij[oa])(?![\\p{L}])";
/** `Deceased: no` */
const NOBODY = '(?:none|no|not|nobody|n/a|\\?)(?![\\p{L}])';
const REMARK_OF_DEATH = new RegExp(
  `^\\W*(?:(?:he|she|member|person)\\s+)?(?:has\\s+|is\\s+|was\\s+)?(?:${DIED}|${PHRASES}|${BEFORE_DAY})(?![\\p{L}])(?!['’]s)(?!\\s*[:,?–-]?\\s*(?:${OF_RELATIVE}|${NOBODY}))(?!.*(?:[-–:,;(]\\s*|\\d\\s+)${OF_RELATIVE}\\W*$)\\W*(?:${BEFORE}\\s+)?(?<day>${DAY})?`,
  'iu',
);
const ABOUT_RELATIVE = new RegExp(`(?<![\\p{L}])${OF_RELATIVE}`, 'iu');
/** In the place of a detail it says otherwise: daytime before a phone, a letter in a number. */
const SHORT_DIED = /^\W*d\./i;
const MENTIONS_DEATH = new RegExp(
  `(?<![\\p{L}])(?:${DIED}|passed away|no longer with us|(?:funeral|burial) (?:was|held|service|on|mass)|called home|home[ -]?going|entered (?:into )?(?:his |her |their )?rest|(?:funeral|burial)(?=\\s+(?:on\\s+)?${DAY}))(?![\\p{L}])|†|^\\W*(?:expired|transitioned)(?=\\s+(?:on\\s+)?${DAY})|^\\W*r\\.?i\\.?p(?![\\p{L}])`,
  'iu',
);
const OF_OTHERS =
  /spouse|husband|wife|partner|father|mother|parent|child|kid|\bson\b|daughter|emergency|contact|marital|\b(?:check|tests?|exams?|training|screening|clearance|course)\b|ehe|gatte|gattin|vater|mutter|kind|conyuge|espos|padre|madre|hij[oa]|conjoint|enfant/;

/** Whether a column is about somebody else than the person of its row, or about a test, which one has passed. */
export const isOfOthers = (column: string): boolean =>
  OF_OTHERS.test(foldText(column.replace(/([a-z])([A-Z])/g, '$1 $2')));

const OF_SPOUSE =
  /(?<!\p{L})(?:wife|husband|spouse|widow(?:er)?|frau|mann|espos[oa]|mari|conjointe?|epouse|epoux)(?!\p{L}|['’]s)/u;
const WIDOWED = /^(?:is |was )?(?:a )?(?:widow(?:ed|er)?|wid|verwitwet|witwer?|viud[oa]|veuve?|መበለት)\W*$/u;
const MARITAL = /marital|married|civil|familienstand|matrimon/;

/** Whether a text about somebody may say that their spouse has died: `wife died 2019`, or `Widowed` as a marital status. */
export function isOfWidows(column: string, text: string): boolean {
  const words = foldText(text);
  if (WIDOWED.test(words)) return true;
  const isOther = MARITAL.test(foldText(column)) || isOfOthers(column);
  return !isOther && OF_SPOUSE.test(words) && readRemark(text)?.isDead === false;
}

/** A part of a state or a remark: `Inactive - Deceased`. */
const DIED_ALONE = new RegExp(`^(?:is |has )?(?:${DIED})$`, 'iu');

/**
 * What a remark says: that the person has died, with the day that stands there, or only something about a death, which
 * may be somebody else's (`husband died 2019`). `isInDetail` is for a text in the place of a detail.
 */
export function readRemark(
  written: string,
  isInDetail = false,
): { isDead: boolean; day: string } | undefined {
  const text = written.replace(/\s+/g, ' ');
  if (isDeathWord(text)) return { isDead: true, day: '' };
  const parts = text.split(/\s*(?:\s[-–]\s|[,;/()[\]{}])\s*/).filter(Boolean);
  const marked =
    (/^\s*†/u.test(text) || parts.some((part) => DIED_ALONE.test(part))) &&
    !ABOUT_RELATIVE.test(text) &&
    !parts.some((part) => NO.includes(foldText(part)));
  const found = isInDetail && SHORT_DIED.test(text) ? null : REMARK_OF_DEATH.exec(text);
  if (marked || found) return { isDead: true, day: found?.groups?.['day'] ?? '' };
  return MENTIONS_DEATH.test(text) ? { isDead: false, day: '' } : undefined;
}
