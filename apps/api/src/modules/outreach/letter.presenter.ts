import type * as z from 'zod/mini';
import { totalBalance } from '@kinfold/domain/donation';
import { calendarDateOf } from '@kinfold/domain/dates';
import { LETTER_OUTCOME_TEXTS, type LetterPeople, type RunLetters } from '@kinfold/domain/letter';
import { dollarsFromCents, plainMoney } from '@kinfold/domain/money';
import type { Job } from '../../platform/jobs.ts';
import { presentJob } from '../jobs/job.presenter.ts';
import type { LetterRecord, LettersRecord } from './letter.model.ts';

/** Letters on the wire, with the job that makes them and until when their file can be had. */
export function presentLetters(
  letters: LettersRecord,
  { job, until }: { job: Job | undefined; until: Date | null },
): z.input<typeof RunLetters> {
  const { _id, audience, isWholeRun, organizationName, createdBy, createdDt, doneDt, counts } = letters;
  return {
    _id,
    audience,
    organizationName: isWholeRun ? null : organizationName,
    createdBy,
    createdDt: createdDt.toISOString(),
    doneDt: doneDt?.toISOString() ?? null,
    counts,
    downloadUntil: until?.toISOString() ?? null,
    job: job ? presentJob(job) : null,
  };
}

const addressOf = ({ addressLines }: LetterRecord) => addressLines.join(', ');

/** Somebody who owed when letters were made, on the wire. */
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

/** The heading of the file of who got a letter. */
export const PEOPLE_HEADING = [
  'Name',
  'Member Number',
  'Organization',
  'Address',
  'Open',
  'Letter',
  'Date',
] as const;

/** A line of that file; amounts in dollars, days in the time zone. */
export function personCells(row: LetterRecord, timeZone: string): string[] {
  return [
    row.name,
    row.memberNumber,
    row.organizationName,
    addressOf(row),
    plainMoney(totalBalance(row)),
    LETTER_OUTCOME_TEXTS[row.outcome],
    calendarDateOf(row.createdDt, timeZone),
  ];
}
