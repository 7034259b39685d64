import { countOf } from '@kinfold/domain/text';

/** Seconds to wait as people say them, rounded up: `40 seconds`, `one minute`, `15 minutes`. */
export function waitText(seconds = 60): string {
  if (seconds < 60) return countOf(seconds, 'second', 'seconds');
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'one minute' : `${minutes} minutes`;
}
