/** Imports on the wire, and what is asked about them. */
import type * as z from 'zod/mini';
import type { Import, ImportQuestion, ImportRow } from '@kinfold/domain/import';
import { mappingFaults } from '@kinfold/domain/import-fields';
import { countOf } from '@kinfold/domain/text';
import { presentJob } from '../jobs/job.presenter.ts';
import type { Job } from '../../platform/jobs.ts';
import type { ImportRecord, ImportRowRecord } from './import.model.ts';

/** A fund that those who are imported may join. */
export type OfferedFund = { _id: string; campaignName: string };

/** What is asked about a file, by what the check saw in it. */
function questionsOf(
  { answers, facts, columns }: ImportRecord,
  today: string,
  funds: readonly OfferedFund[] = [],
): ImportQuestion[] {
  const { twoDigitYears, dayFirst, monthFirst, sharedAddresses } = facts;
  const has = (field: string) => columns.some((column) => column.field === field);
  const questions: (ImportQuestion | false)[] = [
    (twoDigitYears > 0 || answers.century !== undefined) && {
      name: 'century',
      text: `${countOf(twoDigitYears, 'birth date has', 'birth dates have')} a year of two digits. Which years are meant?`,
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
    (dayFirst > 0 || answers.dateOrder !== undefined) && {
      name: 'dateOrder',
      text: `${countOf(dayFirst, 'birth date has', 'birth dates have')} the day first, as in 31/12/1985. What comes first in this file?`,
      options: [
        { value: 'month', label: 'The month: 12/31/1985' },
        { value: 'day', label: 'The day: 31/12/1985' },
      ],
      answer: answers.dateOrder ?? null,
      isRequired: dayFirst > monthFirst,
    },
    !has('household') &&
      (sharedAddresses > 0 || answers.households !== undefined) && {
        name: 'households',
        text: `${countOf(sharedAddresses, 'row has', 'rows have')} the address of a row before. Do people with the same address live together?`,
        options: [
          { value: 'address', label: 'Yes, they are one household' },
          { value: 'alone', label: 'No, everybody is a household of their own' },
        ],
        answer: answers.households ?? null,
        isRequired: true,
      },
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
  ];
  return questions.filter((question) => question !== false);
}

/** The questions that must be answered before anything is imported. */
export const openQuestions = (given: ImportRecord): ImportQuestion[] =>
  questionsOf(given, '').filter(({ isRequired, answer }) => isRequired && answer === null);

/** An import on the wire. */
export function presentImport(
  given: ImportRecord,
  { job, today, funds }: { job: Job | undefined; today: string; funds?: readonly OfferedFund[] },
): z.input<typeof Import> {
  const { _id, organizationNumber, fileName, status, fault, notes, columns, counts, outcome } = given;
  const mapping = Object.fromEntries(columns.map(({ name, field }) => [name, field]));
  return {
    _id,
    organizationNumber,
    fileName,
    status,
    problems: fault ? [fault] : mappingFaults(mapping),
    notes,
    columns: columns.map(({ name, samples }) => ({ name, samples })),
    mapping,
    questions: questionsOf(given, today, funds),
    counts,
    outcome,
    job: job ? presentJob(job) : null,
    createdBy: given.createdBy,
    createdDt: given.createdDt.toISOString(),
  };
}

/** A row on the wire, with the cells of its columns. */
export function presentRow(
  row: ImportRowRecord,
  columns: ImportRecord['columns'],
): z.input<typeof ImportRow> {
  return {
    row: row.row,
    state: row.state === 'unchecked' ? 'faulty' : row.state,
    name: row.name,
    cells: Object.fromEntries(columns.map(({ name }, index) => [name, row.cells[index] ?? ''])),
    faults: row.faults,
    note: row.note,
    duplicates: row.duplicates,
    sameAsRow: row.sameAsRow,
    choice: row.choice,
    changes: row.changes,
    outcome: row.outcome,
    member_id: row.memberId ?? row.target,
  };
}
