/**
 * Who has died, as lists say it: a date, a yes or a word in a column about deaths, a state, a mark at a name or a remark
 * (rules.md "Lists that are imported"). What says it is never left out, so that nobody is charged for the dead.
 */
import { saysNo, saysYes } from './import-details.ts';
import { readActive, RELATIVES, SPOUSES } from './import-values.ts';
import { foldText } from './text.ts';

/** Words that say of a person that they have died, wherever they stand; with accents and without. */
const DIED =
  "deceased|deceasd|decesed|decsd|dec['’]?d|died|verstorbene?n?|gestorbene?n?|entschlafene?n?|fallecid[oa]s?|falleci[oó]|falecid[oa]s?|faleceu|finad[oa]s?|difunt[oa]s?|muri[oó]|d[ée]c[ée]d[ée](?:es|e|s)?|decedut[oaie]|overleden(?:en)?|avlid(?:en|na)|ሟች|ሟቾች|የሞቱ|(?:የሞተ|ያረፈ|ሞተ|አረፈ|በሞት ተለየ)ች?|ያረፉ|በሞት የተለዩ|በሞት ተለይ(?:ቷል|ታለች|ተዋል)|አርፏል|አርፋለች|አርፈዋል|ሞቷል|ሞታለች|namatay|yumao(?: na)?|sumakabilang[ -]buhay|umr(?:o|la)|preminu(?:o|la)|upokojen[ai]?|умр(?:о|ла)|преминуо|преминула|упокојен[аи]?|zmar[łl][aiy]?|marhuma?";
/** The same in several words. */
const PHRASES =
  'passed away|departed this life|promoted to glory|fell asleep in the lord|(?:went|gone) (?:home )?to be with (?:the lord|jesus|god)|(?:is |now )?with the lord|asleep in (?:christ|the lord)|entered (?:into )?eternal rest|called home to (?:the lord|glory|be with (?:the lord|jesus|god))';
/** The same alone, or before a day that ends the text: `fell asleep at the wheel`, `passed 2019 driving test`. */
const AT_END =
  'reposed|fell asleep|(?:went|gone) (?:home )?to (?:the lord|jesus|god|glory|heaven)|passed(?: on)?|no longer (?:living|alive)|not (?:living|alive)';
/** The same alone, or before a day: they have another meaning too. */
const ALONE =
  'dead|muert[oa]s?|morte|d[ée]funte?s?|defunt[aeio]|d[ée]c[èe]s|r[. ] ?i[. ] ?p\\.?|q\\.? ?e\\.? ?p\\.? ?d\\.?';
/** The same, which are names of people too. */
const NAMES_TOO = 'mort|morto|tot|rip';
/** What says of those below a heading that they have died (import-sections.ts). */
export const DEATH_OF_PART = `${DIED}|${PHRASES}|${AT_END}|${ALONE}`;
const DEATH = `${DEATH_OF_PART}|${NAMES_TOO}`;
const DEATH_WORD = new RegExp(`^(?:is |has |member )?(?:${DEATH}|verst|gest|[†✝✞])(?: member)?$`, 'u');
const ALIVE = ['living', 'alive', 'lebt', 'vivo', 'viva'];
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
  if (saysYes(word) || isDeathWord(text)) return 'dead';
  const isAlive = saysNo(word) || ALIVE.includes(word) || NOTHING.includes(word);
  return isAlive || /^[0\s/.:-]+$/.test(word) ? 'alive' : undefined;
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
  const isAnswer = saysYes(text) || saysNo(text);
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
const DAY_AT_END = new RegExp(`(?<![\\p{L}\\d/.-])(${DAY})\\W*$`, 'iu');
/** The day at the end of a text, as it is written; empty where there is none. */
export const dayAtEnd = (text: string): string => DAY_AT_END.exec(text)?.[1] ?? '';

/** In the place of a day, where a mark may be a part of the name. */
export const MAYBE = '?';
/** How somebody is related to another person, whose death may stand behind: `widow of Amos (d. 2019)`. */
export const RELATED_TO =
  '(?<!\\p{L})(?:(?:widow(?:er)?|relict|wife|husband|mother|father|son|daughter) of|wdowa po|witwer? von|viuda de|veu(?:ve|f) de|viúv[ao] de|[cwsdh]\\/o)\\s+(?=\\p{L})';
