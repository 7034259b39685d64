/** The outcome of activating a run as text: the report of a `run-dues` job. */
import type { Job } from '@kinfold/domain/job';
import { cents } from '@kinfold/domain/money';
import { countOf } from '@kinfold/domain/text';
import { money } from '../../lib/format.ts';

type Report = NonNullable<Job['report']>;

/** Why memberships got no dues; singular and plural. */
const REASONS = {
  has_dues: ['has them already', 'have them already'],
  no_price: ['pays nothing', 'pay nothing'],
  not_covered: ['was not covered on that day', 'were not covered on that day'],
  bereaved: ['is in mourning', 'are in mourning'],
  has_died: ['has died', 'have died'],
  not_active: ['is not active', 'are not active'],
  not_confirmed: ['waits to be confirmed', 'wait to be confirmed'],
} as const;
type Reason = keyof typeof REASONS;
const NAMES = Object.keys(REASONS) as Reason[];

const reasonOf = (name: Reason, count: number) => countOf(count, REASONS[name][0], REASONS[name][1]);

/** `412 dues made, $10,300.00; 9 memberships left out: 7 have them already, 2 are not active. As the preview said.` */
export function duesOutcome(report: Report): string {
  const { made = 0, sum = 0, stopped = 0 } = report;
  const left = NAMES.filter((name) => (report[name] ?? 0) > 0);
  const count = left.reduce((all, name) => all + (report[name] ?? 0), 0);
  const why = left.map((name) => reasonOf(name, report[name] ?? 0)).join(', ');
  return [
    made > 0 ? `${countOf(made, 'due', 'dues')} made, ${money(cents(sum))}` : 'No dues had to be made',
    left.length > 0 ? `; ${countOf(count, 'membership', 'memberships')} left out: ${why}.` : '.',
    stopped > 0 ? ' It stopped early: the run was paused or had ended.' : '',
    againstPreview(report),
  ].join('');
}

/** Compares the outcome with the preview; its figures are undefined if no preview was shown. */
function againstPreview(report: Report): string {
  const { made = 0, sum = 0, preview_made: said, preview_sum: saidSum = 0 } = report;
  if (said === undefined) return '';
  if (made === said && sum === saidSum) return ' As the preview said.';
  const changes = NAMES.flatMap((name) => {
    const more = (report[name] ?? 0) - (report[`preview_${name}`] ?? 0);
    if (more === 0) return [];
    const than = more > 0 ? 'more' : 'fewer';
    return countOf(Math.abs(more), `${than} ${REASONS[name][0]}`, `${than} ${REASONS[name][1]}`);
  });
  const because = changes.length
    ? `since then ${changes.join(', ')}`
    : made === said
      ? 'since then prices have changed'
      : made > said
        ? 'since then memberships were added'
        : 'since then memberships were removed';
  return ` The preview said ${countOf(said, 'due', 'dues')}, ${money(cents(saidSum))}: ${because}.`;
}
