/** The questions about all rows of a file, from what its check saw in them (import-understanding.ts). */
import type { ImportQuestion } from '@kinfold/domain/import';
import { IMPORT_FIELDS, type ImportField } from '@kinfold/domain/import-fields';
import { askedSection } from '@kinfold/domain/import-sections';
import { RELATIONSHIPS } from '@kinfold/domain/member';
import { pluralOf, wholeNumber } from '@kinfold/domain/text';
import type { ImportRecord } from './import.model.ts';

type Given = Pick<ImportRecord, 'answers' | 'seen' | 'columns'>;
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
    { value: '', label: 'Nothing: leave it out' },
  ],
  relationship: [
    ...RELATIONSHIPS.map((name) => ({ value: name, label: name })),
    { value: 'Deceased', label: 'Has died' },
    { value: '', label: 'Nothing: leave it out' },
  ],
  postalCd: [{ value: '', label: 'Leave it out' }],
};

/** The fewest rows without a family number that are asked about. */
const LEAST_EMPTY = 2;

/** The questions about a file. */
export function questionsOfRows({ answers, columns, seen = [] }: Given): ImportQuestion[] {
  const rows = (what: string) => seen.find((one) => one.what === what)?.rows ?? 0;
  const hasYears = columns.some(({ field }) => field === 'yearPaid');
  const beside = columns.find(({ field }) => field === 'owed');
  const questions: (ImportQuestion | false)[] = [
    asksFamily(rows('familyEmpty'), rows('familyAgain'), answers.familyAbove) && {
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
    rows('longNames') > 0 && {
      name: 'longNames',
      text: pluralOf(
        rows('longNames'),
        '# name has three words or more, as in Almaz Bekele Tadesse. Which of them is the first name?',
        '# names have three words or more, as in Almaz Bekele Tadesse. Which of them is the first name?',
      ),
      options: [
        { value: 'first', label: 'The first word; the others are the last name: Bekele Tadesse, Almaz' },
        { value: 'last', label: 'All but the last word: Tadesse, Almaz Bekele' },
        { value: 'family', label: 'All but the first word: Almaz, Bekele Tadesse' },
      ],
      answer: answers.longNames ?? null,
      isRequired: false,
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
          label: columns.some(({ field }) => field === 'lastNm')
            ? 'No: their last name is that of the row or the family above'
            : columns.some(({ field }) => field === 'household')
              ? 'No: their last name is that of their family, or in a heading above them'
              : 'No: their last name is in a heading above them, as in HOLLIS FAMILY',
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
        '# name begins in capitals, as in HOLLIS Karl. Is that the last name?',
        '# names begin in capitals, as in HOLLIS Karl. Are these the last names?',
      ),
      options: [
        { value: 'last', label: 'Yes: Hollis, Karl' },
        { value: 'first', label: 'No, the first name comes first' },
      ],
      answer: answers.capitalNames ?? null,
      isRequired: true,
    },
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
        '# row has the day number of a spreadsheet for a date, as 31120 for 03/14/1985. Is it read as that day?',
        '# rows have the day number of a spreadsheet for a date, as 31120 for 03/14/1985. Are they read as those days?',
      ),
      options: [
        { value: 'dates', label: 'Yes' },
        { value: 'leave', label: 'No' },
      ],
      answer: answers.dayNumbers ?? null,
      isRequired: false,
    },
    rows('cityLines') > 0 && {
      name: 'cityLines',
      text: pluralOf(
        rows('cityLines'),
        'In # row the city has its state and zip code beside it. Is it divided?',
        'In # rows the city has its state and zip code beside it. Are they divided?',
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
    ...seen.map(({ what, rows: count }) => wordQuestion(what, count, { answers, columns })),
  ];
  return questions.filter((question) => question !== false);
}

/** Asked where numbers stand in the first row of a family only; where they are repeated, an empty one is somebody alone. */
const asksFamily = (empty: number, again: number, answer: string | undefined) =>
  answer !== undefined || (empty >= LEAST_EMPTY && empty > again);

const MOST_CODES = 3;
const areaCodes = (seen: NonNullable<Given['seen']>): Option[] =>
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
function wordQuestion(what: string, count: number, { answers, columns }: Given): ImportQuestion | false {
  const [, name = '', field = '', word = ''] = /^word ((\w+): (.*))$/s.exec(what) ?? [];
  const answer = answers.words?.find((one) => one.name === name)?.means ?? null;
  if (!name || !isAsked(field)) return false;
  if (field === 'section') return sectionQuestion({ name, section: word, count, answer });
  const column = columns.find((one) => one.field === field)?.name ?? IMPORT_FIELDS[field].label;
  const inRows = `${column} “${capitalized(word)}” in ${count === 1 ? 'one row' : `${wholeNumber(count)} rows`}`;
  const isZip = field === 'postalCd';
  return {
    name,
    text: isZip
      ? `${inRows}: its state has no zip codes that begin so. Which one is meant?`
      : `${inRows}: what does it mean?`,
    options: MEANINGS[field] ?? [],
    answer,
    // Nobody is charged, and nobody left out, by a state that was not understood.
    isRequired: field === 'isActive',
    ...(isZip && { isText: true }),
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
  const { heading, isFurther, isDead, means } = askedSection(section);
  const where = `${isFurther ? 'further ' : ''}below “${capitalized(heading)}”${isFurther ? ', after a blank row or another heading' : ''}`;
  return {
    name,
    text: isDead
      ? pluralOf(
          count,
          `# row stands ${where}: has this person died?`,
          `# rows stand ${where}: have these people died?`,
        )
      : pluralOf(
          count,
          `# row stands ${where}: what does it say of this person?`,
          `# rows stand ${where}: what does it say of these people?`,
        ),
    options: MEANINGS.section ?? [],
    answer: answer ?? means ?? null,
    isRequired: means === undefined,
  };
}

/** Notes about rows that are left out and names without their titles, a sentence each. */
export function notesOfRows({ seen = [] }: Given): string[] {
  const rows = (what: string) => seen.find((one) => one.what === what)?.rows ?? 0;
  const out = rows('leftOut');
  const titles = rows('titles');
  return [
    ...(out
      ? [
          pluralOf(
            out,
            '# row is a total or a remark, and is left out.',
            '# rows are totals or remarks, and are left out.',
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
  { answers: { words = [] }, seen = [] }: Given,
  answered: readonly (readonly [name: string, value: unknown])[],
): { words: NonNullable<Given['answers']['words']>; unknown: string[] } {
  const isKnown = (name: string) =>
    words.some((one) => one.name === name) || seen.some(({ what }) => what === `word ${name}`);
  const found = answered.flatMap(([name, value]) => {
    const field = name.split(':')[0] ?? '';
    const options = isAsked(field) ? (MEANINGS[field] ?? []) : [];
    const isMeant =
      field === 'postalCd' ? /^(\d{5})?$/.test(String(value)) : options.some((one) => one.value === value);
    return isKnown(name) && typeof value === 'string' && isMeant ? [{ name, means: value }] : [];
  });
  const names = new Set(found.map(({ name }) => name));
  return {
    words: [...words.filter(({ name }) => !names.has(name)), ...found],
    unknown: answered.map(([name]) => name).filter((name) => !names.has(name)),
  };
}
