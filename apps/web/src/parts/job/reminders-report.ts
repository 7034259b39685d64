import { countOf, pluralOf } from '@kinfold/domain/text';

/** Returns the outcome of the reminders of a run: the figures of the report that are not zero. */
export function remindersOutcome(report: Readonly<Record<string, number>>): string {
  const { sent = 0, bounced = 0, failed = 0, unsure = 0, left_out = 0, stopped } = report;
  const texts = [
    countOf(sent, 'mail was sent', 'mails were sent'),
    bounced > 0 && pluralOf(bounced, '# address is wrong', '# addresses are wrong'),
    failed > 0 && pluralOf(failed, '# mail was not taken', '# mails were not taken'),
    unsure > 0 &&
      pluralOf(
        unsure,
        'of # mail nobody knows, because the work was interrupted while it was sent',
        'of # mails nobody knows, because the work was interrupted while it was sent',
      ),
    left_out > 0 && pluralOf(left_out, '# household was left out', '# households were left out'),
  ];
  const end = stopped ? ' It stopped because the run was paused.' : '';
  return `${texts.filter(Boolean).join('; ')}.${end}`;
}
