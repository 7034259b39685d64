/** Previews a reminder of a run: counted at once where few people owe, else by a job with progress. */
import type * as z from 'zod/mini';
import { COUNTED_AT_ONCE_MAX } from '@kinfold/domain/constants';
import { reminderCountOf, type MessageKind, type ReminderPreview } from '@kinfold/domain/message';
import { dollarsFromCents } from '@kinfold/domain/money';
import { endOfNight, REPORT_TEXT } from '@kinfold/domain/reminder';
import type { Author } from '../../../platform/author.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { JobHandler } from '../../../work/job-worker.ts';
import { startJob, type Job } from '../../../work/jobs.ts';
import { requireRun, type CampaignRunRecord } from '../../funds/campaign-runs/campaign-run.service.ts';
import type { RunPlace, StoredDonation } from '../../funds/donations/donation.service.ts';
import { addLeftOut, countDues, duesAfter, recipientsOf, type LeftOut } from './recipients.service.ts';
import { lastText, requireSendable, type Clock, type OutcomeLines } from './reminder.service.ts';

/** The job that counts the people to be reminded. */
export const REMINDER_COUNT_JOB = 'reminder-count';
/** The messages that recipients are counted for: a reminder, or the report to the people who gave. */
type Counting = Exclude<MessageKind, 'warning'>;
type Input = { runId: string; kind: Counting };

/** The numbers of people who get a reminder and who are left out, by reason; `sum` in cents. Also the report of the job. */
type Counted = { count: number; sum: number; leftOut: LeftOut };
type Cursor = { place: RunPlace; counted: Counted };
const NONE: Counted = { count: 0, sum: 0, leftOut: {} };

const reportOf = ({ leftOut, ...counted }: Counted) => ({ ...counted, ...leftOut });

/** Adds the people who owe some dues of a run, or gave; each person has one in a run. */
async function countWith(
  before: Counted,
  dues: readonly StoredDonation[],
  run: CampaignRunRecord,
  how: Clock & { kind: MessageKind },
): Promise<Counted> {
  let { count, sum, leftOut } = before;
  for (const { amount, reason } of await recipientsOf(dues, run, how)) {
    if (reason) leftOut = addLeftOut(leftOut, { [reason]: 1 });
    else [count, sum] = [count + 1, sum + amount];
  }
  return { count, sum, leftOut };
}

/**
 * What a reminder, or the report with its lines, would do now; not counted where there are many dues. Throws 409 where it
 * cannot be sent.
 */
export async function previewReminder(
  run: CampaignRunRecord,
  clock: Clock,
  lines?: OutcomeLines,
): Promise<z.input<typeof ReminderPreview>> {
  const { now, timeZone } = clock;
  const kind = lines ? 'report' : 'reminder';
  await requireSendable(kind, run, clock);
  const dues = await duesAfter(kind, run._id, null, COUNTED_AT_ONCE_MAX + 1);
  const isMany = dues.length > COUNTED_AT_ONCE_MAX;
  const counted = isMany
    ? null
    : reminderCountOf(reportOf(await countWith(NONE, dues, run, { kind, ...clock })));
  const { subject, text } = lines ? REPORT_TEXT : await lastText(run, now);
  return {
    counted: counted && { ...counted, sum: dollarsFromCents(counted.sum) },
    waitsUntil: endOfNight(now, timeZone)?.toISOString() ?? null,
    subject,
    text,
    ...(lines && { lines: [...lines] }),
  };
}

/** Starts a job that counts the people to be reminded or told, or joins the running one. Throws 409 where nothing can be sent. */
export async function startReminderCount(
  run: CampaignRunRecord,
  kind: Counting,
  author: Author,
  clock: Clock,
): Promise<Job> {
  await requireSendable(kind, run, clock);
  const { _id: runId, organizationNumber } = run;
  const input: Input = { runId, kind };
  const key = kind === 'report' ? `report:${runId}` : runId;
  return startJob({ type: REMINDER_COUNT_JOB, key, organizationNumber, input }, author);
}

/** The job that counts the people to be reminded, without changing anything. Its report is the counts. */
export const reminderCountJob = ({ now, config }: Pick<Deps, 'now' | 'config'>): JobHandler => ({
  count(job) {
    const { kind, runId } = job.input as Input;
    return countDues(kind, runId);
  },
  async step(job) {
    const { kind, runId } = job.input as Input;
    const cursor = job.cursor as Cursor | null;
    const [run, dues] = await Promise.all([
      requireRun(runId),
      duesAfter(kind, runId, cursor?.place ?? null, COUNTED_AT_ONCE_MAX),
    ]);
    const how = { kind, now: now(), timeZone: config.TIME_ZONE };
    const counted = await countWith(cursor?.counted ?? NONE, dues, run, how);
    const last = dues.at(-1);
    const done = dues.length;
    if (!last || done < COUNTED_AT_ONCE_MAX) return { cursor, done, isLast: true, report: reportOf(counted) };
    const next: Cursor = { place: { nameKey: last.nameKey, _id: last._id }, counted };
    return { cursor: next, done, isLast: false };
  },
});
