/** Imports on the wire, and the questions about them. */
import type * as z from 'zod/mini';
import { controlFault, type Import, type ImportQuestion, type ImportRow } from '@kinfold/domain/import';
import { columnLetter, mappingFaults } from '@kinfold/domain/import-fields';
import { FAMILY_DOUBTS } from '@kinfold/domain/import-family';
import { rowsWith, wholeCells } from '@kinfold/domain/import-file';
import { cents, dollarsFromCents, type Cents } from '@kinfold/domain/money';
import { countOf, pluralOf } from '@kinfold/domain/text';
import { presentJob } from '../../operations/jobs/job.presenter.ts';
import type { Job } from '../../../work/jobs.ts';
import { notesOfRows, questionsOfRows } from './import-questions.presenter.ts';
import type { FamilyFigures, ImportRecord, ImportRowRecord } from './import.model.ts';

/** A fund that imported people may join. */
export type OfferedFund = { _id: string; campaignName: string };

/** The choice of the row with the names of the columns. */
const headingOf = ({ firstRows, headingRow }: ImportRecord['choices']): ImportQuestion => ({
  name: 'headingRow',
  text: 'Which row has the names of the columns?',
  options: [
    ...firstRows.map(({ row, text }) => ({ value: String(row), label: `Row ${row}: ${text}` })),
    { value: '0', label: 'None: people begin in the first row' },
  ],
  answer: String(headingRow),
  isRequired: false,
});

