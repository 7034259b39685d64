import { describe, expect, it } from 'vitest';
import { deathSentence, type TakenOver } from './death-sentence.ts';
import { cents } from './money.ts';

const HANS = { firstNm: 'Hans', deceasedDt: '2026-11-23' };
const FUND = { campaignName: 'Field Fund', isCovered: true as boolean | null };
const taken = (more: Partial<TakenOver> = {}): TakenOver => ({
  payer: { firstNm: 'Birte', isReader: true },
  campaignName: 'Field Fund',
  price: cents(3_000),
  ...more,
});

describe('what a household reads of a death', () => {
  it.each([
    [
      HANS,
      [FUND],
      [taken()],
      'Hans died on November 23, 2026, and was covered by Field Fund on that day. From the next collection on you pay $30.00 for Field Fund.',
    ],
    [HANS, [FUND], [], 'Hans died on November 23, 2026, and was covered by Field Fund on that day.'],
    [
      HANS,
      [{ ...FUND, isCovered: false }],
      [taken({ price: null, payer: { firstNm: 'Birte', isReader: false } })],
      'Hans died on November 23, 2026, and was not covered by Field Fund on that day. From now on Birte pays for Field Fund.',
    ],
    [
      { ...HANS, deceasedDt: '2026-11-30', deathDay: 'month' as const },
      [{ ...FUND, isCovered: null }],
      [],
      'Hans died in November 2026, and it is not known whether Field Fund covered Hans then.',
    ],
    [
      { ...HANS, deathDay: 'unknown' as const },
      [{ ...FUND, isCovered: false }],
      [],
      'Hans died (the day is not known), and was not covered by Field Fund then.',
    ],
    [HANS, [], [], 'Hans died on November 23, 2026.'],
    [
      HANS,
      [FUND, { campaignName: 'Hope Fund', isCovered: false }],
      [taken({ isOpen: true }), taken({ campaignName: 'Hope Fund', price: cents(500) })],
      'Hans died on November 23, 2026, and was covered by Field Fund, and not by Hope Fund, on that day. From the next collection on you pay $30.00 for Field Fund and $5.00 for Hope Fund. What is open now stays as it is.',
    ],
  ])('%j, %j', (person, covers, takenOver, sentence) => {
    expect(deathSentence({ person, covers, takenOver }, 'usd')).toBe(sentence);
  });
});
