/**
 * Who has died, as lists say it: a date, a yes or a word in a column about deaths, a state, a mark at a name or a remark
 * (rules.md "Lists that are imported"). What says it is never left out, so that nobody is charged for the dead.
 */
import { foldText } from './text.ts';

/** The same in the languages whose words need no other form where they stand in a text. */
const MORE_WORDS =
  'falecid[oa]|namatay|yumao(?: na)?|sumakabilang[ -]buhay|umr(?:o|la)|preminu(?:o|la)|upokojen[ai]?|умр(?:о|ла)|преминуо|преминула|упокојен[аи]?|zmar[łl][aiy]?|reposed|fell asleep(?: in the lord)?|marhuma?|በሞት ተለይቷል|በሞት ተለይታለች|በሞት ተለይተዋል|አርፏል|አርፋለች|አርፈዋል|ሞቷል|ሞታለች';
const WORDS = `${MORE_WORDS}|verst\\.|gest\\.|deceased|dead|died|dec'?d|passed|passed away|departed this life|verstorben|gestorben|tot|fallecid[oa]|finad[oa]|difunt[oa]|muert[oa]|decede|decedee|decedut[oa]|mort|morte|overleden|avliden|r\\.?i\\.?p\\.?|ሟች|የሞተ|የሞተች|ያረፈ|ያረፈች|†|✝|✞`;
const DEATH_WORD = new RegExp(`^(?:is |has |member )?(?:${WORDS})(?: member)?$`, 'u');
const YES = [
  'yes',
  'y',
  'true',
  '1',
  'x',
  'ja',
  'si',
  'oui',
  'wahr',
  'verdadero',
  'vrai',
  'sim',
  'oo',
  'da',
  'да',
  'tak',
  'አዎ',
  '✓',
  '✔',
];
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
  'nao',
  'hindi',
  'ne',
  'не',
  'nie',
  'አይ',
];
const NOTHING = ['', '-', '–', '—', '--', 'n/a', 'na', 'n.a.', 'none', 'nil', '.', '/'];