const BESIDE_NAME = new RegExp(`(?<=[^\\s,])[\\s,]*[([]?${RELATED_TO}`, 'iu');

const BRACKETED = `${DIED}|${PHRASES}|(?:${AT_END}|${ALONE})(?=\\W*(?:${BEFORE}\\s+)?(?:[)\\]}*]|\\d|${MONTH}))|rip|late(?=\\s*[)\\]}*])|(?:dec|verst|gest|zm|d)\\.|memory eternal|d(?=\\s*\\d{4})|[†✝✞+]`;
const IN_BRACKETS = `(?:\\s*(?:${BEFORE}|:)?\\s*(?<day>\\?|[^)\\]}]*?\\d{2,4}[^)\\]}]*?))?`;
const MARKS: readonly RegExp[] = [
  new RegExp(`\\s*[([{*]\\s*(?:${BRACKETED})${IN_BRACKETS}\\s*[)\\]}*]\\s*`, 'iu'),
  /\s*[†✝✞]\s*(?<day>\d[\d/.-]*)?\s*/u,
  new RegExp(
    `(?:\\s*[-–,]\\s*|\\s+|^)(?:${DIED}|passed away|d\\.(?=\\s*\\d)(?<=[,–-]\\s*d\\.))(?:\\s*[-–,:]\\s*|\\s+|$)(?:${BEFORE}\\s+)?(?<day>${DAY})?`,
    'iu',
  ),
  /(?:\s*\(\s*|\s+)1[89]\d\d\s*[-–]\s*(?<day>(?:19|20)\d\d)(?:\s*\)|$)/u,
  // Rip is a name.
  /\s+R\.?I\.?P\.?$/u,
  /^(?:the late|late|ś\.? ?p\.?|pokojn[ia]|пок\.|покојн[иа]|yumaong)\s+(?=\S)/iu,
  /^estate of\s+/iu,
  /,?\s+estate$/iu,
];
/** Deceased, selig in German and pokojni in Serbian, or a name that was shortened. */
const MAYBE_MARKS: readonly RegExp[] = [/(?<=\S)(?:\s*[-–,]\s*|\s+)(?:dec|sel)\.$/iu, /^pok\.\s+(?=\S)/iu];

/**
 * A name without a mark of death, and the day that stands there, or `MAYBE`: `Olive (died 2019)`; undefined where there is
 * none. A mark that may be a part of a whole name leaves two words.
 */
export function readDeathMark(name: string, isWhole = false): { name: string; day: string } | undefined {
  const end = BESIDE_NAME.exec(name)?.index ?? name.length;
  const own = name.slice(0, end);
  for (const mark of [...MARKS, ...MAYBE_MARKS]) {
    const isMaybe = MAYBE_MARKS.includes(mark);
    const found = mark.exec(own);
    const rest =
      found &&
      own
        .replace(mark, ' ')
        .replace(/\s+/g, ' ')
        .replace(/\s+,/, ',')
        .replace(/[\s,]+$/, '')
        .trim();
    if (found && rest && !(isMaybe && isWhole && !/\s/.test(rest)))
      return {
        name: `${rest}${name.slice(end)}`,
        day: isMaybe ? MAYBE : (found.groups?.['day']?.trim() ?? ''),
      };
  }
  return undefined;
}

/** The mark of a death behind a name, as `readDeathMark` reads it. */
export const deathMarkOf = (day: string): string => {
  if (day === MAYBE) return ` (died${MAYBE})`;
  return day ? ` (died ${day})` : ' (died)';
};

