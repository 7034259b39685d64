import type * as z from 'zod/mini';
import type { Message, RunReminder } from '@kinfold/domain/message';
import { dollarsFromCents } from '@kinfold/domain/money';
import { endOfNight } from '@kinfold/domain/reminder';
import type { Job } from '../../../work/jobs.ts';
import { presentJob } from '../../operations/jobs/job.presenter.ts';
import type { ListedMessage } from './message.service.ts';
import type { Clock, ReminderRecord } from './reminder.service.ts';

/** A message on the wire. */
export function presentMessage(message: ListedMessage): z.input<typeof Message> {
  const { _id, kind, memberId, memberName, campaignId, campaignRunId, campaignRunName, email } = message;
  const { amount, state, createdDt, sentDt, openedDt } = message;
  return {
    _id,
    kind,
    member_id: memberId,
    memberName,
    campaignId,
    campaignRunId,
    campaignRunName,
    email,
    amount: dollarsFromCents(amount),
    state,
    createdDt: createdDt.toISOString(),
    sentDt: sentDt?.toISOString() ?? null,
    openedDt: openedDt?.toISOString() ?? null,
  };
}

/** A reminder of a run on the wire, with its job. */
export function presentReminder(
  { _id, kind, days, subject, author, createdDt, sent, bounced, failed, unsure, opened }: ReminderRecord,
  job: Job | undefined,
  { now, timeZone }: Clock,
): z.input<typeof RunReminder> {
  const morning = job?.isOpen ? endOfNight(now, timeZone) : undefined;
  return {
    _id,
    kind,
    days,
    subject,
    createdBy: author.name,
    createdDt: createdDt.toISOString(),
    sent,
    bounced,
    failed,
    unsure,
    opened,
    waitsUntil: morning?.toISOString() ?? null,
    ...(job && { job: presentJob(job) }),
  };
}
