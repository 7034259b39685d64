import type { CalendarDate } from '@kinfold/domain/dates';
import { date, dateInWords } from '../lib/format.ts';

/** An instant or a calendar date as MM.DD.YYYY, or in a sentence as `December 3, 2026`; null means unknown. */
export function DateText({
  value,
  inWords = false,
}: {
  value: Date | CalendarDate | null;
  inWords?: boolean;
}) {
  if (value === null) return 'not known';
  return (
    <time
      className={inWords ? 'in-words' : 'tabular'}
      dateTime={typeof value === 'string' ? value : value.toISOString()}
    >
      {inWords ? dateInWords(value) : date(value)}
    </time>
  );
}
