/**
 * How long nobody has done anything, over all tabs. The time of the last activity is in the browser's storage:
 * it holds for every tab, and a computer that slept knows at once how long it was.
 */
import { LAST_ACTIVE_KEY } from '../../lib/session.ts';

/** More often nothing is written, however much the mouse moves. */
const WRITE_EVERY_MS = 1_000;

/** Somebody is here. */
export function recordActivity(now = Date.now()): void {
  if (now - lastActivity(now) >= WRITE_EVERY_MS || !localStorage.getItem(LAST_ACTIVE_KEY))
    localStorage.setItem(LAST_ACTIVE_KEY, String(now));
}

/** Seconds since somebody was here, in whichever tab. */
export function idleSeconds(now = Date.now()): number {
  return Math.floor((now - lastActivity(now)) / 1000);
}

function lastActivity(now: number): number {
  const stored = Number(localStorage.getItem(LAST_ACTIVE_KEY) ?? Number.NaN);
  // Missing, or of a clock that was set back since.
  return Number.isFinite(stored) && stored <= now ? stored : now;
}
