import { date } from '../lib/format.ts';

/** An instant as MM.DD.YYYY. */
export function DateText({ value }: { value: Date }) {
  return (
    <time className="tabular" dateTime={value.toISOString()}>
      {date(value)}
    </time>
  );
}
