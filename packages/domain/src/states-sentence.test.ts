import { describe, expect, it } from 'vitest';
import { END_OF_TIME } from './dates.ts';
import type { FundRules } from './fund-rules.ts';
import type { MembershipState } from './membership-state.ts';
import { cents } from './money.ts';
import { statesSentences, type StatesSentenceInput } from './states-sentence.ts';

const NOW = new Date('2026-11-24T12:00:00.000Z');
const LONG_AGO = new Date('2020-01-01');
const YESTERDAY = new Date('2026-11-20T12:00:00.000Z');

/** A membership of some people: active since long ago, or ended. */
function membership(size: number, isActive: boolean, startDt = isActive ? LONG_AGO : NOW): MembershipState {
  return {
    primaryMemberId: 'a',
    isActive,
    activeDt: startDt,
    totalPrice: cents(size * 2_500),
    members: Array.from({ length: size }, (_, index) => ({
      ...{ _id: String(index), member_id: String(index), price: cents(2_500), priceOverride: null },
      ...{ startDt, endDt: isActive ? END_OF_TIME : NOW, isActive },
    })),
  };
}
const active = (size: number, startDt?: Date) => membership(size, true, startDt);
const inactive = (size: number) => membership(size, false, LONG_AGO);

const born = (birthDt: string) => ({ birthDt, relationship: 'Spouse' as const });
const people = new Map(['0', '1', '2'].map((id) => [id, born('1980-01-01')]));

const sentences = (
  changes: [MembershipState, MembershipState][],
  {
    dues = [],
    ...more
  }: Partial<StatesSentenceInput> & { dues?: StatesSentenceInput['changes'][number]['dues'] } = {},
) =>
  statesSentences({
    changes: changes.map(([before, after]) => ({ before, after, dues })),
    people,
    refused: 0,
    isActive: true,
    fund: { priceRules: [], defaultPrice: cents(2_500), fundRules: {} },
    now: NOW,
    shown: { currency: 'usd', timeZone: 'UTC' },
    ...more,
  });
const fundWith = (fundRules: FundRules): Partial<StatesSentenceInput> => ({
  fund: { priceRules: [], defaultPrice: cents(2_500), fundRules },
});

describe('what making memberships active means', () => {
  it('says who is covered at once and what it costs', () => {
    expect(sentences([[inactive(1), active(1, NOW)]])).toEqual([
      '1 person is covered from now on.',
      'It costs $25.00 in all, in each run.',
    ]);
  });

  it('says when those are covered who wait', () => {
    const fund = fundWith({ waitingDays: 180 });
    const [two, three] = [active(2, NOW), active(3, NOW)];
    expect(
      sentences(
        [
          [inactive(2), two],
          [inactive(3), three],
        ],
        fund,
      ),
    ).toEqual([
      '5 people are covered from May 23, 2027, after the waiting time of this fund.',
      'They cost $125.00 in all, in each run.',
    ]);
    const first = sentences(
      [
        [inactive(1), active(1, YESTERDAY)],
        [inactive(3), three],
      ],
      fund,
    )[0];
    expect(first).toBe(
      '4 people are covered between May 19, 2027 and May 23, 2027, after the waiting time of this fund.',
    );
  });

  it('says who is not covered all the same', () => {
    const fund = fundWith({ ageLimits: [{ relationships: ['Spouse'], maxAge: 18 }] });
    expect(sentences([[inactive(2), active(2, NOW)]], fund)).toEqual([
      '2 people are not covered by the rules of this fund: late dues must be paid first, or they are outside the ages that it covers.',
      'It costs $50.00 in all, in each run.',
    ]);
  });

  it('says who stays as they are', () => {
    expect(sentences([[active(2), active(2)]], { refused: 2 })).toEqual([
      'Nobody gains or loses cover.',
      '1 is active already.',
      '2 stay as they are: their primary members are inactive.',
    ]);
  });
});

it('says who loses cover where memberships become inactive', () => {
  const changes: [MembershipState, MembershipState][] = [
    [active(2), inactive(2)],
    [inactive(3), inactive(3)],
  ];
  expect(sentences(changes, { isActive: false })).toEqual([
    '2 people lose this cover now.',
    '1 is inactive already.',
  ]);
});
