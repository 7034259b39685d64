import { countOf } from '@kinfold/domain/text';

/** Returns the outcome of the reminders of a run: the figures of the report that are not zero. */
export function remindersOutcome(report: Readonly<Record<string, number>>): string {
  const { sent = 0, bounced = 0, failed = 0, unsure = 0, left_out = 0, stopped } = report;
  const texts = [
    countOf(sent, 'mail was sent', 'mails were sent'),
    bounced > 0 && `${countOf(bounced, 'address is', 'addresses are')} wrong`,
    failed > 0 && `${countOf(failed, 'mail was', 'mails were')} not taken`,
    unsure > 0 &&
      `of ${countOf(unsure, 'mail', 'mails')} nobody knows, because the work was interrupted while it was sent`,
    left_out > 0 && `${countOf(left_out, 'household was', 'households were')} left out`,
  ];
  const end = stopped ? ' It stopped because the run was paused.' : '';
  return `${texts.filter(Boolean).join('; ')}.${end}`;
}
