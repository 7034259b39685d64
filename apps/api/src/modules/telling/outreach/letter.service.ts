/** Letters of a run: starting, listing and downloading them. The job that makes them is letter-job.service.ts. */
import { campaignRunStatus } from '@kinfold/domain/campaign-run';
import { DAY_MS } from '@kinfold/domain/dates';
import { LETTERS_KEPT_DAYS, type LetterPeopleQuery, type LettersPost } from '@kinfold/domain/letter';
import { ROOT } from '@kinfold/domain/permission';
import type * as z from 'zod/mini';
import type { Author } from '../../../platform/author.ts';
import { cutNewest, NEWEST_FIRST, olderThan, placeOf } from '../../../platform/cursor.ts';
import { inTransaction } from '../../../platform/database.ts';
import { batchesOf } from '../../../platform/in-batches.ts';
import { newId } from '../../../platform/documents.ts';
import { findJob, startJob } from '../../../work/jobs.ts';
import { conflict, invalid, notFound } from '../../../platform/problem.ts';
import type { RunMoneyGrant } from '../../funds/donations/run-donations.service.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import type { CampaignRunRecord } from '../../funds/campaign-runs/campaign-run.service.ts';
import {
  findOrganization,
  organizationPaths,
} from '../../organizations/organizations/organization.service.ts';
import { findMembers } from '../../people/members/member.service.ts';
import { findQuiet } from '../../people/mourning/quiet.service.ts';
import { letterPeople, runLetters, type LetterRecord, type LettersRecord } from './letter.model.ts';

export type { LetterRecord, LettersRecord };

/** The grant of the policy for letters. */
export type LettersGrant = { letters: LettersRecord };

/** The job that makes letters; its input is `{ lettersId }`. */
export const RUN_LETTERS_JOB = 'run-letters';
export type RunLettersInput = { lettersId: string };

/** The highest of some organizations: those that are not below another one of them. */
async function highestOf(organizationNumbers: readonly string[]): Promise<string[]> {
  const all = new Set(organizationNumbers);
  const paths = await organizationPaths(organizationNumbers);
  return paths
    .filter((path) => !path.slice(0, -1).some((number) => all.has(number)))
    .map((path) => path.at(-1) ?? '');
}

/** The organization that letters are for; undefined for all of the run. Throws 422 where it must be chosen, or may not be seen. */
async function organizationFor(
  { organizationNumbers }: RunMoneyGrant,
  asked: string | undefined,
): Promise<{ organizationNumber: string; organizationName: string } | undefined> {
  const message = (text: string) => invalid([{ path: 'organization_number', message: text }]);
  let number = asked === ROOT ? '' : asked;
  if (!number) {
    if (!organizationNumbers) return undefined;
    const highest = await highestOf(organizationNumbers);
    if (highest.length !== 1) throw message('Choose an organization');
    number = highest[0] ?? '';
  }
  const found = organizationNumbers?.includes(number) === false ? undefined : await findOrganization(number);
  if (!found) throw message('There is no such organization');
  return found;
}

/**
 * Starts the job that makes letters to people who owe in a run, or joins a running one of the same kind. Throws 409 for a
 * paused run, in which nothing can be paid.
 */
