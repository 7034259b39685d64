function timeIn(instant: Date, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { timeZone, minute: '2-digit', ...options }).format(instant);
}

/** The time of an instant in a time zone on a 24-hour clock, which sorts and compares as a text: `18:22`. */
export function clockTime(instant: Date, timeZone: string): string {
  return timeIn(instant, timeZone, { hour: '2-digit', hourCycle: 'h23' });
}

/** The same as people read it, on one line: `6:22 PM`. */
export function showTime(instant: Date, timeZone: string): string {
  return timeIn(instant, timeZone, { hour: 'numeric', hour12: true }).replace(/\s/u, '\u00a0');
}
