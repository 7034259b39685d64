/** Reminders of a run: beginning one, trying it on oneself, and those that were sent. */
import { fullName } from '@kinfold/domain/person-name';
import { campaignRunStatus } from '@kinfold/domain/campaign-run';
import { showDateInWords } from '@kinfold/domain/dates';
import type { MessageKind } from '@kinfold/domain/message';
import { defaultReminder, REPORT_TEXT, type ReminderForm } from '@kinfold/domain/reminder';
import { countTry, type Limit } from '../../../platform/rate-limit.ts';
import type { Author } from '../../../platform/author.ts';
import { inTransaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/documents.ts';
import type { Deps } from '../../../platform/deps.ts';
import { findJobs, isAnyJobOpen, startJob, type Job } from '../../../work/jobs.ts';
import { conflict } from '../../../platform/problem.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import { setReported, type CampaignRunRecord } from '../../funds/campaign-runs/campaign-run.service.ts';
import { findOpenAfter, type DonationRecord } from '../../funds/donations/donation.service.ts';
import { queueMail } from '../../../work/outbox.ts';
import {
  insertReminder,
  readReminder,
  readReminders,
  readRemindersOfRun,
  type ReminderRecord,
} from './message.model.ts';
import { recipientsOf, type Recipient } from './recipients.service.ts';
import { reminderMail, type ReminderFacts } from './reminder-mail.ts';

export type { ReminderRecord };

/** The job that sends the reminders of a run. */
export const RUN_REMINDERS_JOB = 'run-reminders';
/** The input of the job. */
export type RunRemindersInput = { reminderId: string; runId: string };

/** The lines in memory of those for whom a run collects. */
export type MemorialsOf = (run: CampaignRunRecord) => Promise<string[]>;

/** The present time, and the time zone and settings of mails and links. */
export type Clock = { now: Date; timeZone: string };

/** Throws 409 for a run in which nothing can be paid. */
function requirePayable(run: CampaignRunRecord, now: Date): void {
  if (campaignRunStatus(run, now) === 'paused')
    throw conflict('run_paused', 'This run is paused: nothing of it is due. Activate it first.');
}

/** What a run came to, as those who gave are told. */
export type OutcomeLines = NonNullable<ReminderRecord['lines']>;

const reportIdOf = (runId: string) => `report:${runId}`;

/** Throws 409 for a run that has not ended, or whose report was sent already. */
async function requireUntold(run: CampaignRunRecord, { now, timeZone }: Clock): Promise<void> {
  if (campaignRunStatus(run, now) !== 'ended')
    throw conflict('run_not_ended', 'This run has not ended: what it comes to can still change.');
  const told = await readReminder(reportIdOf(run._id));
  if (told)
    throw conflict(
      'report_sent',
      `Those who gave were told on ${showDateInWords(told.createdDt, timeZone)}.`,
    );
}

/** Throws 409 where a message of a kind cannot be sent for a run now. */
export async function requireSendable(
  kind: MessageKind,
  run: CampaignRunRecord,
  clock: Clock,
): Promise<void> {
  if (kind === 'report') await requireUntold(run, clock);
  else requirePayable(run, clock.now);
}

/** The text of the latest reminder of a run, or the default text. */
export async function lastText(run: CampaignRunRecord, now: Date): Promise<ReminderForm> {
  const last = (await readRemindersOfRun(run._id, LISTED)).find(({ kind }) => kind === 'reminder');
  return last ?? defaultReminder(campaignRunStatus(run, now) === 'ended');
}

/** What a mail says to a recipient. `lastDt` is the last day to pay. */
export function reminderFacts(
  { member, dues, ofRun }: Pick<Recipient, 'member' | 'dues' | 'ofRun'>,
  to: string,
  { name }: CampaignRunRecord,
  { lastDt, memorials }: Pick<ReminderFacts, 'lastDt' | 'memorials'>,
): ReminderFacts {
  const { organizationName } = member;
  return { to, name: fullName(member), organizationName, runName: name, memorials, lastDt, ofRun, dues };
}

/** The number of dues searched for the recipient of a test mail. */
const LOOKED_AT = 500;

/** The first recipient of a reminder, else the first person who owes. */
async function someRecipient(run: CampaignRunRecord, clock: Clock): Promise<Recipient | undefined> {
  const dues = await findOpenAfter(run._id, null, LOOKED_AT);
  const found = await recipientsOf(dues, run, { kind: 'reminder', ...clock });
  return found.find(({ reason }) => reason === undefined) ?? found[0];
}

/** Test mails an hour for one user. */
const TEST_MAILS: Limit = { name: 'test-mails', max: 20, windowSeconds: 3_600 };

/** Mails a reminder to its author, filled in for one of its recipients; its link leads nowhere. */
export async function testReminder(
  run: CampaignRunRecord,
  form: ReminderForm,
  author: Author,
  { config, memorialsOf }: Pick<Deps, 'config'> & { memorialsOf?: MemorialsOf },
  now: Date,
): Promise<{ to: string }> {
  requirePayable(run, now);
  await countTry(TEST_MAILS, author.userId ?? author.email, now);
  const some = await someRecipient(run, { now, timeZone: config.TIME_ZONE });
  if (!some) throw conflict('nobody_owes', 'Nobody owes anything in this run.');
  const memorials = (await memorialsOf?.(run)) ?? [];
  const mail = reminderMail(
    form,
    reminderFacts(some, author.email, run, { lastDt: run.endDt, memorials }),
    'preview',
    config,
  );
  await queueMail({ ...mail, headers: {}, _id: `reminder-preview:${newId()}` }, now);
  return { to: author.email };
}

/** Builds a reminder to be stored. */
export function newReminder(
  run: CampaignRunRecord,
  given: Pick<ReminderRecord, '_id' | 'kind' | 'subject' | 'text' | 'author' | 'createdDt'> &
    Partial<Pick<ReminderRecord, 'days' | 'lateDt' | 'lines'>>,
): ReminderRecord {
  const { _id: campaignRunId, campaignId, organizationNumber } = run;
  const counts = { sent: 0, bounced: 0, failed: 0, unsure: 0, opened: 0 };
  const none = { days: null, lateDt: null, againDt: null, jobId: '' };
  return { ...none, ...counts, campaignRunId, campaignId, organizationNumber, ...given };
}

/** The job of a reminder, to be started. */
export const jobOf = ({ _id, campaignRunId, organizationNumber }: ReminderRecord) => ({
  type: RUN_REMINDERS_JOB,
  key: campaignRunId,
  organizationNumber,
  input: { reminderId: _id, runId: campaignRunId } satisfies RunRemindersInput,
});

/**
 * Starts a reminder to people who owe in a run, with its job. Throws 409 for a paused run, and while another reminder of
 * it is being sent.
 */
export async function beginReminder(
  run: CampaignRunRecord,
  { subject, text }: ReminderForm,
  author: Author,
  now: Date,
): Promise<{ reminder: ReminderRecord; job: Job }> {
  const given = { _id: newId(), kind: 'reminder', subject, text, author, createdDt: now } as const;
  return begin(run, newReminder(run, given), () => requirePayable(run, now));
}

/**
 * Starts the report of a run to those who gave, with its job. Throws 409 for a run that has not ended, where it was sent
 * already, and while a reminder of the run is being sent.
 */
export async function beginReport(
  run: CampaignRunRecord,
  lines: OutcomeLines,
  author: Author,
  clock: Clock,
): Promise<{ reminder: ReminderRecord; job: Job }> {
  const given = { _id: reportIdOf(run._id), kind: 'report', author, createdDt: clock.now } as const;
  return begin(run, newReminder(run, { ...given, ...REPORT_TEXT, lines }), () => requireUntold(run, clock));
}

async function begin(
  run: CampaignRunRecord,
  planned: ReminderRecord,
  check: () => void | Promise<void>,
): Promise<{ reminder: ReminderRecord; job: Job }> {
  const { author, createdDt: now, kind, subject } = planned;
  return inTransaction(async (session) => {
    // Also when it is tried again after another one was begun beside it.
    await check();
    const work = jobOf(planned);
    if (await isAnyJobOpen(work.type, [work.key], session))
      throw conflict('reminder_running', 'A reminder of this run is still being sent.');
    const job = await startJob(work, author, { session });
    const reminder = { ...planned, jobId: job._id };
    await insertReminder(reminder, session);
    if (kind === 'report') await setReported(run._id, now, session);
    const begun = {
      organizationNumber: run.organizationNumber,
      action: kind === 'report' ? 'campaign_run.report_begun' : 'campaign_run.reminder_begun',
      subject: { type: 'campaign_run', id: run._id, label: run.name },
      changes: [{ field: 'subject', from: null, to: subject }],
    } as const;
    await recordChanges([begun], author, now, session);
    return { reminder, job };
  });
}

/** What those who gave were told, by run: of some dues those that were paid; one query where there are any, else none. */
export async function toldOf(
  dues: readonly Pick<DonationRecord, 'campaignRunId' | 'paymentsTotal' | 'run'>[],
): Promise<ReadonlyMap<string, OutcomeLines>> {
  const told = dues.filter(({ paymentsTotal, run }) => paymentsTotal > 0 && run.reportedDt);
  const reports = await readReminders(told.map(({ campaignRunId }) => reportIdOf(campaignRunId)));
  return new Map(reports.map(({ campaignRunId, lines = [] }) => [campaignRunId, lines]));
}

const LISTED = 50;

/** The latest reminders and warnings of a run with their jobs, newest first. */
export async function remindersOf(
  runId: string,
): Promise<{ reminder: ReminderRecord; job: Job | undefined }[]> {
  const found = await readRemindersOfRun(runId, LISTED);
  const jobs = await findJobs(found.map(({ jobId }) => jobId));
  return found.map((reminder) => ({ reminder, job: jobs.find(({ _id }) => _id === reminder.jobId) }));
}