export async function startLetters(
  grant: RunMoneyGrant,
  { audience, organization_number: asked }: LettersPost,
  author: Author,
  now: Date,
): Promise<LettersRecord> {
  const { run, campaign, organizationNumbers } = grant;
  if (campaignRunStatus(run, now) === 'paused')
    throw conflict('run_paused', 'This run is paused: nobody is asked to pay now. Activate it first.');
  const organization = await organizationFor(grant, asked);
  const _id = newId();
  const { organizationNumber, organizationName } = organization ?? {
    organizationNumber: campaign.organizationNumber,
    organizationName: campaign.managedBy,
  };
  const input: RunLettersInput = { lettersId: _id };
  const job = {
    type: RUN_LETTERS_JOB,
    key: `${run._id}:${organization ? organizationNumber : ROOT}:${audience}`,
    // For users who see all of the run, the job belongs to the campaign's organization.
    organizationNumber: organizationNumbers ? organizationNumber : campaign.organizationNumber,
    input,
  };
  return inTransaction(async (session) => {
    const { _id: jobId, input: started } = await startJob(job, author, { session });
    const { lettersId } = started as RunLettersInput;
    const open = lettersId === _id ? null : await runLetters().findOne({ _id: lettersId }, { session });
    if (open) return open;
    const letters: LettersRecord = {
      _id,
      campaignRunId: run._id,
      audience,
      isWholeRun: !organization,
      organizationNumber,
      organizationName,
      counts: [],
      jobId,
      createdBy: author.email,
      createdDt: now,
      doneDt: null,
      mailed: null,
    };
    await runLetters().insertOne(letters, { session });
    return letters;
  });
}

/** Letters by their id. Throws 404 when there are none. */
export async function requireLetters(lettersId: string): Promise<LettersRecord> {
  const letters = await runLetters().findOne({ _id: lettersId });
  if (!letters) throw notFound('There are no such letters.');
  return letters;
}

/** Letters of a run that the user may see. Throws 404 for those of another run, and of organizations that they do not see. */
export async function requireLettersOf(
  { run, organizationNumbers }: RunMoneyGrant,
  lettersId: string,
): Promise<LettersRecord> {
  const letters = await requireLetters(lettersId);
  const isSeen =
    !organizationNumbers || (!letters.isWholeRun && organizationNumbers.includes(letters.organizationNumber));
  if (letters.campaignRunId !== run._id || !isSeen) throw notFound('There are no such letters.');
  return letters;
}

/**
 * Records that letters were mailed, or undoes that; the first record stays. Throws 409 while they are being made, and
 * where nobody gets one.
 */
export async function setMailed(
  { _id }: LettersRecord,
  run: CampaignRunRecord,
  isMailed: boolean,
  author: Author,
  now: Date,
): Promise<LettersRecord> {
  return inTransaction(async (session) => {
    const before = await runLetters().findOne({ _id }, { session });
    const made = before?.counts.find(({ outcome }) => outcome === 'letter')?.count ?? 0;
    if (!before?.doneDt) throw conflict('not_done', 'These letters are still being made.');
    if (made === 0) throw conflict('no_letters', 'Nobody gets a letter, so there is nothing to mail.');
    if ((before.mailed !== null) === isMailed) return before;
    const mailed = isMailed ? { by: author.email, at: now } : null;
    await runLetters().updateOne({ _id }, { $set: { mailed } }, { session });
    const subject = { type: 'campaign_run', id: run._id, label: run.name } as const;
    const changes = [{ field: 'letters', from: isMailed ? null : made, to: isMailed ? made : null }];
    const action = isMailed ? 'campaign_run.letters_mailed' : 'campaign_run.letters_not_mailed';
    const { organizationNumber } = before;
    await recordChanges([{ organizationNumber, action, subject, changes }], author, now, session);
    return { ...before, mailed };
  });
}

/** A page of the letters of a run that the user may see, newest first. */
export async function listLetters(
  { run, organizationNumbers }: RunMoneyGrant,
  { cursor, page_size }: { cursor?: string | undefined; page_size: number },
) {
  const after = placeOf(cursor);
  const found = await runLetters()
    .find({
      campaignRunId: run._id,
      ...(organizationNumbers && {
        isWholeRun: false,
        organizationNumber: { $in: organizationNumbers },
      }),
      ...olderThan(after),
    })
    .sort(NEWEST_FIRST)
    .limit(page_size + 1)
    .toArray();
  return cutNewest(found, page_size);
}

/** The job that makes letters; undefined when its record has expired. */
export const jobOfLetters = ({ jobId }: LettersRecord) => findJob(jobId);

