/**
 * The job that sends the reminders of a run, its warnings, or its report. A message is claimed before it is sent and its result
 * written afterwards, so nobody gets one twice: where the job was interrupted in between, nobody knows whether it was
 * sent, and the message says so (docs/decisions/027).
 */
import { campaignRunStatus } from '@kinfold/domain/campaign-run';
import { DAY_MS } from '@kinfold/domain/dates';
import type { MessageState } from '@kinfold/domain/message';
import { endOfNight, remindedAfter } from '@kinfold/domain/reminder';
import type { Deps } from '../../../platform/deps.ts';
import { sha256 } from '../../../platform/hash.ts';
import { inBatches } from '../../../platform/in-batches.ts';
import { inParallel } from '../../../platform/in-parallel.ts';
import type { JobHandler, Step } from '../../../work/job-worker.ts';
import type { Job } from '../../../work/jobs.ts';
import { BULK_CONNECTIONS_MAX } from '../../../platform/mailer.ts';
import { refusalOf, type Refusal } from '../../../platform/mail-refusal.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import { requireRun, type CampaignRunRecord } from '../../funds/campaign-runs/campaign-run.service.ts';
import {
  findDonationOfRun,
  type RunPlace,
  type StoredDonation,
} from '../../funds/donations/donation.service.ts';
import { claimRemindersOf, markBounced, releaseRemindersOf } from '../../people/members/member.service.ts';
import {
  countStates,
  giveUp,
  insertMessages,
  readMessages,
  readReminder,
  readUnreached,
  readWaiting,
  removeUntried,
  removeWaiting,
  setAllUnsure,
  setMessage,
  setReminder,
  setUnsure,
  takeMessage,
  type MessageRecord,
  type ReminderRecord,
} from './message.model.ts';
import {
  addLeftOut,
  countDues,
  duesAfter,
  recipientsOf,
  type LeftOut,
  type Recipient,
} from './recipients.service.ts';
import { reminderMail, tokenOf } from './reminder-mail.ts';
import { reminderFacts, type MemorialsOf, type RunRemindersInput } from './reminder.service.ts';

/** Dues per step. */
const BATCH = 200;
/** Mails that are sent at once. */
const AT_A_TIME = BULK_CONNECTIONS_MAX;
const MINUTE_MS = 60_000;
/** How often, and at which interval, mails are retried that a mail server defers. */
const LATER_TRIES = 3;
const LATER_MS = 10 * MINUTE_MS;
/** The delay until a warning whose job failed resumes. */
const AFTER_FAILURE_MS = 60 * MINUTE_MS;
const KEPT_MS = 730 * DAY_MS;

/** The position of a job: the last due, or with `tries` among deferred messages. `leftOut` counts people by reason. */
type Cursor = { place: RunPlace | null; leftOut: LeftOut; tries?: number };
type Work = {
  deps: Deps;
  reminder: ReminderRecord;
  run: CampaignRunRecord;
  memorials: readonly string[];
  now: Date;
};

const inputOf = ({ input }: Job) => input as RunRemindersInput;

async function requireReminder(reminderId: string): Promise<ReminderRecord> {
  const reminder = await readReminder(reminderId);
  if (!reminder) throw new Error('there is no such reminder');
  return reminder;
}

const messageIdOf = (reminder: ReminderRecord, memberId: string) => `${reminder._id}:${memberId}`;

function newMessage(
  { due, member, amount }: Recipient,
  email: string,
  { reminder, deps, now }: Work,
): MessageRecord {
  const _id = messageIdOf(reminder, member._id);
  return {
    _id,
    reminderId: reminder._id,
    kind: reminder.kind,
    campaignId: due.campaignId,
    campaignRunId: due.campaignRunId,
    campaignMembershipId: due.campaignMembershipId,
    memberId: member._id,
    email,
    amount,
    tokenHash: sha256(tokenOf(_id, deps.config)),
    state: 'waiting',
    attempts: 0,
    createdDt: now,
    sentDt: null,
    openedDt: null,
    expireDt: new Date(now.getTime() + KEPT_MS),
  };
}

