/** Staff create, change, activate and pause runs. */
import type * as z from 'zod/mini';
import {
  campaignRunStatus,
  type CampaignRunPost,
  type NewCampaignRunForm,
  type RunPreview,
} from '@kinfold/domain/campaign-run';
import { endOfDay, showDateInWords, startOfDay } from '@kinfold/domain/dates';
import { joiningMonth } from '@kinfold/domain/joining-fee';
import { SECOND_PERSON } from '@kinfold/domain/second-person';
import type { Author } from '../../../platform/author.ts';
import { inTransaction, type Session } from '../../../platform/database.ts';
import { findJob, isAnyJobOpen, startJob, type Job } from '../../../work/jobs.ts';
import { AppError, conflict, invalid } from '../../../platform/problem.ts';
import {
  changeRun,
  createCampaignRun,
  findGoingRunIds,
  requireRun,
  type CampaignRunRecord,
  type NewRun,
  type RunChange,
} from './campaign-run.service.ts';

/** The job that makes the dues of a run. */
export const RUN_DUES_JOB = 'run-dues';
/** The input of the job; `preview` has the figures that the preview showed, for its report. Amounts in cents. */
export type RunDuesInput = { runId: string; preview?: Record<string, number> };

/** Converts the fields of the form to stored fields: days become their first and last instant in the time zone. */
function fieldsOf({ name, description, startDt, endDt }: CampaignRunPost, timeZone: string): RunChange {
  return {
    ...(name && { name }),
    ...(description && { description }),
    ...(startDt && { startDt: startOfDay(startDt, timeZone) }),
    ...(endDt && { endDt: endOfDay(endDt, timeZone) }),
  };
}

function requireOrder({ startDt, endDt }: Pick<CampaignRunRecord, 'startDt' | 'endDt'>): void {
  if (endDt <= startDt)
    throw invalid([{ path: 'endDt', message: 'The last day is not before the first day' }]);
}

/** Nobody who joins in the month of such a run has less time for the fee than its preview said. */
function requireMonth({ startDt, endDt }: Pick<CampaignRunRecord, 'startDt' | 'endDt'>, timeZone: string) {
  const month = joiningMonth(startDt, timeZone);
  if (endDt < month.endDt)
    throw invalid([
      {
        path: 'endDt',
        message: `People were told to pay by ${showDateInWords(month.lastDay)}: the last day is not before it`,
      },
    ]);
}

/** The fields of a new run of a campaign: inactive, and for 30 days unless days are given. Throws 422 for days in the wrong order. */
export function newRunOf(
  campaign: { _id: string; organizationNumber: string },
  form: z.output<typeof NewCampaignRunForm>,
  timeZone: string,
  now: Date,
): NewRun {
  const { name, description } = form;
  const { startDt = now, endDt } = fieldsOf(form, timeZone);
  if (endDt) requireOrder({ startDt, endDt });
  const { _id: campaignId, organizationNumber } = campaign;
  return { campaignId, organizationNumber, name, description, startDt, ...(endDt && { endDt }) };
}

/** Creates a run of a campaign, as `newRunOf` makes it. */
export const enterRun = (
  campaign: { _id: string; organizationNumber: string },
  form: z.output<typeof NewCampaignRunForm>,
  timeZone: string,
  author: Author,
  now: Date,
): Promise<CampaignRunRecord> => createCampaignRun(newRunOf(campaign, form, timeZone, now), author, now);

/**
 * Changes, activates or pauses a run. Activating a run of a campaign with memberships starts the job that makes its dues,
 * or joins the running one; when it has all dues already, the job is the one that made them. Returns the changed run, or
 * the unchanged one when its version differs from the one the change was made from. Throws 409 for activating or pausing
 * a run that has ended, 422 for days in the wrong order, or that end joining fees too early, 403 `second_person` for activating what one collects for a claim;
 * and as `requireActivatable` does.
 */
