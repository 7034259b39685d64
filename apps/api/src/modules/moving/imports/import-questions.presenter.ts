/** The questions about all rows of a file, from what its check saw in them (import-file.ts). */
import type { ImportQuestion } from '@kinfold/domain/import';
import { IMPORT_FIELDS, type ImportField } from '@kinfold/domain/import-fields';
import { askedSection } from '@kinfold/domain/import-sections';
import { wordsOfName } from '@kinfold/domain/import-couple';
import { rowsWith } from '@kinfold/domain/import-file';
import { RELATIONSHIPS } from '@kinfold/domain/member';
import { readCountry } from '@kinfold/domain/any-address';
import { stateCode } from '@kinfold/domain/import-values';
import { PREFERRED_WAYS, WAY_NAMES } from '@kinfold/domain/preferred-way';
import { pluralOf, wholeNumber } from '@kinfold/domain/text';
import type { ImportRecord } from './import.model.ts';

type Given = Pick<ImportRecord, 'answers' | 'seen' | 'columns'>;
type Funds = readonly { campaignName: string }[];
type Option = ImportQuestion['options'][number];

/** What words of a column, and of headings of parts of the list, may mean. */
const MEANINGS: Partial<Record<ImportField | 'section', Option[]>> = {
  section: [
    { value: 'Deceased', label: 'They have died' },
    { value: 'Yes', label: 'They are active' },
    { value: 'No', label: 'They are not active' },
    { value: '', label: 'It says nothing of them' },
  ],
  isActive: [
    { value: 'Yes', label: 'Active' },
    { value: 'No', label: 'Not active' },
    { value: 'Deceased', label: 'Has died' },
    { value: '', label: 'Nothing: leave the word out' },
  ],
  relationship: [
    ...RELATIONSHIPS.map((name) => ({ value: name, label: name })),
    { value: 'Deceased', label: 'Has died' },
    { value: '', label: 'Nothing: leave the word out' },
  ],
  postalCd: [{ value: '', label: 'Leave it out' }],
  stateCd: [{ value: '', label: 'Leave it out' }],
  countryCd: [{ value: '', label: 'Leave it out' }],
  campaign: [{ value: '', label: 'None: leave it out' }],
  preferredWay: [
    ...PREFERRED_WAYS.map((way) => ({ value: WAY_NAMES[way], label: WAY_NAMES[way] })),
    { value: '', label: 'Nothing: leave the word out' },
  ],
  yearPaid: [
    { value: 'paid', label: 'The year is paid' },
    { value: 'half', label: 'Half of it is paid' },
    { value: 'no', label: 'Nothing is paid' },
    { value: 'waived', label: 'Nothing was due' },
  ],
};

/** What is asked of a word where it is not what it means. */
const ASKS: Partial<Record<ImportField, string>> = {
  postalCd: 'no zip code of its state begins like this. Which one is meant?',
  stateCd: 'there is no state of this name. Which one is meant?',
  countryCd: 'there is no country of this name. Which one is meant?',
  campaign: 'there is no fund of this name here. Which one is meant?',
  preferredWay: 'how do they want to be reminded?',
  yearPaid: 'is the year paid?',
};

/** The fields whose words have any text as an answer, besides the options. */
const IS_ANSWER: Partial<Record<ImportField, (text: string) => boolean>> = {
  postalCd: (text) => /^\d{5}$/.test(text),
  stateCd: (text) => stateCode(text) !== undefined,
  countryCd: (text) => readCountry(text) !== undefined,
};

/** What words of a field may mean; those of funds are the names of funds here. */
const meaningsOf = (field: ImportField | 'section', funds: Funds): Option[] => [
  ...(field === 'campaign' ? funds.map(({ campaignName: name }) => ({ value: name, label: name })) : []),
  ...(MEANINGS[field] ?? []),
];

/** The fewest rows without a family number that are asked about. */
const LEAST_EMPTY = 2;