/**
 * Sends waiting messages, a few at a time, until night. Throws when the mail server is unavailable, once the results of
 * mails in flight are written; unsent messages keep waiting.
 */
async function send(
  messages: readonly MessageRecord[],
  recipients: ReadonlyMap<string, Recipient>,
  { deps, reminder, run, memorials }: Work,
): Promise<void> {
  const away: Error[] = [];
  await inParallel(messages, AT_A_TIME, async (message) => {
    const recipient = recipients.get(message.memberId);
    if (away.length) return;
    if (!recipient || endOfNight(deps.now(), deps.config.TIME_ZONE)) return;
    if (!(await takeMessage(message._id))) return;
    const lastDt = reminder.lateDt ?? run.endDt;
    const facts = reminderFacts(recipient, message.email, run, { lastDt, memorials });
    const mail = reminderMail(reminder, facts, tokenOf(message._id, deps.config), deps.config);
    try {
      await deps.mailer.send({ ...mail, isBulk: true });
    } catch (error) {
      const refusal = refusalOf(error);
      await noteRefusal(message, refusal);
      if (refusal === 'server') {
        away.push(new Error('the mail server is away', { cause: error }));
        return;
      }
      deps.logger.warn({ err: error, message: message._id, refusal }, 'a reminder was not sent');
      return;
    }
    await setMessage(message._id, { state: 'sent', sentDt: deps.now() });
  });
  if (away[0]) throw away[0];
}

const STATES: Readonly<Record<Refusal, MessageState>> = {
  address: 'bounced',
  mail: 'failed',
  later: 'waiting',
  server: 'waiting',
  unsure: 'unsure',
};

async function noteRefusal({ _id, memberId, email }: MessageRecord, refusal: Refusal): Promise<void> {
  await setMessage(_id, { state: STATES[refusal] });
  if (refusal === 'address') await markBounced(memberId, email);
}

/**
 * Claims people for this reminder; returns those whom it may remind, including those whom an earlier attempt claimed. A
 * report, of which a run has one, reaches people however lately they were reminded.
 */
async function claim(people: readonly Recipient[], { reminder, now }: Work): Promise<Set<string>> {
  if (reminder.kind === 'report')
    return new Set(people.flatMap(({ member, reason }) => (reason === undefined ? [member._id] : [])));
  const mayBe = people.filter(
    ({ member, reason }) =>
      reason === undefined ||
      (reason === 'reminded_lately' && member.remindedBy === messageIdOf(reminder, member._id)),
  );
  return claimRemindersOf(
    new Map(mayBe.map(({ member }) => [member._id, messageIdOf(reminder, member._id)])),
    { since: remindedAfter(now), now },
  );
}

const howOf = ({ deps, reminder, now }: Work) => ({
  kind: reminder.kind,
  now,
  timeZone: deps.config.TIME_ZONE,
});

/** Reminds the people who owe some dues, or tells those who gave; returns how many of them are left out, by reason. */
async function remind(dues: readonly StoredDonation[], work: Work): Promise<LeftOut> {
  const { reminder, run } = work;
  const found = await recipientsOf(dues, run, howOf(work));
  const byMember = new Map(found.map((one) => [one.member._id, one]));
  const idsOf = (people: Iterable<Recipient>) =>
    [...people].map(({ member }) => messageIdOf(reminder, member._id));
  const before = await readMessages(idsOf(byMember.values()));
  const hasMessage = new Set(before.map(({ memberId }) => memberId));
  const ended = new Set(before.filter(({ state }) => state !== 'waiting').map(({ memberId }) => memberId));
  const claimed = await claim(
    [...byMember.values()].filter(({ member }) => !ended.has(member._id)),
    work,
  );
  const fresh = [...byMember.values()].flatMap((one) =>
    one.email !== null && claimed.has(one.member._id) && !hasMessage.has(one.member._id)
      ? newMessage(one, one.email, work)
      : [],
  );
  await insertMessages(fresh);
  await setUnsure(before.filter(({ state }) => state === 'sending').map(({ _id }) => _id));
  const waiting = [...before, ...fresh].filter(
    ({ state, memberId }) => state === 'waiting' && claimed.has(memberId),
  );
  await send(waiting, byMember, work);
  const leftOut: LeftOut = {};
  for (const { member, reason } of found) {
    if (hasMessage.has(member._id) || claimed.has(member._id)) continue;
    const why = reason ?? 'reminded_lately';
    leftOut[why] = (leftOut[why] ?? 0) + 1;
  }
  return leftOut;
}

