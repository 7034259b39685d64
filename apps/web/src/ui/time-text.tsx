import { showTime } from '@kinfold/domain/time-of-day';
import { useClientConfig } from '../lib/client-config.ts';

/** The time of an instant in the deployment's time zone: `6:22 PM`. */
export function TimeText({ value }: { value: Date }) {
  const timeZone = useClientConfig().data?.timeZone ?? 'UTC';
  return (
    <time className="tabular" dateTime={value.toISOString()}>
      {showTime(value, timeZone)}
    </time>
  );
}