/** The questions about a file. */
export function questionsOfRows({ answers, columns, seen }: Given, funds: Funds): ImportQuestion[] {
  const rows = (what: string) => rowsWith(seen, what);
  const example = (what: string) => seen.find((one) => one.what === what)?.example ?? '';
  const hasYears = columns.some(({ field }) => field === 'yearPaid');
  const beside = columns.find(({ field }) => field === 'owed');
  const questions: (ImportQuestion | false)[] = [
    asksFamily(rows('familyEmpty'), rows('familyAgain')) && {
      name: 'familyAbove',
      text: pluralOf(
        rows('familyEmpty'),
        'The family number is empty in # row. Does it belong to the family above?',
        'The family number is empty in # rows. Do they belong to the family above?',
      ),
      options: [
        { value: 'above', label: 'Yes, to the family of the row above' },
        { value: 'alone', label: 'No, each is a household of their own' },
      ],
      answer: answers.familyAbove ?? null,
      isRequired: true,
    },
    rows('familyUnsaid') > 0 &&
      answers.familyAbove === 'above' && {
        name: 'familyUnsaid',
        text: pluralOf(
          rows('familyUnsaid'),
          '# person has neither a family number nor a relationship, as “{example}”. Do they live with the family above?',
          '# people have neither a family number nor a relationship, as “{example}”. Do they live with the family above?',
          { example: example('familyUnsaid') },
        ),
        options: [
          { value: 'above', label: 'Yes, with the family of the row above' },
          { value: 'alone', label: 'No, each is a household of their own' },
        ],
        answer: answers.familyUnsaid ?? null,
        isRequired: true,
      },
    rows('longNames') > 0 && longNamesQuestion(rows('longNames'), example('longNames'), answers),
    (rows('familyHeading') > 0 || answers.familyHeadings !== undefined) && {
      name: 'familyHeadings',
      text: pluralOf(
        rows('familyHeading'),
        `# row has only the name of a family: “${example('familyHeading')}”. Do the people below it live together?`,
        `# rows have only the name of a family, as “${example('familyHeading')}”. Do the people below each of them live together?`,
      ),
      options: [
        {
          value: 'household',
          label: 'Yes, they are one household, and have this last name where none is written',
        },
        { value: 'name', label: 'No, it is only the last name of those who have none' },
        { value: 'person', label: 'No, each of these rows is a person' },
      ],
      answer: answers.familyHeadings ?? null,
      isRequired: true,
    },
    rows('loneNames') > 0 && {
      name: 'loneNames',
      text: pluralOf(
        rows('loneNames'),
        '# person has a first name only. Is it all that is known?',
        '# people have a first name only. Is it all that is known?',
      ),
      options: [
        {
          value: 'alone',
          label: 'Yes: a dash stands for the last name until it is known',
        },
        {
          value: 'above',
          label: columns.some(({ field }) => field === 'household')
            ? 'No: their last name is that of their family, or of the row above'
            : 'No: their last name is that of the row above',
        },
        { value: 'leave', label: 'No: they are left out until it is written' },
      ],
      answer: answers.loneNames ?? null,
      isRequired: false,
    },
    rows('capitalNames') > 0 && {
      name: 'capitalNames',
      text: pluralOf(
        rows('capitalNames'),
        '# name begins in capitals, for example HOLLIS Karl. Is that the last name?',
        '# names begin in capitals, for example HOLLIS Karl. Are these the last names?',
      ),
      options: [
        { value: 'last', label: 'Yes: Hollis, Karl' },
        { value: 'first', label: 'No, the first name comes first' },
      ],
      answer: answers.capitalNames ?? null,
      isRequired: true,
    },
    rows('nameOrder') > 0 && nameOrderQuestion(rows('nameOrder'), example('nameOrder'), answers),
    hasYears && {
      name: 'yearlyPrice',
      text: 'This list has a column for each year. What did a year cost?',
      options: [],
      answer: answers.yearlyPrice ?? null,
      isRequired: true,
      isText: true,
    },
    hasYears && {
      name: 'yearEmpty',
      text: 'What does an empty cell below a year mean?',
      options: [
        { value: 'owed', label: 'The year is owed' },
        { value: 'nothing', label: 'Nothing is owed for it' },
      ],
      answer: answers.yearEmpty ?? null,
      isRequired: true,
    },
    hasYears &&
      beside !== undefined && {
        name: 'yearsBeside',
        text: `This list has “${beside.name}” beside the columns of years. What is owed?`,
        options: [
          { value: 'balance', label: `“${beside.name}”; where it is empty, what the years lack` },
          { value: 'years', label: `What the years lack; “${beside.name}” is left out` },
          { value: 'both', label: 'Both together' },
        ],
        answer: answers.yearsBeside ?? null,
        isRequired: true,
      },
    rows('ditto') > 0 && {
      name: 'ditto',
      text: pluralOf(
        rows('ditto'),
        '# row has a ditto mark, or “same”. What does it mean?',
        '# rows have a ditto mark, or “same”. What does it mean?',
      ),
      options: [
        { value: 'above', label: 'The same as in the row above' },
        { value: 'empty', label: 'Nothing' },
      ],
      answer: answers.ditto ?? 'above',
      isRequired: false,
    },
    rows('dayNumbers') > 0 && {
      name: 'dayNumbers',
      text: pluralOf(
        rows('dayNumbers'),
        '# row has the day number of a spreadsheet for a date, for example 31120 for 03/14/1985. Is it read as that day?',
        '# rows have the day number of a spreadsheet for a date, for example 31120 for 03/14/1985. Are they read as those days?',
      ),
      options: [
        { value: 'dates', label: 'Yes' },
        { value: 'leave', label: 'No' },
      ],
      answer: answers.dayNumbers ?? null,
      isRequired: true,
    },
    rows('cityLines') > 0 && {
      name: 'cityLines',
      text: pluralOf(
        rows('cityLines'),
        'In # row the city has its state or zip code beside it. Is it divided?',
        'In # rows the city has its state or zip code beside it. Are they divided?',
      ),
      options: [
        { value: 'split', label: 'Yes' },
        { value: 'keep', label: 'No, it is all the city' },
      ],
      answer: answers.cityLines ?? 'split',
      isRequired: false,
    },
    rows('shortPhones') > 0 && {
      name: 'areaCode',
      text: pluralOf(
        rows('shortPhones'),
        '# row has a phone of seven digits. Which area code does it have?',
        '# rows have a phone of seven digits. Which area code do they have?',
      ),
      options: areaCodes(seen),
      answer: answers.areaCode ?? null,
      isRequired: false,
      isText: true,
    },
    ...seen.map(({ what, rows: count }) => wordQuestion(what, count, { answers, columns, seen }, funds)),
  ];
  return questions.filter((question) => question !== false);
}