type ReadMessages = typeof readWaiting;

/** Messages of a reminder, read after an id, in batches. */
const inBatchesOf = (reminder: ReminderRecord, read: ReadMessages) =>
  inBatches(
    (after) => read(reminder._id, after ?? '', BATCH),
    ({ _id }) => _id,
  );

/** Retries deferred messages; returns true when none waits any more. */
async function sendWaiting(work: Work): Promise<boolean> {
  const { reminder, run } = work;
  for await (const waiting of inBatchesOf(reminder, readWaiting)) {
    const stored = await Promise.all(
      waiting.map(({ campaignMembershipId }) => findDonationOfRun(campaignMembershipId, run._id)),
    );
    const dues = stored.flatMap((due) => due ?? []);
    const found = await recipientsOf(dues, run, howOf(work));
    const claimed = await claim(found, work);
    const mine = found.filter(({ member }) => claimed.has(member._id));
    await send(waiting, new Map(mine.map((one) => [one.member._id, one])), work);
  }
  return (await readWaiting(reminder._id, '', 1)).length === 0;
}

/** Reasons that may pass, so that a warning tries again on another day. */
const FOR_NOW = ['after_death', 'no_email', 'bounced', 'reminded_lately'] as const;

/** Returns whether there is still time to resume a warning. */
const goesOn = ({ lateDt }: ReminderRecord, now: Date) => lateDt !== null && lateDt > now;

/** Allows people whom some messages of a reminder did not reach to be reminded again at once. */
async function release(reminder: ReminderRecord, read: ReadMessages): Promise<void> {
  for await (const messages of inBatchesOf(reminder, read)) await releaseRemindersOf(messages);
}

/**
 * Cleans up at the end of a job: people whom no mail reached may be reminded again at once. A warning that resumes
 * creates the waiting messages again; returns true if there are any.
 */
async function clear(reminder: ReminderRecord, now: Date): Promise<boolean> {
  let isAnyLeft = false;
  if (goesOn(reminder, now)) {
    await release(reminder, readWaiting);
    isAnyLeft = (await removeWaiting(reminder._id)) > 0;
  }
  await giveUp(reminder._id);
  await setAllUnsure(reminder._id);
  await release(reminder, readUnreached);
  await removeUntried(reminder._id);
  return isAnyLeft;
}

/** The numbers of messages of a reminder that were sent, and of the others by state. */
async function countsOf({ _id }: ReminderRecord) {
  const states = await countStates(_id);
  const count = (state: MessageState) => states.get(state) ?? 0;
  return {
    sent: count('sent'),
    bounced: count('bounced'),
    failed: count('failed'),
    unsure: count('unsure'),
  };
}

/** When a warning resumes after its job; null where everybody was warned, and for other reminders. */
function againAfter(reminder: ReminderRecord, now: Date, isStopped: boolean, isAnyLeft: boolean) {
  if (!goesOn(reminder, now)) return null;
  // As soon as the run is active again.
  if (isStopped) return now;
  return isAnyLeft ? new Date(now.getTime() + DAY_MS) : null;
}

/** The end of a job, with the counts of all messages of its reminder. */
async function end(cursor: Cursor, { reminder, now }: Work, isStopped: boolean, done: number): Promise<Step> {
  const isAnyLeft = await clear(reminder, now);
  const counts = await countsOf(reminder);
  const isOverForNow = isAnyLeft || FOR_NOW.some((reason) => cursor.leftOut[reason]);
  await setReminder(reminder._id, {
    ...counts,
    againDt: againAfter(reminder, now, isStopped, isOverForNow),
  });
  const left_out = Object.values(cursor.leftOut).reduce((sum, one) => sum + one, 0);
  // A warning resumes for days.
  const sent_now = Math.max(0, counts.sent - reminder.sent);
  const report = { ...counts, sent_now, left_out, ...cursor.leftOut, ...(isStopped && { stopped: 1 }) };
  return { cursor, done, isLast: true, report };
}

