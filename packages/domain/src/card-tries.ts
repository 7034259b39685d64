/**
 * Limits against card testing, in which a thief finds out which of many stolen card numbers work. After too many
 * declines no further card is accepted for a while. The same limits hold for a member, a network address and a card
 * (decision 014).
 */
import { formatWait } from './text.ts';

/** At most `max` declines within `seconds`. */
const DECLINE_LIMITS = [
  { max: 5, seconds: 15 * 60 },
  { max: 10, seconds: 24 * 3600 },
] as const;

/** How long a decline counts, in seconds. */
export const DECLINE_COUNTS_S = 24 * 3600;

/** How long an attempt counts if its process died before the answer, in seconds. */
const OPEN_COUNTS_S = 120;

/**
 * A card that is being tried, or that was declined. `id` names the payment or the setup, and its attempt when declined.
 */
export type CardTry = { id: string; dt: Date; isDeclined: boolean };

/**
 * Whether another card may be tried. `busy`: the limit would be reached if the attempts under way are all declined, so
 * wait for one to end; `blocked`: too many were declined, wait `seconds`.
 */
export type TryVerdict = { kind: 'free' } | { kind: 'busy' } | { kind: 'blocked'; seconds: number };

const isWithin = ({ dt }: CardTry, seconds: number, now: Date) =>
  dt.getTime() > now.getTime() - seconds * 1000;

/** The attempts that still count. */
export function countingTries(tries: readonly CardTry[], now: Date): CardTry[] {
  return tries.filter((each) => isWithin(each, each.isDeclined ? DECLINE_COUNTS_S : OPEN_COUNTS_S, now));
}

/** Returns whether another card may be tried, given the attempts so far. */
export function tryVerdict(tries: readonly CardTry[], now: Date): TryVerdict {
  const counting = countingTries(tries, now);
  const open = counting.filter(({ isDeclined }) => !isDeclined).length;
  let wait = 0;
  let isBusy = false;
  for (const { max, seconds } of DECLINE_LIMITS) {
    const declines = counting
      .filter((each) => each.isDeclined && isWithin(each, seconds, now))
      .map(({ dt }) => dt.getTime())
      .toSorted((a, b) => a - b);
    // Once this decline has expired, fewer than `max` count.
    const last = declines[declines.length - max];
    if (last !== undefined) wait = Math.max(wait, (last - now.getTime()) / 1000 + seconds);
    isBusy ||= declines.length + open >= max;
  }
  if (wait > 0) return { kind: 'blocked', seconds: Math.ceil(wait) };
  return { kind: isBusy ? 'busy' : 'free' };
}

/** The message for a member who must wait, in seconds. */
export function tooManyDeclinesText(seconds: number): string {
  return `Too many cards were declined. Please try again in ${formatWait(seconds)}.`;
}
