import { cents } from '@kinfold/domain/money';
import { describe, expect, it } from 'vitest';
import { collectedByDay, withDaysBetween } from './collected-by-day.ts';

describe('what was collected by day', () => {
  const days = collectedByDay([
    { day: '2026-12-01', amount: cents(500) },
    { day: '2026-11-29', amount: cents(1000) },
  ]);

  it('is in the order of days, with the running sum', () => {
    expect(days).toEqual([
      { day: '2026-11-29', amount: 1000, total: 1000 },
      { day: '2026-12-01', amount: 500, total: 1500 },
    ]);
  });

  it('is drawn over all days between', () => {
    expect(withDaysBetween(days).map(({ day, total }) => [day, total])).toEqual([
      ['2026-11-29', 1000],
      ['2026-11-30', 1000],
      ['2026-12-01', 1500],
    ]);
    expect(withDaysBetween([])).toEqual([]);
    const late = collectedByDay([...days, { day: '2029-01-01', amount: cents(1) }]);
    expect(withDaysBetween(late)).toBe(late);
  });
});
