import { expect, it } from 'vitest';
import { showTime } from './time-of-day.ts';

it.each([
  ['2026-04-11T18:22:59.999Z', 'UTC', '18:22'],
  ['2026-04-11T00:05:00.000Z', 'UTC', '00:05'],
  ['2026-04-11T23:59:59.999Z', 'UTC', '23:59'],
  ['2026-04-11T18:22:00.000Z', 'America/New_York', '14:22'],
  ['2026-01-11T18:22:00.000Z', 'America/New_York', '13:22'],
  ['2026-04-11T18:22:00.000Z', 'Asia/Kolkata', '23:52'],
])('%s in %s is %s', (instant, timeZone, time) => {
  expect(showTime(new Date(instant), timeZone)).toBe(time);
});