/** `Almaz Bekele Tadesse`: which of the words are the first name. */
function longNamesQuestion(count: number, example: string, { longNames }: Given['answers']): ImportQuestion {
  const words = wordsOfName(example);
  const [first = '', last = ''] = [words[0], words.at(-1)];
  const [rest, start] = [words.slice(1).join(' '), words.slice(0, -1).join(' ')];
  return {
    name: 'longNames',
    text: pluralOf(
      count,
      `# name has three words or more: ${example}. Which of them is the first name?`,
      `# names have three words or more, for example ${example}. Which of them is the first name?`,
    ),
    options: [
      { value: 'first', label: `The first word; the others are the last name: ${rest}, ${first}` },
      { value: 'last', label: `All but the last word: ${last}, ${start}` },
      { value: 'family', label: `All but the first word: ${first}, ${rest}` },
    ],
    answer: longNames ?? null,
    isRequired: false,
  };
}

/** `HOLLIS KARL` may be Hollis Karl or Karl Hollis. */
function nameOrderQuestion(count: number, example: string, { nameOrder }: Given['answers']): ImportQuestion {
  const [first = '', last = ''] = example.split(/[\s&+/;]+/);
  const label = (lastNm: string, firstNm: string) => `last name ${lastNm}, first name ${firstNm}`;
  return {
    name: 'nameOrder',
    text: pluralOf(
      count,
      `# name is all in capitals: ${example}. Which part of it comes first?`,
      `# names are all in capitals, as in ${example}. Which part of them comes first?`,
    ),
    options: [
      { value: 'first', label: `The first name: ${label(last, first)}` },
      { value: 'last', label: `The last name: ${label(first, last)}` },
    ],
    answer: nameOrder ?? null,
    isRequired: true,
  };
}

/** Asked where numbers stand in the first row of a family only; where they are repeated, an empty one is somebody alone. */
const asksFamily = (empty: number, again: number) => empty >= LEAST_EMPTY && empty > again;

const MOST_CODES = 3;
const areaCodes = (seen: Given['seen']): Option[] =>
  seen
    .filter(({ what }) => what.startsWith('areaCode '))
    .toSorted((one, other) => other.rows - one.rows)
    .slice(0, MOST_CODES)
    .map(({ what, rows: count }) => {
      const code = what.slice('areaCode '.length);
      return { value: code, label: `${code}, as in ${pluralOf(count, '# other row', '# other rows')}` };
    });