/** Some people who owed when letters were made, in the order of the letters; all, or those with an outcome. */
export async function listPeople(
  { _id: lettersId }: LettersRecord,
  { outcome, cursor, page_size }: z.output<typeof LetterPeopleQuery>,
) {
  const after = cursor ? Buffer.from(cursor, 'base64url').toString() : undefined;
  if (after !== undefined && !after.startsWith(`${lettersId}:`))
    throw invalid([{ path: 'cursor', message: 'cursor is the next of a page' }]);
  const found = await letterPeople()
    .find({
      lettersId,
      ...(outcome && { outcome }),
      ...(after !== undefined && { order: { $gt: after.slice(lettersId.length + 1) } }),
    })
    .sort({ order: 1 })
    .limit(page_size + 1)
    .toArray();
  const people = found.slice(0, page_size);
  const last = found.length > page_size ? people.at(-1) : undefined;
  return { people, next: last ? Buffer.from(`${lettersId}:${last.order}`).toString('base64url') : null };
}

/** Everybody in letters, in order, read in batches as they are consumed; as it was once they are mailed, else as it is now. */
export async function* eachOfLetters(
  { _id, mailed }: LettersRecord,
  clock: { now: Date; timeZone: string },
): AsyncGenerator<LetterRecord> {
  const rows = letterPeople().find({ lettersId: _id }).sort({ order: 1 }).batchSize(500);
  yield* mailed ? rows : asOfNow(rows, clock);
}

/** People of letters that were made before: who has died since, or is in days of quiet, gets none now. */
export async function* asOfNow(
  rows: AsyncIterable<LetterRecord>,
  clock: { now: Date; timeZone: string },
): AsyncGenerator<LetterRecord> {
  for await (const batch of batchesOf(rows, 200)) {
    const members = await findMembers(batch.map(({ memberId }) => memberId));
    const quiet = await findQuiet(members, clock);
    const dead = new Set(members.flatMap(({ _id, deceasedDt }) => (deceasedDt === null ? [] : [_id])));
    for (const row of batch) {
      const isLeft = dead.has(row.memberId) || quiet.has(row.memberId);
      const outcome = dead.has(row.memberId) ? ('deceased' as const) : ('mourning' as const);
      yield isLeft && row.outcome === 'letter' ? { ...row, outcome } : row;
    }
  }
}

/** Until when the PDF of letters can be downloaded; null where there is none. */
export function downloadUntil({ doneDt, counts }: Pick<LettersRecord, 'doneDt' | 'counts'>): Date | null {
  if (!doneDt || !counts.some(({ outcome }) => outcome === 'letter')) return null;
  // Their addresses were stored earlier, and are kept as long.
  return new Date(doneDt.getTime() + (LETTERS_KEPT_DAYS - 1) * DAY_MS);
}

/** A letter that a person got, the letters that it was part of, and when. */
export type LetterTo = { letter: LetterRecord; letters: LettersRecord; at: Date };

/** The letters that a member got, newest first. */
export async function lettersTo(memberId: string, limit: number): Promise<LetterTo[]> {
  const found = letterPeople().find({ memberId, outcome: 'letter' }).sort(NEWEST_FIRST).limit(limit);
  return madeOf(await found.toArray());
}

/** All letters that some members got, newest first for each. */
export async function findLettersTo(memberIds: readonly string[]): Promise<LetterTo[]> {
  const found = letterPeople().find({ memberId: { $in: [...memberIds] }, outcome: 'letter' });
  return madeOf(await found.sort({ memberId: 1, ...NEWEST_FIRST }).toArray());
}

/** Those of some letters that are complete. */
async function madeOf(found: readonly LetterRecord[]): Promise<LetterTo[]> {
  const ids = [...new Set(found.map(({ lettersId }) => lettersId))];
  const made = await runLetters()
    .find({ _id: { $in: ids } })
    .toArray();
  const byId = new Map(made.map((letters) => [letters._id, letters]));
  return found.flatMap((letter) => {
    const letters = byId.get(letter.lettersId);
    return letters?.doneDt ? { letter, letters, at: letters.doneDt } : [];
  });
}
