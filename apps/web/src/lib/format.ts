import { calendarDateOf, showDate, type CalendarDate } from '@kinfold/domain/dates';
import { showMoney, type Cents } from '@kinfold/domain/money';
import type { ClientConfig } from '@kinfold/domain/problem';

let deployment: Pick<ClientConfig, 'currency' | 'timeZone'> = { currency: 'usd', timeZone: 'UTC' };

/** The deployment's currency and time zone, once the client configuration is known. */
export function setDeployment(config: typeof deployment): void {
  deployment = config;
  // The first formatter of a zone costs a slow phone a tenth of a second: now, while other code is on its way.
  dayOf(new Date());
}

/** Cents as `$1,234.56`. */
export function money(amount: Cents): string {
  return showMoney(amount, deployment.currency);
}

/** An instant, on the day that it has in the deployment's time zone, or a calendar date, as MM.DD.YYYY. */
export function date(value: Date | CalendarDate): string {
  return showDate(value, deployment.timeZone);
}

/** The day that an instant has in the deployment's time zone. */
export function dayOf(instant: Date): CalendarDate {
  return calendarDateOf(instant, deployment.timeZone);
}
