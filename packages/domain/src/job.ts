/** Background work (design of the staff side, "Jobs"): its wire types, and who may start it. */
import * as z from 'zod/mini';
import { WireInstant } from './dates.ts';
import { freeText } from './free-text.ts';
import { cursorFields } from './pagination.ts';
import type { Permission } from './permission.ts';
import { NO_FIELDS } from './problem.ts';
import { recordOf } from './record-of.ts';

/** The permission to start a job of each type, and to read and retry it. */
export const JOB_PERMISSIONS = {
  'balances-run': 'members.import',
  'balances-undo': 'members.import',
  'collection-count': 'campaign-runs.update',
  'copied-names': 'organization.details.update',
  'customer-removal': 'members.delete',
  erasure: 'members.delete',
  'membership-states': 'memberships.update',
  'import-check': 'members.import',
  'import-run': 'members.import',
  'import-undo': 'members.import',
  'organization-export': 'audit.get',
  'organization-scopes': 'organization.details.update',
  'refresh-prices': 'memberships.update',
  'run-dues': 'campaign-runs.update',
  'reminder-count': 'campaign.memberships.get',
  'run-reminders': 'campaign.memberships.get',
  'run-letters': 'campaign.memberships.get',
  'yearly-statements': 'reports.get',
} as const satisfies Record<string, Permission>;

/** Returns the permission for a type of job; undefined for one that cannot be started by hand or read. */
export function jobPermission(type: string): Permission | undefined {
  return new Map<string, Permission>(Object.entries(JOB_PERMISSIONS)).get(type);
}

/** The description of each type of job for staff. */
const JOB_TITLES: Record<keyof typeof JOB_PERMISSIONS, string> = {
  'collection-count': 'Count the people who would share a collection',
  'copied-names': 'Copy a changed name',
  'customer-removal': 'Delete the saved cards of a removed member',
  erasure: 'Erase a person everywhere',
  'membership-states': 'Make memberships active or inactive',
  'import-check': 'Check a file of members',
  'balances-run': 'Enter balances from before',
  'balances-undo': 'Take back balances from before',
  'import-run': 'Import members from a file',
  'import-undo': 'Take back an import',
  'organization-export': 'Export everything of an organization',
  'organization-scopes': 'Show the history of a moved organization at its new place',
  'refresh-prices': 'Refresh the prices of a campaign',
  'run-dues': 'Make the dues of a run',
  'run-letters': 'Make letters about a run',
  'reminder-count': 'Count the people who would be reminded or told',
  'run-reminders': 'Remind people who owe in a run, or tell who gave',
  'yearly-statements': 'Make the statements of a year',
};

/**
 * Returns the description of a job for lists, its page and the history; the type itself for one that cannot be started
 * by hand.
 */
export function jobTitle(type: string): string {
  return new Map<string, string>(Object.entries(JOB_TITLES)).get(type) ?? type;
}

/** Why a job ended as failed, and the message to staff. */
export const JOB_FAILURES = {
  gave_up:
    'It failed ten times in a row and was stopped. What was done stays done; a retry continues from there.',
  worker_lost:
    'The program that worked on it ended three times in a row at the same place, so it was stopped, and other work continues. What was done stays done. A retry continues from there; if it ends like this again, something it works on is too large or damaged.',
  cancelled: 'It was cancelled. What was done stays done; a retry continues from there.',
} as const;
export type JobFailure = keyof typeof JOB_FAILURES;
const failureCodes = Object.keys(JOB_FAILURES) as [JobFailure, ...JobFailure[]];

/**
 * A job on the wire; `total` is null while it is not known, `isRetrying` that the last step failed and is retried
 * automatically, `isCancelling` that it ends before its next step, `failure` why it failed, `report` has the figures of
 * its end.
 */
export const Job = z.object({
  _id: z.string(),
  type: z.string(),
  status: z.enum(['waiting', 'running', 'done', 'failed']),
  total: z.nullable(z.number()),
  done: z.number(),
  failed: z.number(),
  isRetrying: z.boolean(),
  isCancelling: z.optional(z.boolean()),
  failure: z.optional(z.object({ code: z.enum(failureCodes), detail: z.string() })),
  createdBy: z.string(),
  createdDt: WireInstant,
  startedDt: z.nullable(WireInstant),
  endedDt: z.nullable(WireInstant),
  report: z.nullable(recordOf(z.number())),
});
export type Job = z.infer<typeof Job>;

/** Answer of `GET /v2/jobs`, newest first. */
export const JobPage = z.object({ jobs: z.array(Job), next: z.nullable(z.string()) });

const JOBS_PAGE = 20;

/** `GET /v2/jobs`: of an organization and everything below it (`*` for all of them). */
export const JobsQuery = z.object(
  {
    organization_number: freeText('organization_number is required', { min: 1 }),
    ...cursorFields(JOBS_PAGE),
  },
  NO_FIELDS,
);

/** Returns whether a job has not ended. */
export function isJobOpen({ status }: Pick<Job, 'status'>): boolean {
  return status === 'waiting' || status === 'running';
}
