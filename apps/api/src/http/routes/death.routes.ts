import {
  DeathReport,
  DeathReportForm,
  DeathReports,
  DeathReportsQuery,
  DeathTask,
  DeathTasks,
  DeathTasksQuery,
  DismissReportForm,
  OpenDeathReports,
} from '@kinfold/domain/death-report';
import type { MemberGrant } from '../../modules/identity/access/member-access.service.ts';
import {
  dismissReport,
  listOpenReportsOf,
  listReports,
  reportDeath,
  type DeathReportGrant,
} from '../../modules/people/mourning/death-report.service.ts';
import {
  finishTask,
  listTasks,
  reopenTask,
  type DeathTaskGrant,
} from '../../modules/people/mourning/death-task.service.ts';
import { authorOf } from '../author.ts';
import { endpointFor, Reply } from '../endpoint.ts';

export const postDeathReport = endpointFor<MemberGrant>()({
  summary:
    'Report that somebody is said to have died: nothing is sent to the household until the office has decided, for 14 days at most',
  body: DeathReportForm,
  reply: DeathReport,
  answers: { 409: { description: 'The office knows already that they have died' } },
  async handle(context) {
    const { granted, body, now, deps } = context;
    const clock = { now, timeZone: deps.config.TIME_ZONE };
    return new Reply(201, await reportDeath(granted.member, body, await authorOf(context), clock));
  },
});

export const getDeathReportsOfMember = endpointFor<MemberGrant>()({
  summary: 'Who reported the death of a member, while the office has not decided, without what they told',
  reply: OpenDeathReports,
  handle: ({ granted, deps }) => listOpenReportsOf(granted.member, deps.config.TIME_ZONE),
});

export const getDeathReports = endpointFor<{ organizationNumber: string }>()({
  summary:
    'Reports of deaths of an organization and all below it: at most 100, the oldest open ones or those decided latest. A death that is entered confirms those of its member',
  query: DeathReportsQuery,
  reply: DeathReports,
  handle: ({ granted, query, deps }) => listReports(granted.organizationNumber, query, deps.config.TIME_ZONE),
});

export const postDismissReport = endpointFor<DeathReportGrant>()({
  summary: 'Dismiss a report of a death',
  body: DismissReportForm,
  reply: DeathReport,
  answers: { 409: { description: 'Somebody decided before: `current` is how it is now' } },
  async handle(context) {
    const { granted, body, now, deps } = context;
    const clock = { now, timeZone: deps.config.TIME_ZONE };
    return dismissReport(granted.deathReport, body.reason, await authorOf(context), clock);
  },
});

export const getDeathTasks = endpointFor<{ organizationNumber: string }>()({
  summary:
    'What deaths have left to do at an organization and all below it: at most 100, the oldest open ones or those done latest',
  query: DeathTasksQuery,
  reply: DeathTasks,
  handle: ({ granted, query }) => listTasks(granted.organizationNumber, query),
});

export const postDeathTaskDone = endpointFor<DeathTaskGrant>()({
  summary: 'Mark something as done that a death left to do',
  reply: DeathTask,
  answers: { 409: { description: 'Somebody did it before: `current` is how it is now' } },
  handle: async (context) => finishTask(context.granted.deathTask, await authorOf(context), context.now),
});

export const deleteDeathTaskDone = endpointFor<DeathTaskGrant>()({
  summary: 'Take back that something is done that a death left to do',
  reply: DeathTask,
  answers: { 409: { description: 'It is left to do already: `current` is how it is now' } },
  handle: async (context) => reopenTask(context.granted.deathTask, await authorOf(context), context.now),
});
