import {
  MessageLink,
  MessagePage,
  MessagesQuery,
  ReminderPreview,
  ReminderTest,
  ReportForm,
  RunMessagesQuery,
  RunReminder,
  RunReminders,
} from '@kinfold/domain/message';
import { Job } from '@kinfold/domain/job';
import { ReminderForm } from '@kinfold/domain/reminder';
import { outcomeLines } from '@kinfold/domain/run-board';
import { conflict } from '../../platform/problem.ts';
import { actorOf, endpoint, endpointFor, Reply, type Context } from '../endpoint.ts';
import type { MemberGrant } from '../../modules/identity/access/member-access.service.ts';
import { authorOf } from '../author.ts';
import type { CampaignRunGrant } from '../../modules/funds/campaign-runs/campaign-run.service.ts';
import type { CampaignGrant } from '../../modules/funds/campaigns/campaign.service.ts';
import { presentJob } from '../../modules/operations/jobs/job.presenter.ts';
import { presentMessage, presentReminder } from '../../modules/telling/messages/message.presenter.ts';
import {
  findLink,
  listMessages,
  openLink,
  stopReminders,
} from '../../modules/telling/messages/message.service.ts';
import {
  previewReminder,
  startReminderCount,
} from '../../modules/telling/messages/reminder-preview.service.ts';
import { memorialsOf } from '../../modules/funds/claims/memorial.service.ts';
import { reportOfRun } from '../../modules/funds/claims/run-report.service.ts';
import {
  beginReminder,
  beginReport,
  remindersOf,
  testReminder,
} from '../../modules/telling/messages/reminder.service.ts';

const ofRun = endpointFor<CampaignRunGrant>();
const clockOf = ({ now, deps }: Pick<Context, 'now' | 'deps'>) => ({
  now,
  timeZone: deps.config.TIME_ZONE,
});
const PAUSED = { description: 'The run is paused: nothing of it is due' };

export const getReminders = ofRun({
  summary: 'The reminders of a run and the warnings that cover ends, newest first, with their results',
  reply: RunReminders,
  async handle(context) {
    const found = await remindersOf(context.granted.run._id);
    return {
      reminders: found.map(({ reminder, job }) => presentReminder(reminder, job, clockOf(context))),
    };
  },
});

/** A preview with the lines in memory that the mail says too. */
async function previewWithMemorials(...of: Parameters<typeof previewReminder>) {
  const [preview, memorials] = await Promise.all([previewReminder(...of), memorialsOf(of[0])]);
  return { ...preview, ...(memorials.length && { memorials }) };
}

export const getReminderPreview = ofRun({
  summary:
    'What a reminder would do now: how many people get it, what they owe, and who is left out and why; for large runs only a count in the background',
  reply: ReminderPreview,
  answers: { 409: PAUSED },
  handle: (context) => previewWithMemorials(context.granted.run, clockOf(context)),
});

export const postReminderPreview = ofRun({
  summary: 'Count in the background who would be reminded and who is left out; asking twice starts one job',
  answers: { 202: { description: 'It is being counted', reply: Job }, 409: PAUSED },
  async handle(context) {
    const job = await startReminderCount(
      context.granted.run,
      'reminder',
      await authorOf(context),
      clockOf(context),
    );
    return new Reply(202, presentJob(job));
  },
});

export const postReminderTest = ofRun({
  summary: 'Mail a reminder as written to the user, filled in for one of its recipients',
  body: ReminderForm,
  reply: ReminderTest,
  answers: { 409: { description: 'The run is paused, or nobody owes anything' } },
  async handle(context) {
    const { granted, body, deps, now } = context;
    return testReminder(granted.run, body, await authorOf(context), { ...deps, memorialsOf }, now);
  },
});

