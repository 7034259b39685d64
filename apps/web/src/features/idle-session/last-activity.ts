/**
 * The time of the last activity in any tab, in localStorage: all tabs share it, and it is correct after the computer
 * was asleep.
 */
import { LAST_ACTIVE_KEY } from '../../lib/session.ts';

/** Throttles writes. */
const WRITE_EVERY_MS = 1_000;

/** Records user activity. */
export function recordActivity(now = Date.now()): void {
  if (now - lastActivity(now) >= WRITE_EVERY_MS || !localStorage.getItem(LAST_ACTIVE_KEY))
    localStorage.setItem(LAST_ACTIVE_KEY, String(now));
}

/** Returns the seconds since the last activity in any tab. */
export function idleSeconds(now = Date.now()): number {
  return Math.floor((now - lastActivity(now)) / 1000);
}

function lastActivity(now: number): number {
  const stored = Number(localStorage.getItem(LAST_ACTIVE_KEY) ?? Number.NaN);
  // Missing, or in the future after the clock was set back.
  return Number.isFinite(stored) && stored <= now ? stored : now;
}
