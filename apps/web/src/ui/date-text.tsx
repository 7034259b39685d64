import type { CalendarDate } from '@kinfold/domain/dates';
import { date } from '../lib/format.ts';

/** An instant or a calendar date as MM.DD.YYYY. */
export function DateText({ value }: { value: Date | CalendarDate }) {
  return (
    <time className="tabular" dateTime={typeof value === 'string' ? value : value.toISOString()}>
      {date(value)}
    </time>
  );
}
