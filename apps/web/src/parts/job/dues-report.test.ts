import { describe, expect, it } from 'vitest';
import { duesOutcome } from './dues-report.ts';

describe('the report of activating a run', () => {
  it.each([
    [{ made: 1, sum: 2500 }, '1 due made, $25.00.'],
    [
      { made: 0, sum: 0, has_dues: 3 },
      'No dues had to be made; 3 memberships left out: 3 have them already.',
    ],
    [
      {
        made: 412,
        sum: 1_030_000,
        has_dues: 7,
        not_active: 2,
        no_price: 0,
        preview_made: 412,
        preview_sum: 1_030_000,
      },
      '412 dues made, $10,300.00; 9 memberships left out: 7 have them already, 2 are not active. As the preview said.',
    ],
    [
      { made: 2, sum: 5000, has_died: 1, not_active: 2 },
      '2 dues made, $50.00; 3 memberships left out: 1 has died, 2 are not active.',
    ],
    [
      { made: 2, sum: 5000, not_active: 1, preview_made: 3, preview_sum: 7500 },
      '2 dues made, $50.00; 1 membership left out: 1 is not active. The preview said 3 dues, $75.00: since then 1 more is not active.',
    ],
    [
      { made: 3, sum: 6000, preview_made: 3, preview_sum: 7500 },
      '3 dues made, $60.00. The preview said 3 dues, $75.00: since then prices have changed.',
    ],
    [
      { made: 4, sum: 10_000, preview_made: 3, preview_sum: 7500 },
      '4 dues made, $100.00. The preview said 3 dues, $75.00: since then memberships were added.',
    ],
    [
      { made: 1, sum: 2500, stopped: 1 },
      '1 due made, $25.00. It stopped early: the run was paused or had ended.',
    ],
  ])('%j reads as a sentence', (report, text) => {
    expect(duesOutcome(report)).toBe(text);
  });
});
