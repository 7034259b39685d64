import { cents } from '@kinfold/domain/money';
import { describe, expect, it } from 'vitest';
import { lastDayTexts } from './last-day-texts.ts';

const NOW = new Date('2026-11-24T12:00:00.000Z');
const OWED = { open: 24, openBalance: cents(60_000) };
const OWE = '24 households owe $600.00 in this run.';
const BACK = 'Their dues are no longer late once you save, and the cover that they ended comes back.';
const GONE = 'Their dues are late as soon as you save: the people who owe them lose their cover then.';
const PAUSED = 'The run is paused then: dues are asked for again once it is activated.';

const said = (
  stored: string,
  typed: string,
  {
    graceDays,
    isActive = true,
    owed = OWED,
  }: { graceDays?: number; isActive?: boolean; owed?: typeof OWED } = {},
) =>
  lastDayTexts({ endDt: new Date(`${stored}T23:59:59.999Z`), isActive }, typed, {
    owed,
    fundRules: graceDays === undefined ? {} : { graceDays },
    now: NOW,
    timeZone: 'UTC',
  });

describe('the effects of another last day', () => {
  it('are none for the same day, for none, and if nobody owes anything', () => {
    for (const typed of ['12/31/2026', '', '02/30/2027']) expect(said('2026-12-31', typed)).toEqual([]);
    expect(said('2026-12-31', '01/31/2027', { owed: { open: 0, openBalance: cents(0) } })).toEqual([]);
  });

  it('show until when dues may be paid, with the days of grace', () => {
    expect(said('2026-12-31', '11/24/2026')).toEqual([
      OWE,
      'Their dues are late after November 24, 2026: people who have not paid by then lose their cover.',
    ]);
    expect(said('2026-12-31', '11/01/2026', { graceDays: 30 })).toEqual([
      OWE,
      'Their dues are late after December 1, 2026 (the last day and 30 days of grace): people who have not paid by then lose their cover.',
    ]);
  });

  it('show that dues are late at once, or stay late', () => {
    expect(said('2026-12-31', '11/23/2026')).toEqual([OWE, GONE]);
    expect(said('2026-12-31', '10/24/2026', { graceDays: 30 })).toEqual([OWE, GONE]);
    expect(said('2026-10-31', '11/20/2026')).toEqual([OWE, 'Their dues stay late.']);
  });

  it('show that late dues of an extended run are current again', () => {
    expect(said('2026-10-31', '01/31/2027')).toEqual([
      OWE,
      BACK,
      'Their dues are late after January 31, 2027: people who have not paid by then lose their cover.',
    ]);
    // Nothing was late within its days of grace.
    expect(said('2026-11-20', '01/31/2027', { graceDays: 30 })[1]).toMatch(
      'Their dues are late after March 2',
    );
  });

  it('show that an inactive run is then paused', () => {
    expect(said('2026-10-31', '01/31/2027', { isActive: false })).toEqual([OWE, BACK, PAUSED]);
    expect(said('2026-12-31', '01/31/2027', { isActive: false })).toEqual([OWE, PAUSED]);
  });
});
