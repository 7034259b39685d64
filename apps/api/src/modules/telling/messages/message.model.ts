/** Mails about dues, one for each person and reminder, and the reminders that they belong to: reminders, warnings, reports. */
import type { MessageKind, MessageState } from '@kinfold/domain/message';
import { authorField } from '../../../platform/author.ts';
import { NEWEST_FIRST, olderThan, type Place } from '../../../platform/cursor.ts';
import { insertMissing, type Session } from '../../../platform/database.ts';
import { toRecord, toRecordOrUndefined } from '../../../platform/documents.ts';
import { date, id, int, list, money, object, optional, orNull, text } from '../../../platform/fields.ts';
import {
  collectionOf,
  countBy,
  defineModel,
  insertRecords,
  toDocuments,
  type RecordIn,
} from '../../../platform/model.ts';

const ReminderModel = defineModel('reminders', {
  /** For a warning derived from its run and days, for a report from its run, so that there is one of each. */
  _id: text(),
  kind: text<MessageKind>(),
  /** Warnings only: the days before the cover ends, and the end. */
  days: orNull(int()),
  lateDt: orNull(date()),
  campaignId: id(),
  campaignRunId: id(),
  organizationNumber: text(),
  /** With placeholders. */
  subject: text(),
  text: text(),
  /** Reports only: what it came to when it was begun, so that all are told the same. */
  lines: optional(list(object({ label: text(), amount: money() }))),
  author: authorField,
  jobId: text(),
  /** Warnings only: when people who could not be warned are tried again. */
  againDt: orNull(date()),
  /** Counts of its messages, written when its job ends. */
  sent: int(),
  bounced: int(),
  failed: int(),
  unsure: int(),
  /** Counted when a link is opened. */
  opened: int(),
  createdDt: date(),
});
export type ReminderRecord = RecordIn<typeof ReminderModel>;

const MessageModel = defineModel('messages', {
  /** The reminder and the member: nobody gets one twice. */
  _id: text(),
  reminderId: text(),
  kind: text<MessageKind>(),
  campaignId: id(),
  campaignRunId: id(),
  campaignMembershipId: id(),
  memberId: id(),
  email: text(),
  /** The amount due at that time; of a report what they gave. */
  amount: money(),
  /** The hash of the token in the mail's link. */
  tokenHash: text(),
  state: text<MessageState>(),
  attempts: int(),
  createdDt: date(),
  sentDt: orNull(date()),
  openedDt: orNull(date()),
  /** When a TTL index removes it. */
  expireDt: optional(date()),
});
export type MessageRecord = RecordIn<typeof MessageModel>;

const reminders = () => collectionOf(ReminderModel);
const messages = () => collectionOf(MessageModel);

/** Inserts a reminder, in the transaction that starts its job. */
export async function insertReminder(reminder: ReminderRecord, session: Session): Promise<void> {
  await insertRecords(ReminderModel, [reminder], session);
}

/** A reminder by its id. */
export async function readReminder(reminderId: string): Promise<ReminderRecord | undefined> {
  return toRecordOrUndefined(await ReminderModel.findOne({ _id: reminderId }).lean());
}

/** Some reminders by their ids, in any order. */
export async function readReminders(reminderIds: readonly string[]): Promise<ReminderRecord[]> {
  if (!reminderIds.length) return [];
  return toRecord(await ReminderModel.find({ _id: { $in: reminderIds } }).lean());
}

/** The reminders and warnings of a run, newest first. */
export async function readRemindersOfRun(campaignRunId: string, limit: number): Promise<ReminderRecord[]> {
  const found = ReminderModel.find({ campaignRunId }).sort(NEWEST_FIRST);
  return toRecord(await found.limit(limit).lean());
}

/** Changes the counts of a reminder, its job, or when it resumes. */
export async function setReminder(
  reminderId: string,
  change: Partial<Pick<ReminderRecord, 'sent' | 'bounced' | 'failed' | 'unsure' | 'againDt' | 'jobId'>>,
  session?: Session,
): Promise<void> {
  await reminders().updateOne({ _id: reminderId }, { $set: change }, { session });
}

/** Inserts messages; existing ones stay as they are. */
export async function insertMessages(records: readonly MessageRecord[]): Promise<void> {
  await insertMissing(messages(), toDocuments(MessageModel, records));
}

/** Some messages by their ids, in any order. */
export async function readMessages(ids: readonly string[]): Promise<MessageRecord[]> {
  if (!ids.length) return [];
  return toRecord(await MessageModel.find({ _id: { $in: ids } }).lean());
}

/** The unsent messages of a reminder, after an id. */
export async function readWaiting(
  reminderId: string,
  afterId: string,
  limit: number,
): Promise<MessageRecord[]> {
  const found = MessageModel.find({ reminderId, state: 'waiting', _id: { $gt: afterId } });
  return toRecord(await found.sort({ _id: 1 }).limit(limit).lean());
}