/** Whether a text says of somebody that they have died, and nothing else: `Deceased`, `verstorben`. */
export const isDeathWord = (text: string): boolean => DEATH_WORD.test(foldText(text));

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
const DIED = '(?:deceased|decsd|dead|died|death|passed|passed away|passing)';
const DEATH_FLAG = new RegExp(
  `^(?:is |has |member )*(?:${DIED}|(?:still )?${LIVES})${FLAG}$|^${DIED} (?:or )?${LIVES}$|^${LIVES} (?:or )?${DIED}$|^(?:vital|life) status$`,
);
const DEATH_DATE = new RegExp(
  `^(?:date|dt|day|year|month)(?: of)? ${DIED}$|^${DIED} (?:date|dt|day|year|on|in)$`,
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

const BRACKETED = `${MORE_WORDS}|deceased|dead|died|dec'?d|dec\\.|d\\.|d(?=\\s*\\d{4})|passed(?: away)?|r\\.?i\\.?p\\.?|verstorben|gestorben|fallecid[oa]|finad[oa]|difunt[oa]|q\\.?e\\.?p\\.?d\\.?|d[ée]c[ée]d[ée]e?|decedut[oa]|overleden|ሟች|verst\\.|gest\\.|zm\\.|memory eternal|†|✝|✞|\\+`;
const DAY = '(?:\\s*(?:on|in|am|en|le|:)?\\s*(?<day>[^)\\]}]*?\\d{2,4}[^)\\]}]*?))?';
const MARKS: readonly RegExp[] = [
  new RegExp(`\\s*[([{*]\\s*(?:${BRACKETED})${DAY}\\s*[)\\]}*]\\s*`, 'iu'),
  /\s*[†✝✞]\s*(?<day>\d[\d/.-]*)?\s*/u,
  new RegExp(
    `(?:\\s*[-–,]\\s*|\\s+|^)(?:${MORE_WORDS}|deceased|verstorben|fallecid[oa]|d[ée]c[ée]d[ée]e?|difunt[oa]|finad[oa])(?:\\s*[-–,:]\\s*|\\s+|$)(?<day>\\d[\\d/.-]*)?`,
    'iu',
  ),
  /^(?:the late|late|ś\.? ?p\.?|pok\.|pokojn[ia]|пок\.|покојн[иа]|yumaong)\s+(?=\S)/iu,
  // `Olive Hollis, dec'd 3/2019`
  /\s*(?:,|\s[-–])\s*(?:dec'?d|died|d\.)(?:\s+(?<day>[\d/.-]*\d))?\s*,?(?=\s|$)/iu,
  // Selig, in German.
  /\s+sel\.$/iu,
  /^estate of\s+/iu,
  /,?\s+estate$/iu,
];

/** A name without a mark of death, and the day that stands there: `Olive (died 2019)`; undefined where there is none. */
export function readDeathMark(name: string): { name: string; day: string } | undefined {
  for (const mark of MARKS) {
    const found = mark.exec(name);
    const rest = found && name.replace(mark, ' ').replace(/\s+/g, ' ').replace(/\s+,/, ',').trim();
    if (found && rest) return { name: rest, day: found.groups?.['day']?.trim() ?? '' };
  }
  return undefined;
}

/** The mark of a death behind a name, as `readDeathMark` reads it. */
export const deathMarkOf = (day: string): string => (day ? ` (died ${day})` : ' (died)');

const DIED_WORDS = `${MORE_WORDS}|deceased|died|passed away|went (?:home )?to be with (?:the lord|jesus)|went home to (?:the lord|glory)|(?:is )?with the lord|entered (?:into )?eternal rest|called home to (?:the lord|glory|be with (?:the lord|jesus|god))|dec'?d|r\\.?i\\.?p\\.?(?=\\W*(?:(?:on|in)\\s+)?(?:$|\\d|\\p{L}+\\.? (?:\\d{1,2},? )?\\d{4}))|d\\.(?=\\s*(?:\\d{1,2}[/.-](?:\\d{1,2}|\\d{4})|\\d{4}|\\d{1,2}\\.? \\p{L}{3,9}\\.? \\d{4})(?!\\d))|verstorben|gestorben|(?:verst|gest|zm)\\.|fallecid[oa]|fallecio|falleció|faleceu|difunt[oa]|finad[oa]|d[ée]c[ée]d[ée]e?|†|\\+(?=\\s*(?:\\d{1,2}[./-]\\s?){0,2}(?:19|20)\\d\\d\\.?\\s*$)`;
/** Whose death a remark is about, if not that of its person: `Deceased wife`, `Died: her mother`, `deceased member's widow`. */
const OF_RELATIVE =
  "(?:(?:of|his|her|their|my|su|sus|the|late|first|second|former|ex|only|eldest|oldest|older|elder|youngest|younger|twin|\\p{L}+['’]s)[\\s-]+)*(?:step)?(?:wife|husband|spouse|partner|mother|father|parents?|son|daughter|child|children|baby|infant|brother|sister|sibling|twins?|grand\\p{L}+|uncle|aunt|cousin|nephew|niece|friend|relatives?|in-laws?|family|mom|dad|widow|member['’]s|frau|mann|mutter|vater|espos[oa]|madre|padre|herman[oa]|hij[oa])(?![\\p{L}])";
/** `Deceased: no` */
const NOBODY = '(?:none|no|not|nobody|n/a|\\?)(?![\\p{L}])';
const REMARK_OF_DEATH = new RegExp(
  `^\\W*(?:(?:he|she|member|person)\\s+)?(?:has\\s+|is\\s+|was\\s+)?(?:${DIED_WORDS})(?![\\p{L}])(?!['’]s)(?!\\s*[:,?–-]?\\s*(?:${OF_RELATIVE}|${NOBODY}))(?!.*(?:[-–:,;(]\\s*|\\d\\s+)${OF_RELATIVE}\\W*$)\\s*[-–]?\\s*(?:on|in|am|el|le|:)?\\s*(?<day>\\d[\\d/.-]*\\d|\\p{L}+\\.? (?:\\d{1,2},? )?\\d{4})?`,
  'iu',
);
const ABOUT_RELATIVE = new RegExp(`(?<![\\p{L}])${OF_RELATIVE}`, 'iu');
/** In the place of a detail it says otherwise: daytime before a phone, a letter in a number. */
const SHORT_DIED = /^\W*d\./i;
const MENTIONS_DEATH =
  /(?<![\p{L}])(?:deceased|died|(?:funeral|burial) (?:was|held|service|on|mass)|passed away|called home|home ?going|entered (?:into )?(?:his |her |their )?rest|verstorben|gestorben|fallecid[oa]|d[ée]c[ée]d[ée]e?)(?![\p{L}])|†|^\W*r\.?i\.?p(?![\p{L}])/iu;
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

/**
 * What a remark says: that the person has died, with the day that stands there, or only something about a death, which
 * may be somebody else's (`husband died 2019`). `isInDetail` is for a text in the place of a detail.
 */
export function readRemark(text: string, isInDetail = false): { isDead: boolean; day: string } | undefined {
  if (isDeathWord(text)) return { isDead: true, day: '' };
  const marked =
    /[([{]\s*(?:deceased|verstorben|fallecid[oa]|d[ée]c[ée]d[ée]e?)\s*[)\]}]|^\s*†/iu.test(text) &&
    !ABOUT_RELATIVE.test(text);
  const found = isInDetail && SHORT_DIED.test(text) ? null : REMARK_OF_DEATH.exec(text);
  if (marked || found) return { isDead: true, day: found?.groups?.['day'] ?? '' };
  return MENTIONS_DEATH.test(text) ? { isDead: false, day: '' } : undefined;
}
