/** The time of an instant in a time zone on a 24-hour clock: `18:22`. */
export function showTime(instant: Date, timeZone: string): string {
  const options = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat('en-US', options).format(instant);
}