/** The step of a job at night, which does nothing; undefined by day. */
function pauseAtNight(cursor: Cursor, { now, config }: Deps): Step | undefined {
  const morning = endOfNight(now(), config.TIME_ZONE);
  const pauseMs = morning && Math.min(MINUTE_MS, morning.getTime() - now().getTime());
  return pauseMs === undefined ? undefined : { cursor, done: 0, isLast: false, pauseMs };
}

/** The job that sends a reminder of a run. At night it waits; where the run is paused it ends. Its report has the numbers of messages. */
export const runRemindersJob = (deps: Deps & { memorialsOf?: MemorialsOf }): JobHandler => ({
  async count(job) {
    const { reminderId, runId } = inputOf(job);
    return countDues((await requireReminder(reminderId)).kind, runId);
  },
  async step(job) {
    const { reminderId, runId } = inputOf(job);
    const cursor = (job.cursor as Cursor | null) ?? { place: null, leftOut: {} };
    const now = deps.now();
    const [reminder, run] = await Promise.all([requireReminder(reminderId), requireRun(runId)]);
    const work: Work = { deps, reminder, run, memorials: (await deps.memorialsOf?.(run)) ?? [], now };
    if (reminder.kind !== 'report' && campaignRunStatus(run, now) === 'paused')
      return end(cursor, work, true, 0);
    if (reminder.lateDt && reminder.lateDt <= now) return end(cursor, work, false, 0);
    const night = pauseAtNight(cursor, deps);
    if (night) return night;
    if (cursor.tries !== undefined) {
      const isDone = await sendWaiting(work);
      // People who were not tried before nightfall are tried in the morning.
      const nightfall = isDone ? undefined : pauseAtNight(cursor, deps);
      if (nightfall) return nightfall;
      const tries = cursor.tries + 1;
      if (isDone || tries >= LATER_TRIES) return end(cursor, work, false, 0);
      return { cursor: { ...cursor, tries }, done: 0, isLast: false, pauseMs: LATER_MS };
    }
    const dues = await duesAfter(reminder.kind, runId, cursor.place, BATCH);
    const leftOut = addLeftOut(cursor.leftOut, await remind(dues, work));
    const last = dues.at(-1);
    const done = dues.length;
    if (last && done === BATCH)
      return { cursor: { place: { nameKey: last.nameKey, _id: last._id }, leftOut }, done, isLast: false };
    const isDone = (await readWaiting(reminder._id, '', 1)).length === 0;
    if (isDone) return end({ ...cursor, leftOut }, work, false, done);
    return { cursor: { place: cursor.place, leftOut, tries: 0 }, done, isLast: false, pauseMs: LATER_MS };
  },
  async fail(job) {
    const reminder = await readReminder(inputOf(job).reminderId);
    if (!reminder) return;
    const now = deps.now();
    await setAllUnsure(reminder._id);
    // Waiting messages keep waiting, for a retry or a resumed warning; meanwhile another reminder may reach these people.
    for (const read of [readWaiting, readUnreached]) await release(reminder, read);
    await setReminder(
      reminder._id,
      // A warning that a user cancelled does not resume by itself.
      goesOn(reminder, now) && job.failure !== 'cancelled'
        ? { againDt: new Date(now.getTime() + AFTER_FAILURE_MS) }
        : await countsOf(reminder),
    );
  },
  async finish(job, report, session) {
    const { reminderId } = inputOf(job);
    const reminder = await requireReminder(reminderId);
    const run = await requireRun(inputOf(job).runId, session);
    const isWarning = reminder.kind === 'warning';
    const sent = report?.[isWarning ? 'sent_now' : 'sent'] ?? 0;
    if (sent === 0) return;
    const reminded = {
      organizationNumber: run.organizationNumber,
      action: 'campaign_run.reminded',
      subject: { type: 'campaign_run', id: run._id, label: run.name },
      changes: [{ field: `${reminder.kind}s`, from: null, to: sent }],
    } as const;
    await recordChanges([reminded], job.author, deps.now(), session);
  },
});
