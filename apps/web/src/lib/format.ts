import { calendarDateOf, showDate, showDateInWords, type CalendarDate } from '@kinfold/domain/dates';
import { showMoney, type Cents } from '@kinfold/domain/money';
import type { ClientConfig } from '@kinfold/domain/problem';

let deployment: Pick<ClientConfig, 'currency' | 'timeZone'> = { currency: 'usd', timeZone: 'UTC' };

/** Sets the deployment's currency and time zone, from the client configuration. */
export function setDeployment(config: typeof deployment): void {
  deployment = config;
  // Creates and caches the zone's Intl formatter before the first render: 100 ms on a slow phone (UTC needs none).
  dayOf(new Date());
}

/** Formats cents as `$1,234.56`. */
export function money(amount: Cents): string {
  return showMoney(amount, deployment.currency);
}

/**
 * Formats an instant (in the deployment's time zone) or a calendar date as MM.DD.YYYY, for tables and lists; null means
 * unknown.
 */
export function date(value: Date | CalendarDate | null): string {
  if (value === null) return 'not known';
  return showDate(value, deployment.timeZone);
}

/** Formats an instant (in the deployment's time zone) or a calendar date as `December 3, 2026`, for sentences. */
export function dateInWords(value: Date | CalendarDate): string {
  return showDateInWords(value, deployment.timeZone);
}

/** Formats an age for lists. */
export const ageText = (age: number | null): string => (age === null ? 'age not known' : String(age));

/** Returns the calendar date of an instant in the deployment's time zone. */
export function dayOf(instant: Date): CalendarDate {
  return calendarDateOf(instant, deployment.timeZone);
}