/** The questions about a file, from what the check saw in it. */
function questionsOf(
  { kind, answers, columns, choices, seen, sameFamilies: beside = [], balances }: ImportRecord,
  today: string,
  funds: readonly OfferedFund[] = [],
): ImportQuestion[] {
  const rows = (what: string) => rowsWith(seen, what);
  const [twoDigitYears, dayFirst, monthFirst] = [
    rows('two_digit_year'),
    rows('day_first'),
    rows('month_first'),
  ];
  const [couples, relatives, relativesOfDead] = [rows('couples'), rows('relatives'), rows('relativesOfDead')];
  // As one member they have one name.
  const example = answers.couples === 'one' ? '' : seen.find(({ what }) => what === 'couples')?.example;
  const couple = example ? `, for example ${example}` : '';
  const sharedAddresses = rows('sharedAddresses');
  const [familyNames, namesAlone, sameFamilies] = [
    rows('familyNames'),
    rows('namesAlone'),
    rows('sameFamilies'),
  ];
  const isAlike = rows('alikeFamilies') > 0;
  const has = (field: string) => columns.some((column) => column.field === field);
  const ofDates = (count: number) =>
    kind === 'members'
      ? countOf(count, 'birth date has', 'birth dates have')
      : countOf(count, 'date has', 'dates have');
  const { sheets, sheet, isDoubtful } = choices;
  const questions: (ImportQuestion | false)[] = [
    sheets.length > 1 && {
      name: 'sheet',
      text: `This workbook has ${sheets.length} sheets. Which one is the list?`,
      options: sheets.map((name) => ({ value: name, label: name })),
      answer: sheet,
      isRequired: false,
    },
    isDoubtful && headingOf(choices),
    ...questionsOfRows({ answers, columns, seen }, funds),
    twoDigitYears > 0 && {
      name: 'century',
      text: `${ofDates(twoDigitYears)} a year of two digits. Which years are meant?`,
      options: [
        { value: '1900', label: 'All of them 1900 to 1999' },
        {
          value: 'split',
          label: `00 to ${today.slice(2, 4)} are 2000 to ${today.slice(0, 4)}, the others 1900 to 1999`,
        },
      ],
      answer: answers.century ?? null,
      isRequired: false,
    },
    dayFirst > 0 && {
      name: 'dateOrder',
      text: `${ofDates(dayFirst)} the day first, for example 31/12/1985. What comes first in this file?`,
      options: [
        { value: 'month', label: 'The month: 12/31/1985' },
        { value: 'day', label: 'The day: 31/12/1985' },
      ],
      answer: answers.dateOrder ?? null,
      isRequired: dayFirst > monthFirst,
    },
    kind === 'members' &&
      couples > 0 && {
        name: 'couples',
        text: pluralOf(
          couples,
          `# row names two people${couple}. Are they two members?`,
          `# rows name two people${couple}. Are they two members?`,
        ),
        options: [
          { value: 'two', label: 'Yes, each of them is a member' },
          { value: 'one', label: 'No, a row is one member, whose name has both' },
        ],
        answer: answers.couples ?? null,
        isRequired: true,
      },
    kind === 'members' &&
      relatives > 0 && {
        name: 'relatives',
        text: pluralOf(
          relatives,
          '# person is in the columns of spouses and children. Are they a member?',
          '# people are in the columns of spouses and children. Are they members?',
        ),
        options: [
          { value: 'members', label: 'Yes, each of them is a member' },
          { value: 'leave', label: 'No, only the person of each row' },
        ],
        answer: answers.relatives ?? null,
        isRequired: true,
      },
    kind === 'members' &&
      answers.relatives !== 'leave' &&
      relativesOfDead > 0 && {
        name: 'deadRelatives',
        text: pluralOf(
          relativesOfDead,
          '# person is in the columns of spouses and children, in a row below a heading of the dead. Are they alive?',
          '# people are in the columns of spouses and children, in rows below a heading of the dead. Are they alive?',
        ),
        options: [
          { value: 'alive', label: 'Yes, unless something beside their name says otherwise' },
          { value: 'dead', label: 'No, they have died too' },
          { value: 'leave', label: 'Leave them out' },
        ],
        answer: answers.deadRelatives ?? null,
        isRequired: true,
      },
    kind === 'members' &&
      (familyNames > 0 || answers.familyNames !== undefined) && {
        name: 'familyNames',
        text: pluralOf(
          familyNames,
          'The column of households holds names, in # row. Who lives together?',
          'The column of households holds names, in # rows. Who lives together?',
        ),
        options: [
          { value: 'address', label: 'Those with the same name and the same address' },
          { value: 'name', label: 'Everybody with the same name' },
          { value: 'alone', label: 'Nobody: each person is a household of their own' },
        ],
        answer: answers.familyNames ?? (namesAlone > 0 ? null : 'address'),
        isRequired: namesAlone > 0,
      },
    kind === 'members' &&
      (sameFamilies > 0 || answers.families !== undefined) && {
        name: 'families',
        text: [
          pluralOf(
            sameFamilies,
            '# family of this file has the number of a family that was imported before.',
            '# families of this file have the numbers of families that were imported before.',
          ),
          ...beside.map((sentence) => `${sentence}.`),
          'Are they the same families?',
        ].join(' '),
        options: [
          { value: 'new', label: 'No, they are other families, with households of their own' },
          { value: 'same', label: 'Yes, these people move into the households that are here' },
        ],
        answer: answers.families ?? (isAlike ? null : 'new'),
        isRequired: isAlike,
      },
    kind === 'members' &&
      (sharedAddresses > 0 || answers.households !== undefined) && {
        name: 'households',
        text: pluralOf(
          sharedAddresses,
          '# row has the address of a row before, or of people who were imported before. Do people with the same address live together?',
          '# rows have the address of a row before, or of people who were imported before. Do people with the same address live together?',
        ),
        options: [
          { value: 'address', label: 'Yes, they are one household' },
          { value: 'alone', label: 'No, each person is a household of their own' },
        ],
        answer: answers.households ?? null,
        isRequired: true,
      },
    kind === 'members' &&
      !has('campaign') &&
      funds.length > 0 && {
        name: 'campaignId',
        text: 'Do these people join a fund?',
        options: [
          { value: '', label: 'No' },
          ...funds.map(({ _id, campaignName }) => ({ value: _id, label: campaignName })),
        ],
        answer: answers.campaignId ?? '',
        isRequired: false,
      },
    balances?.named !== undefined && {
      name: 'balanceNames',
      text: pluralOf(
        balances.named,
        '# balance is matched by name alone: is this the person?',
        '# balances are matched by name alone: are these the people?',
      ),
      options: [
        { value: 'same', label: 'Yes, nobody else has these names' },
        { value: 'each', label: 'No: whose it is, is said for each row' },
      ],
      answer: answers.balanceNames ?? null,
      isRequired: true,
    },
    // With one fund there is nothing to ask.
    kind === 'balances' &&
      !has('campaign') &&
      funds.length > 1 && {
        name: 'campaignId',
        text: 'Which fund are these balances for?',
        options: funds.map(({ _id, campaignName }) => ({ value: _id, label: campaignName })),
        answer: answers.campaignId ?? null,
        isRequired: true,
      },
  ];
  return questions.filter((question) => question !== false);
}

/** The questions that must be answered before anything is imported. */
export const openQuestions = (given: ImportRecord): ImportQuestion[] =>
  questionsOf(given, '').filter(({ isRequired, answer }) => isRequired && answer === null);

type Balances = NonNullable<Import['balances']>;

/** The control totals of a file of balances, from the books; null until they are entered. Amounts in cents. */
const controlOf = ({ controlRows, controlSum }: ImportRecord['answers']): Balances['control'] => ({
  rows: controlRows ?? null,
  sum: controlSum ?? null,
});

