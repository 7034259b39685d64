import { describe, expect, it } from 'vitest';
import { addMonths, boundsOf, monthOf, monthsUpTo } from './month.ts';

describe('a month', () => {
  it('is that of the day in the time zone', () => {
    const instant = new Date('2026-12-01T03:00:00Z');
    expect([monthOf(instant, 'UTC'), monthOf(instant, 'America/New_York')]).toEqual(['2026-12', '2026-11']);
  });

  it.each([
    ['2026-11', 1, '2026-12'],
    ['2026-12', 1, '2027-01'],
    ['2026-01', -1, '2025-12'],
    ['2026-05', -17, '2024-12'],
  ] as const)('%s and %i more is %s', (month, months, expected) => {
    expect(addMonths(month, months)).toBe(expected);
  });

  it('comes after those before it', () => {
    expect(monthsUpTo('2026-02', 3)).toEqual(['2025-12', '2026-01', '2026-02']);
  });

  it('begins and ends with days of the time zone', () => {
    expect(boundsOf('2026-03', 'America/New_York')).toEqual({
      from: new Date('2026-03-01T05:00:00Z'),
      to: new Date('2026-04-01T04:00:00Z'),
    });
  });
});
