import { showDate, type CalendarDate } from '@kinfold/domain/dates';
import { showMoney, type Cents } from '@kinfold/domain/money';

let currency = 'usd';

/** The deployment's currency, once the client configuration is known. */
export function setCurrency(code: string): void {
  currency = code;
}

/** Cents as `$1,234.56`. */
export function money(amount: Cents): string {
  return showMoney(amount, currency);
}

/** An instant (its UTC day, as staff set it and mails say it) or a calendar date as MM.DD.YYYY. */
export function date(instant: Date | CalendarDate): string {
  return showDate(instant);
}
