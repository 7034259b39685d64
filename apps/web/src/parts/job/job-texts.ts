import { JOB_FAILURES, type Job, type JOB_PERMISSIONS } from '@kinfold/domain/job';
import { cents } from '@kinfold/domain/money';
import { countOf, formatWait, pluralOf, wholeNumber } from '@kinfold/domain/text';
import { money } from '../../lib/format.ts';
import type { Tone } from '../../ui/status-dot.tsx';
import { duesOutcome } from './dues-report.ts';
import { remindersOutcome } from './reminders-report.ts';
import { statementsOutcome } from './statements-report.ts';

type JobType = keyof typeof JOB_PERMISSIONS;

/** Follows the outcome of a price refresh: dues being paid at that moment kept their old amount; empty for none. */
export const keptWhilePaid = (count: number): string =>
  count > 0
    ? pluralOf(
        count,
        ' # of the dues is being paid right now and kept the old amount: refresh again when that is done.',
        ' # of the dues are being paid right now and kept the old amount: refresh again when that is done.',
      )
    : '';

/** The outcome of a finished job of each type. */
const OUTCOMES: Record<JobType, (job: Job) => string> = {
  'copied-names': ({ done }) =>
    done > 0
      ? pluralOf(
          done,
          '# place shows the new name or phone number.',
          '# places show the new name or phone number.',
        )
      : 'Every place showed the right name and phone number already.',
  'customer-removal': () => 'The card provider has deleted them.',
  erasure: ({ done }) =>
    pluralOf(
      done,
      'No record names the person any more; # record was checked.',
      'No record names the person any more; # records were checked.',
    ),
  'membership-states': ({ report }) => {
    const { active = 0, inactive = 0, refused = 0 } = report ?? {};
    const done =
      active > 0
        ? pluralOf(active, '# membership is active.', '# memberships are active.')
        : pluralOf(inactive, '# membership is inactive.', '# memberships are inactive.');
    return refused > 0 ? `${done} ${wholeNumber(refused)} could not be changed.` : done;
  },
  'import-check': ({ done }) =>
    pluralOf(done, '# row was checked; nothing was changed.', '# rows were checked; nothing was changed.'),
  'balances-run': ({ report }) =>
    `${countOf(report?.['created'] ?? 0, 'balance was', 'balances were')} entered, ${money(cents(report?.['sum'] ?? 0))} owed.`,
  'balances-undo': ({ report }) =>
    `${countOf(report?.['undone'] ?? 0, 'balance was', 'balances were')} taken back, ${wholeNumber(report?.['kept'] ?? 0)} had to stay.`,
  'import-run': ({ report }) => {
    const { created = 0, changed = 0 } = report ?? {};
    return `${countOf(created, 'member was', 'members were')} made and ${wholeNumber(changed)} changed.`;
  },
  'import-undo': ({ report }) =>
    `${countOf(report?.['undone'] ?? 0, 'row was', 'rows were')} taken back, ${wholeNumber(report?.['kept'] ?? 0)} had to stay.`,
  'organization-export': ({ report }) =>
    `${countOf(report?.['rows'] ?? 0, 'row is', 'rows are')} in the archive. It can be downloaded for 7 days.`,
  'organization-scopes': ({ done }) =>
    pluralOf(done, 'The history of # organization is there.', 'The history of # organizations is there.'),
  'refresh-prices': ({ report }) => {
    const { changed = 0, dues = 0, dues_being_paid = 0 } = report ?? {};
    const done =
      changed + dues > 0
        ? `${countOf(changed, 'membership has', 'memberships have')} a new price, ${countOf(dues, 'due was', 'dues were')} changed.`
        : 'Every price was right already.';
    return `${done}${keptWhilePaid(dues_being_paid)}`;
  },
  'run-dues': ({ report }) => duesOutcome(report ?? {}),
  'run-letters': ({ done, report }) => {
    const made = report?.['letter'] ?? 0;
    return `${countOf(made, 'letter was', 'letters were')} made; ${wholeNumber(done - made)} left out.`;
  },
  'collection-count': ({ report }) => {
    const { count = 0, sum = 0 } = report ?? {};
    return `${countOf(count, 'household', 'households')} would pay ${money(cents(sum))} together.`;
  },
  'reminder-count': ({ done, report }) => {
    const { count = 0, sum = 0 } = report ?? {};
    return `${countOf(count, 'person', 'people')} would get a mail, ${money(cents(sum))} together; ${wholeNumber(done - count)} would not.`;
  },
  'yearly-statements': ({ report }) => statementsOutcome(report ?? {}),
  'run-reminders': ({ report }) => remindersOutcome(report ?? {}),
};

const isKnown = (type: string): type is JobType => Object.hasOwn(OUTCOMES, type);

/** Returns the outcome of a job, or why it ended; undefined while it is open. */
export function jobOutcome(job: Job): string | undefined {
  if (job.status === 'failed') return job.failure?.detail ?? JOB_FAILURES.gave_up;
  if (job.status !== 'done') return undefined;
  if (isKnown(job.type)) return OUTCOMES[job.type](job);
  const figures = Object.entries(job.report ?? {}).map(([name, figure]) => `${name}: ${figure}`);
  return ['It is done.', ...figures].join(' ');
}

/** Shown for a job whose last step failed: no action is needed. */
export const RETRYING = 'It did not work just now, and will be tried again automatically.';

/** Returns the progress of a job: `120 of 412 done, 3 failed`; of the dues of a run, what it counts. */
export function jobProgress({ type, status, total, done, failed }: Job): string {
  if (done + failed === 0 && status === 'waiting') return 'Nothing is done yet';
  if (done + failed === 0 && status === 'running' && total === null) return 'Getting ready';
  if (done + failed === 0 && status === 'done') return 'Nothing had to be done';
  const of = total === null ? '' : ` of ${wholeNumber(total)}`;
  const what = type === 'run-dues' ? ' active memberships' : '';
  return `${wholeNumber(done)}${of}${what} done${failed > 0 ? `, ${wholeNumber(failed)} failed` : ''}`;
}

/** Returns how long a job took, or has been running at `now`; undefined before it began. */
export function jobDuration({ startedDt, endedDt }: Job, now: Date): string | undefined {
  if (!startedDt) return undefined;
  const ms = (endedDt ?? now).getTime() - startedDt.getTime();
  // The clock of the browser may be behind that of the server.
  return formatWait(Math.max(1, Math.round(ms / 1000)));
}

/** Shown for a job that was cancelled while it was running. */
export const CANCELLING = 'It is being cancelled: it ends as soon as the current step is finished.';

const CANCELLED = { word: 'Cancelled', tone: 'info' } as const;

/** Returns the word and the tone for the status of a job. */
export function jobStatus({ status, failure }: Pick<Job, 'status' | 'failure'>): {
  word: string;
  tone: Tone;
} {
  return failure?.code === 'cancelled' ? CANCELLED : STATUSES[status];
}

const STATUSES: Record<Job['status'], { word: string; tone: Tone }> = {
  waiting: { word: 'Waiting', tone: 'info' },
  running: { word: 'Running', tone: 'info' },
  done: { word: 'Done', tone: 'ok' },
  failed: { word: 'Failed', tone: 'danger' },
};