/** Why balances are not entered: their day is not known, or they differ from their control total. */
export function balancesFault(
  { kind, answers, balances }: ImportRecord,
  show: (amount: Cents) => string,
): string | undefined {
  if (kind !== 'balances') return undefined;
  if (!balances) return 'This file is still being checked. Wait until that is done.';
  if (!answers.asOf) return 'Say which day these balances are from.';
  return controlFault({ control: controlOf(answers), file: balances.file }, show);
}

function presentBalances({ kind, answers, balances }: ImportRecord): z.input<typeof Import>['balances'] {
  if (kind !== 'balances') return undefined;
  const none = { rows: 0, sum: 0 };
  const { controlRows = null, controlSum } = answers;
  const dollars = ({ rows, sum }: { rows: number; sum: Cents }) => ({ rows, sum: dollarsFromCents(sum) });
  return {
    asOf: answers.asOf ?? null,
    control: { rows: controlRows, sum: controlSum === undefined ? null : dollarsFromCents(controlSum) },
    file: balances
      ? { ...dollars(balances.file), unreadable: balances.file.unreadable }
      : { ...none, unreadable: 0 },
    enters: balances ? dollars(balances.enters) : none,
    entered: balances ? dollars(balances.entered) : none,
    left: balances ? dollars(balances.left) : none,
    ...(balances?.ahead && { ahead: dollars(balances.ahead) }),
    churches: (balances?.churches ?? []).map(({ before, added, after, ...church }) => ({
      ...church,
      before: dollarsFromCents(before),
      added: dollarsFromCents(added),
      after: dollarsFromCents(after),
    })),
  };
}

/** Whether a column has no name and nothing in it, as between two others. */
const isBlank = ({ name, field, filled = 0 }: ImportRecord['columns'][number], index: number): boolean =>
  field === null && filled === 0 && name === `Column ${columnLetter(index)}`;

/** An import on the wire. */
export function presentImport(
  given: ImportRecord,
  { job, today, funds }: { job: Job | undefined; today: string; funds?: readonly OfferedFund[] },
): z.input<typeof Import> {
  const { _id, organizationNumber, fileName, status, fault, notes, counts, outcome } = given;
  const columns = given.columns.filter((column, index) => !isBlank(column, index));
  const mapping = Object.fromEntries(columns.map(({ name, field }) => [name, field]));
  const balances = presentBalances(given);
  return {
    _id,
    organizationNumber,
    kind: given.kind,
    fileName,
    status,
    problems: fault ? [fault] : mappingFaults(mapping, given.kind),
    notes: [...notes, ...notesOfRows(given), ...(given.balances?.notes ?? [])],
    columns: columns.map(({ name, samples, filled = 0 }) => ({ name, samples, filled })),
    mapping,
    questions: questionsOf(given, today, funds),
    ...(!given.choices.isDoubtful &&
      given.choices.firstRows.length > 0 && { heading: headingOf(given.choices) }),
    counts,
    outcome,
    ...(balances && { balances }),
    ...(given.families && status !== 'mapping' && { families: presentFamilies(given.families) }),
    job: job ? presentJob(job) : null,
    createdBy: given.createdBy,
    createdDt: given.createdDt.toISOString(),
  };
}

/** What a file would make of families, on the wire. */
function presentFamilies({ funds, doubts, ...figures }: FamilyFigures): z.input<typeof Import>['families'] {
  return {
    ...figures,
    funds: Object.values(funds)
      .filter(({ memberships, amount }) => memberships + amount > 0)
      .map(({ campaignName, memberships, amount }) => ({
        campaignName,
        memberships,
        amount: dollarsFromCents(cents(amount)),
      })),
    doubts: FAMILY_DOUBTS.flatMap((doubt) => (doubts[doubt] ? [{ doubt, ...doubts[doubt] }] : [])),
  };
}

/** A row on the wire, with the cells of its columns. */
export function presentRow(
  row: ImportRowRecord,
  columns: ImportRecord['columns'],
): z.input<typeof ImportRow> {
  const cells = wholeCells(row);
  return {
    row: row.row,
    state: row.state === 'unchecked' ? 'faulty' : row.state,
    name: row.name,
    cells: Object.fromEntries(columns.map(({ name }, index) => [name, cells[index] ?? ''])),
    faults: row.faults,
    left: row.left ?? [],
    note: row.note,
    duplicates: row.duplicates,
    sameAsRow: row.sameAsRow,
    choice: row.choice,
    changes: row.changes,
    outcome: row.outcome,
    member_id: row.memberId ?? row.target,
  };
}