export async function updateRunByStaff(
  runId: string,
  post: CampaignRunPost,
  {
    chargesMemberships,
    hasAllDues,
    timeZone,
    requireActivatable,
  }: {
    chargesMemberships: boolean;
    /** It is active, and no membership lacks its dues. */
    hasAllDues: boolean;
    timeZone: string;
    /** Asked in the transaction that activates it. */
    requireActivatable: (run: CampaignRunRecord, session: Session) => Promise<void>;
  },
  author: Author,
  now: Date,
): Promise<{ run: CampaignRunRecord; isChanged: boolean }> {
  return inTransaction(async (session) => {
    const before = await requireRun(runId, session);
    if (typeof post.version === 'number' && post.version !== before.version)
      return { run: before, isChanged: false };
    const change = fieldsOf(post, timeZone);
    if (
      before.source === 'import' &&
      (change.startDt ?? change.endDt ?? post.isActive ?? undefined) !== undefined
    )
      throw conflict(
        'from_before',
        'This run holds what was owed from before: its days stay, and it is not activated.',
      );
    if (before.source === 'joining' && (change.startDt ?? post.isActive ?? undefined) !== undefined)
      throw conflict(
        'joining_run',
        'This run holds joining fees: its first day stays, and it is neither paused nor activated.',
      );
    const planned = { ...before, ...change };
    requireOrder(planned);
    if (before.source === 'joining') requireMonth(planned, timeZone);
    if (post.isActive && before.roster && !before.isActive && before.createdBy === author.email)
      throw new AppError(403, SECOND_PERSON, 'You made this collection: another person activates it.');
    if (post.isActive && !before.isActive) await requireActivatable(planned, session);
    if (typeof post.isActive !== 'boolean')
      return { run: await changeRun(before, change, author, now, session), isChanged: true };
    if (campaignRunStatus(planned, now) === 'ended')
      throw conflict('run_ended', 'This run has ended. Give it a later last day first.');
    const job =
      post.isActive && chargesMemberships
        ? await startDues(before, { preview: post.preview, hasAllDues }, author, session)
        : undefined;
    const run = await changeRun(
      before,
      { ...change, isActive: post.isActive, ...(job && { duesJobId: job._id }) },
      author,
      now,
      session,
    );
    return { run, isChanged: true };
  });
}

function previewFigures({ count, sum, leftOut }: Omit<RunPreview, 'samples'>): Record<string, number> {
  return { made: count, sum, ...Object.fromEntries(leftOut.map((one) => [one.reason, one.count])) };
}

/**
 * A second press a moment later joins the job of the first, though it may be done. A run that was paused meanwhile may
 * have memberships that the job has passed already: it starts a new one.
 */
async function startDues(
  run: CampaignRunRecord,
  { preview, hasAllDues }: { preview: CampaignRunPost['preview']; hasAllDues: boolean },
  author: Author,
  session: Session,
): Promise<Job> {
  const last = hasAllDues ? await duesJobOf(run, session) : undefined;
  if (last?.state === 'done') return last;
  const { _id: runId, organizationNumber, isActive } = run;
  const input: RunDuesInput = { runId, ...(preview && { preview: previewFigures(preview) }) };
  const job = { type: RUN_DUES_JOB, key: runId, organizationNumber, input };
  return startJob(job, author, { session, restarts: !isActive });
}

/** Returns whether the dues of a run of a campaign are being made. */
export async function areDuesBeingMade(campaignId: string, now: Date, session?: Session): Promise<boolean> {
  return isAnyJobOpen(RUN_DUES_JOB, await findGoingRunIds(campaignId, now, session), session);
}

/** Throws 409 while dues are being made: memberships that the job has read must not be removed or get another primary member. */
export async function refuseWhileDuesAreMade(campaignId: string, now: Date, session: Session): Promise<void> {
  if (await areDuesBeingMade(campaignId, now, session))
    throw conflict(
      'dues_being_made',
      'The dues of this campaign are being made right now. Please try again in a minute.',
    );
}

/** The latest job that made the dues of a run; undefined when there was none, or its record has expired. */
export async function duesJobOf(
  { duesJobId }: CampaignRunRecord,
  session?: Session,
): Promise<Job | undefined> {
  return duesJobId === undefined ? undefined : findJob(duesJobId, session);
}