/** Words before a day, or at the end of a text. */
const BEFORE_DAY = `(?:${ALONE}|${NAMES_TOO}|buried|laid to rest|d\\.?o\\.?d\\.?)(?=\\W*(?:${BEFORE}\\s+)?(?:$|${DAY}))|(?:${AT_END}|†)(?=\\W*(?:${BEFORE}\\s+)?(?:${DAY}\\W*)?$)|†(?=\\W*(?:${BEFORE}\\s+)?\\d)|d\\.(?=\\s*${DAY})|(?:verst|gest|zm)\\.|\\+(?=\\s*${DAY}\\.?\\s*$)`;
/** Whose death a remark is about, if not that of its person: `Deceased wife`, `Faleceu o marido`, `deceased member's widow`. */
const OF_RELATIVE = `(?:(?:of|his|her|their|my|the|late|first|second|former|ex|only|eldest|oldest|older|elder|youngest|younger|twin|der|die|seine?|ihre?|el|la|mi|su|sus|o|a|os|as|seu|sua|le|les|sa|mu|joj|im|jej|jego|ang|si|\\p{L}+'s)[\\s-]+)*(?:(?:step)?(?:${RELATIVES}|parents|children|siblings?|twins?|grand\\p{L}+|friend|in-laws?|family|widow|member's|eltern|pais|pays)|(?:son|daughter|brother|sister|aunt|uncle|cousin|niece|nephew)s)(?![\\p{L}])`;
/** `Deceased: no` */
const NOBODY = '(?:none|no|not|nobody|n/a|\\?)(?![\\p{L}])';
const REMARK_OF_DEATH = new RegExp(
  `^\\W*(?:(?:he|she|member|person)\\s+)?(?:has\\s+|is\\s+|was\\s+)?(?:${DIED}|${PHRASES}|${BEFORE_DAY})(?![\\p{L}])(?!['’]s)(?<rest>\\W*(?:${BEFORE}\\s+)?(?<day>${DAY})?.*)`,
  'isu',
);
/** The same of another one, behind the word: folded text. */
const OF_ANOTHER = new RegExp(
  `^\\s*[:,?–-]?\\s*(?:${OF_RELATIVE}|${NOBODY})|(?:[-–:,;(]\\s*|\\d\\s+)${OF_RELATIVE}\\W*$`,
  'u',
);
/** In the place of a detail it says otherwise: daytime before a phone, a letter in a number. */
const SHORT_DIED = /^\W*d\./i;
const MENTIONS_DEATH = new RegExp(
  `(?<![\\p{L}])(?:${DIED}|passed away|reposed|fell asleep|(?:went|gone) (?:home )?to (?:the lord|jesus|god|glory|heaven)|no longer with us|obituary|death claim|(?:benefit|claim)s? (?:was |were )?paid|(?:funeral|burial) (?:was|held|service|on|mass)|called home|home[ -]?going|entered (?:into )?(?:his |her |their )?rest|(?:funeral|burial)(?=\\s+(?:on\\s+)?${DAY}))(?![\\p{L}])|†|(?<=[\\p{L}\\d][\\s,(]+)d\\.(?=\\s*${DAY})|^\\W*(?:expired|transitioned|passed)(?=\\s+(?:${BEFORE}\\s+)?${DAY})|^\\W*r\\.?i\\.?p(?![\\p{L}])`,
  'iu',
);
const OF_OTHERS =
  /spouse|husband|wife|partner|father|mother|parent|child|kid|\bson\b|daughter|emergency|contact|marital|\b(?:check|tests?|exams?|training|screening|clearance|course)\b|ehe|gatte|gattin|vater|mutter|kind|conyuge|espos|padre|madre|hij[oa]|conjoint|enfant/;

/** Whether a column is about somebody else than the person of its row, or about a test, which one has passed. */
export const isOfOthers = (column: string): boolean =>
  OF_OTHERS.test(foldText(column.replace(/([a-z])([A-Z])/g, '$1 $2')));

const OF_SPOUSE = new RegExp(`(?<!\\p{L})(?:${SPOUSES}|widow(?:er)?)(?!\\p{L}|'s)`, 'u');
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
const DAY_ALONE = new RegExp(`^${DAY}$`, 'iu');
/** Whether a part says how somebody is in a list, beside the part that says that they have died. */
const isState = (part: string): boolean =>
  isDeathWord(part) ||
  DAY_ALONE.test(part) ||
  /^moved(?: away)?$/i.test(part) ||
  (readActive(part) !== undefined && !saysNo(part));

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
  const parts = text.split(/\s*(?:\s[-–]\s|[,;()[\]{}]|(?<!\d)\/(?!\d))\s*/).filter(Boolean);
  const marked = parts.some((part) => DIED_ALONE.test(part)) && parts.every(isState);
  const read = isInDetail && SHORT_DIED.test(text) ? null : REMARK_OF_DEATH.exec(text);
  const found = OF_ANOTHER.test(foldText(read?.groups?.['rest'] ?? '')) ? null : read;
  if (marked || found) return { isDead: true, day: found?.groups?.['day'] ?? '' };
  return read || MENTIONS_DEATH.test(text) ? { isDead: false, day: '' } : undefined;
}