const capitalized = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** `word isActive: attender` */
function wordQuestion(
  what: string,
  count: number,
  { answers, columns, seen }: Given,
  funds: Funds,
): ImportQuestion | false {
  const [, name = '', field = '', word = ''] = /^word ((\w+): (.*))$/s.exec(what) ?? [];
  const answer = answers.words?.find((one) => one.name === name)?.means ?? null;
  if (!name || !isAsked(field)) return false;
  if (field === 'section') return sectionQuestion({ name, section: word, count, answer });
  const column = columns.find((one) => one.field === field)?.name ?? IMPORT_FIELDS[field].label;
  const where = field === 'yearPaid' ? 'Below a year' : column;
  const written = seen.find((one) => one.what === what)?.example || word;
  const inRows = `${where} “${capitalized(written)}” in ${count === 1 ? 'one row' : `${wholeNumber(count)} rows`}`;
  return {
    name,
    text: `${inRows}: ${ASKS[field] ?? 'what does it mean?'}`,
    options: meaningsOf(field, funds),
    answer,
    // Nobody is charged, and nobody left out, by a state that was not understood.
    isRequired: field === 'isActive',
    ...(IS_ANSWER[field] && { isText: true }),
  };
}

const isAsked = (field: string): field is ImportField | 'section' => Object.hasOwn(MEANINGS, field);

/** Asks who stands below a heading; below a clear word of death, the dead, until another answer is given. */
function sectionQuestion({
  name,
  section,
  count,
  answer,
}: {
  name: string;
  section: string;
  count: number;
  answer: string | null;
}): ImportQuestion {
  const { heading, isTitle, isFurther, isDead, means } = askedSection(section);
  const where = `${isFurther ? 'further ' : ''}below “${capitalized(heading)}”${isFurther ? ', after a blank row or another heading' : ''}`;
  return {
    name,
    text: isTitle
      ? pluralOf(
          count,
          `The title of this list is “${heading}”. What does it mean for the person in it?`,
          `The title of this list is “${heading}”. What does it mean for the # people in it?`,
        )
      : isDead
        ? pluralOf(
            count,
            `# row stands ${where}: has this person died?`,
            `# rows stand ${where}: have these people died?`,
          )
        : pluralOf(
            count,
            `# row stands ${where}: what does it mean for this person?`,
            `# rows stand ${where}: what does it mean for these people?`,
          ),
    options: MEANINGS.section ?? [],
    answer: answer ?? means ?? null,
    isRequired: means === undefined,
  };
}

/** Notes about rows that are left out and names without their titles, a sentence each. */
export function notesOfRows({ seen }: Given): string[] {
  const rows = (what: string) => rowsWith(seen, what);
  const out = rows('leftOut');
  const titles = rows('titles');
  return [
    ...(out
      ? [
          pluralOf(
            out,
            '# row is a total, a remark or an organization, not a person. It is left out.',
            '# rows are totals, remarks or organizations, not people. They are left out.',
          ),
        ]
      : []),
    ...(titles
      ? [
          pluralOf(
            titles,
            'The title before # name, as Rev. or Mrs., is left out.',
            'The titles before # names, as Rev. or Mrs., are left out.',
          ),
        ]
      : []),
  ];
}

/** The answers of a request that are about words of a column, added to those before. Unknown names are returned. */
export function withWords(
  { answers: { words = [] }, seen }: Given,
  answered: readonly (readonly [name: string, value: unknown])[],
  funds: Funds,
): { words: NonNullable<Given['answers']['words']>; unknown: string[] } {
  const isKnown = (name: string) =>
    words.some((one) => one.name === name) || seen.some(({ what }) => what === `word ${name}`);
  const found = answered.flatMap(([name, value]) => {
    const field = name.split(':')[0] ?? '';
    if (!isAsked(field) || !isKnown(name) || typeof value !== 'string') return [];
    const isMeant =
      meaningsOf(field, funds).some((one) => one.value === value) ||
      (field !== 'section' && IS_ANSWER[field]?.(value));
    return isMeant ? [{ name, means: value }] : [];
  });
  const names = new Set(found.map(({ name }) => name));
  return {
    words: [...words.filter(({ name }) => !names.has(name)), ...found],
    unknown: answered.map(([name]) => name).filter((name) => !names.has(name)),
  };
}
