import type { CalendarDate } from '@kinfold/domain/dates';
import { date, dateInWords } from '../lib/format.ts';

/** An instant or a calendar date as MM.DD.YYYY, or in a sentence as `December 3, 2026`. */
export function DateText({ value, inWords = false }: { value: Date | CalendarDate; inWords?: boolean }) {
  return (
    <time
      className={inWords ? 'in-words' : 'tabular'}
      dateTime={typeof value === 'string' ? value : value.toISOString()}
    >
      {inWords ? dateInWords(value) : date(value)}
    </time>
  );
}