/** Claims a message in order to send it; returns false when another process did. */
export async function takeMessage(messageId: string): Promise<boolean> {
  const taken = await messages().updateOne(
    { _id: messageId, state: 'waiting' },
    { $set: { state: 'sending' }, $inc: { attempts: 1 } },
  );
  return taken.modifiedCount === 1;
}

/** Writes the result of a message. */
export async function setMessage(
  messageId: string,
  change: Partial<Pick<MessageRecord, 'state' | 'sentDt'>>,
): Promise<void> {
  await messages().updateOne({ _id: messageId }, { $set: change });
}

/** Marks messages that were being sent when the job was interrupted as unsure: they may have gone out or not. */
export async function setUnsure(ids: readonly string[]): Promise<void> {
  if (ids.length)
    await messages().updateMany({ _id: { $in: [...ids] }, state: 'sending' }, { $set: { state: 'unsure' } });
}

/** Marks all messages of a reminder that were being sent as unsure. */
export async function setAllUnsure(reminderId: string): Promise<void> {
  await messages().updateMany({ reminderId, state: 'sending' }, { $set: { state: 'unsure' } });
}

/** Gives up the waiting messages of a reminder. */
export async function giveUp(reminderId: string): Promise<void> {
  await messages().updateMany({ reminderId, state: 'waiting' }, { $set: { state: 'failed' } });
}

/** Deletes the waiting messages of a reminder, which are created again when it resumes. Returns how many there were. */
export async function removeWaiting(reminderId: string): Promise<number> {
  return (await messages().deleteMany({ reminderId, state: 'waiting' })).deletedCount;
}

/** The messages of a reminder that reached nobody, after an id. */
export async function readUnreached(
  reminderId: string,
  afterId: string,
  limit: number,
): Promise<MessageRecord[]> {
  const found = MessageModel.find({
    reminderId,
    state: { $in: ['bounced', 'failed'] },
    _id: { $gt: afterId },
  });
  return toRecord(await found.sort({ _id: 1 }).limit(limit).lean());
}

/** Deletes those given up that were never tried, as they paid before the job resumed. */
export async function removeUntried(reminderId: string): Promise<void> {
  await messages().deleteMany({ reminderId, state: 'failed', attempts: 0 });
}

/** The number of messages of a reminder in each state. */
export async function countStates(reminderId: string): Promise<Map<MessageState, number>> {
  return countBy(MessageModel, { reminderId }, 'state');
}

/** The message whose link has a token. */
export async function readByToken(tokenHash: string): Promise<MessageRecord | undefined> {
  return toRecordOrUndefined(await MessageModel.findOne({ tokenHash }).lean());
}

/** Records that the link of a message was opened, the first time. */
export async function setOpened(message: MessageRecord, now: Date): Promise<void> {
  const { modifiedCount } = await messages().updateOne(
    { _id: message._id, openedDt: null },
    { $set: { openedDt: now } },
  );
  if (modifiedCount) await reminders().updateOne({ _id: message.reminderId }, { $inc: { opened: 1 } });
}

/** The filter of a list of messages. */
export type MessageFilter = ({ campaignRunId: string } | { memberId: string }) & {
  state?: MessageState | 'opened' | undefined;
};

/** Messages after a position, newest first. */
export async function readMessagesAfter(
  { state, ...of }: MessageFilter,
  after: Place | undefined,
  limit: number,
): Promise<MessageRecord[]> {
  const found = MessageModel.find({
    ...of,
    ...(state === 'opened' ? { openedDt: { $ne: null } } : state && { state }),
    ...olderThan(after),
  });
  return toRecord(await found.sort(NEWEST_FIRST).limit(limit).lean());
}

/** The messages to some members, newest first for each. */
export async function findMessagesTo(memberIds: readonly string[]): Promise<MessageRecord[]> {
  if (!memberIds.length) return [];
  const found = MessageModel.find({ memberId: { $in: memberIds } });
  return toRecord(await found.sort({ memberId: 1, createdDt: -1, _id: -1 }).lean());
}

/** The latest warnings of some members in a run. */
export async function readWarned(
  campaignRunIds: readonly string[],
  memberIds: readonly string[],
): Promise<Pick<MessageRecord, 'memberId' | 'campaignId' | 'sentDt'>[]> {
  if (!memberIds.length || !campaignRunIds.length) return [];
  const found = MessageModel.find(
    {
      memberId: { $in: memberIds },
      campaignRunId: { $in: campaignRunIds },
      kind: 'warning',
      sentDt: { $ne: null },
    },
    { memberId: 1, campaignId: 1, sentDt: 1 },
  );
  return toRecord(await found.lean());
}
