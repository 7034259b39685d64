import type * as z from 'zod/mini';
import { totalBalance } from '@kinfold/domain/donation';
import { calendarDateOf } from '@kinfold/domain/dates';
import { LETTER_OUTCOME_TEXTS, type LetterPeople, type RunLetters } from '@kinfold/domain/letter';
import { dollarsFromCents, plainMoney } from '@kinfold/domain/money';
import type { Job } from '../../../work/jobs.ts';
import { presentJob } from '../../operations/jobs/job.presenter.ts';
import type { CsvColumn } from '../../../platform/csv.ts';
import type { LetterRecord, LettersRecord } from './letter.model.ts';

/** Letters on the wire, with the job that makes them and until when their file can be downloaded. */
export function presentLetters(
  letters: LettersRecord,
  { job, until }: { job: Job | undefined; until: Date | null },
): z.input<typeof RunLetters> {
  const { _id, audience, isWholeRun, organizationName, createdBy, createdDt, doneDt, mailed, counts } =
    letters;
  return {
    _id,
    audience,
    organizationName: isWholeRun ? null : organizationName,
    createdBy,
    createdDt: createdDt.toISOString(),
    doneDt: doneDt?.toISOString() ?? null,
    mailed: mailed && { by: mailed.by, at: mailed.at.toISOString() },
    counts,
    downloadUntil: until?.toISOString() ?? null,
    job: job ? presentJob(job) : null,
  };
}

const addressOf = ({ addressLines }: LetterRecord) => addressLines.join(', ');

/** A person who owed when letters were made, on the wire. */
export function presentPerson(row: LetterRecord): z.input<typeof LetterPeople>['people'][number] {
  return {
    member_id: row.memberId,
    memberId: row.memberNumber,
    name: row.name,
    organizationName: row.organizationName,
    balance: dollarsFromCents(totalBalance(row)),
    outcome: row.outcome,
    address: addressOf(row) || null,
  };
}

/** The columns of the file of people who got a letter. */
export const letterColumns = (
  { mailed }: LettersRecord,
  timeZone: string,
): readonly CsvColumn<LetterRecord>[] => [
  ['Name', 'Of the person who owes', ({ name }) => name],
  ['Member Number', '', ({ memberNumber }) => memberNumber],
  ['Organization', '', ({ organizationName }) => organizationName],
  ['Address', 'As it was printed', addressOf],
  ['Open', 'What was owed, in dollars', (row) => plainMoney(totalBalance(row))],
  ['Letter', 'Whether there is one, or why not', ({ outcome }) => LETTER_OUTCOME_TEXTS[outcome]],
  ['Date', 'Year, month, day', ({ createdDt }) => calendarDateOf(createdDt, timeZone)],
  [
    'Mailed',
    'Year, month, day; empty until recorded',
    ({ outcome }) => (mailed && outcome === 'letter' ? calendarDateOf(mailed.at, timeZone) : null),
  ],
  ['Mailed By', 'Who recorded it', ({ outcome }) => (mailed && outcome === 'letter' ? mailed.by : null)],
];