export const postReminder = ofRun({
  summary: 'Remind those who owe in a run, in the background; at night it waits for the morning',
  body: ReminderForm,
  answers: {
    201: { description: 'It has begun', reply: RunReminder },
    409: { description: 'The run is paused, or a reminder of it is still being sent' },
  },
  async handle(context) {
    const { granted, body, now } = context;
    const { reminder, job } = await beginReminder(granted.run, body, await authorOf(context), now);
    return new Reply(201, presentReminder(reminder, job, clockOf(context)));
  },
});

const ofReport = endpointFor<CampaignRunGrant & CampaignGrant>();
const UNTOLD = {
  description:
    'The run has not ended (`run_not_ended`), those who gave were told already (`report_sent`), or the figures have changed since the preview (`report_changed`)',
};

async function linesOf({ run, campaign }: CampaignRunGrant & CampaignGrant, timeZone: string) {
  return outcomeLines(await reportOfRun(run, campaign, timeZone), run.roster?.claims.length ?? 0);
}

export const getReportPreview = ofReport({
  summary:
    'What telling those who gave in a run that has ended would do now: how many get a mail, who does not and why, and what it says; for large runs only a count in the background',
  reply: ReminderPreview,
  answers: { 409: UNTOLD },
  async handle(context) {
    const clock = clockOf(context);
    return previewWithMemorials(context.granted.run, clock, await linesOf(context.granted, clock.timeZone));
  },
});

export const postReportPreview = ofReport({
  summary: 'Count in the background those who gave and would be told; asking twice starts one job',
  answers: { 202: { description: 'It is being counted', reply: Job }, 409: UNTOLD },
  async handle(context) {
    const { run } = context.granted;
    const job = await startReminderCount(run, 'report', await authorOf(context), clockOf(context));
    return new Reply(202, presentJob(job));
  },
});

export const postReport = ofReport({
  summary:
    'Tell those who gave in a run that has ended what it came to, once, in the background; at night it waits for the morning',
  body: ReportForm,
  answers: { 201: { description: 'It has begun', reply: RunReminder }, 409: UNTOLD },
  async handle(context) {
    const clock = clockOf(context);
    const lines = await linesOf(context.granted, clock.timeZone);
    if (JSON.stringify(lines) !== JSON.stringify(context.body.lines))
      throw conflict('report_changed', 'The figures have changed since: look at them again.');
    const { reminder, job } = await beginReport(context.granted.run, lines, await authorOf(context), clock);
    return new Reply(201, presentReminder(reminder, job, clock));
  },
});

export const getRunMessages = ofRun({
  summary: 'The people who were reminded in a run or warned, newest first, with the results',
  query: RunMessagesQuery,
  reply: MessagePage,
  async handle({ granted, query }) {
    const { messages, next } = await listMessages({ run: granted.run }, query);
    return { messages: messages.map(presentMessage), next };
  },
});

export const getMemberMessages = endpointFor<MemberGrant>()({
  summary: 'The reminders and warnings that went to a member, newest first',
  query: MessagesQuery,
  reply: MessagePage,
  async handle({ granted, query }) {
    const { messages, next } = await listMessages({ member: granted.member }, query);
    return { messages: messages.map(presentMessage), next };
  },
});

const tokenOf = ({ params }: Pick<Context, 'params'>) => params['token'] ?? '';

export const postLinkOpened = endpoint({
  summary: 'Record that the link of a reminder was opened; does not reveal its recipient',
  async handle(context) {
    await openLink(tokenOf(context), context.request.ip, context.now);
    return new Reply(204);
  },
});

export const getLink = endpoint({
  summary: 'The dues that the link of a reminder leads to, for users who may pay them',
  reply: MessageLink,
  async handle(context) {
    const { memberId, campaignMembershipId } = await findLink(tokenOf(context), actorOf(context));
    return { member_id: memberId, campaignMembershipId };
  },
});

export const postStopReminders = endpoint({
  summary: 'Stop reminders by email, with the link of one of them and without signing in',
  async handle(context) {
    await stopReminders(tokenOf(context), context.request.ip, context.now);
    return new Reply(204);
  },
});
