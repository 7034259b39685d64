import { expect, it } from 'vitest';
import { clockTime, showTime } from './time-of-day.ts';

it.each([
  ['2026-04-11T18:22:59.999Z', 'UTC', '18:22', '6:22 PM'],
  ['2026-04-11T00:05:00.000Z', 'UTC', '00:05', '12:05 AM'],
  ['2026-04-11T23:59:59.999Z', 'UTC', '23:59', '11:59 PM'],
  ['2026-04-11T18:22:00.000Z', 'America/New_York', '14:22', '2:22 PM'],
  ['2026-01-11T18:22:00.000Z', 'America/New_York', '13:22', '1:22 PM'],
  ['2026-04-11T18:22:00.000Z', 'Asia/Kolkata', '23:52', '11:52 PM'],
])('%s in %s is %s, as people read it %s', (instant, timeZone, time, shown) => {
  expect(clockTime(new Date(instant), timeZone)).toBe(time);
  expect(showTime(new Date(instant), timeZone)).toBe(shown.replace(' ', '\u00a0'));
});
