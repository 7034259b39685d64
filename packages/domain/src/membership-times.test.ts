/** Intervals of parts and payers: added, ended, added again, ended on the same day, undone; they never overlap. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, END_OF_TIME } from './dates.ts';
import {
  afterMembershipStep,
  afterMembershipSteps,
  changedByDeath,
  MembershipRefusal,
  type MembershipContext,
  type MembershipPerson,
  type MembershipStep,
} from './membership-change.ts';
import type { CoveredPerson, MembershipState } from './membership-state.ts';
import {
  beginningSince,
  intervalsOf,
  intervalsProblem,
  membershipOn,
  payerOn,
  timesOf,
} from './membership-times.ts';
import { cents } from './money.ts';

const START = new Date('2026-01-01T12:00:00.000Z');
/** Noon of a day after the start. */
const day = (days: number) => new Date(START.getTime() + days * DAY_MS);
const endOf = (days: number) => new Date(day(days).getTime() + DAY_MS / 2 - 1);

const PEOPLE = ['ruth', 'sam', 'ann'].map((_id): MembershipPerson => ({
  ...{ _id, firstNm: _id, lastNm: 'Okafor', birthDt: '1980-05-05', relationship: 'Spouse', isActive: true },
}));
const context = (now: Date): MembershipContext => ({
  people: new Map(PEOPLE.map((item) => [item._id, item])),
  priceRules: [],
  defaultPrice: cents(1000),
  now,
  today: '2026-06-01',
  newId: () => `row-new-${now.getTime()}`,
});
const part = (member_id: string, more: Partial<CoveredPerson> = {}): CoveredPerson => ({
  ...{ _id: `row-${member_id}`, member_id, price: cents(1000), priceOverride: null },
  ...{ startDt: START, endDt: END_OF_TIME, isActive: true, ...more },
});
const FAMILY: MembershipState = {
  ...{ primaryMemberId: 'ruth', isActive: true, activeDt: START, totalPrice: cents(2000) },
  members: [part('ruth'), part('sam')],
};
const PENDING: MembershipState = {
  ...{ ...FAMILY, isActive: null, activeDt: null },
  members: FAMILY.members.map((item) => ({ ...item, isActive: null })),
};

type Dated = readonly [number, MembershipStep];
const through = (steps: readonly Dated[], state: MembershipState = FAMILY) =>
  steps.reduce((item, [days, step]) => afterMembershipStep(item, step, context(day(days))), state);
const of = (state: MembershipState, memberId: string) => {
  const found = state.members.find(({ member_id }) => member_id === memberId);
  if (!found) throw new Error(`no part of ${memberId}`);
  return found;
};
const days = (instant: Date) =>
  instant.getTime() === END_OF_TIME.getTime() ? Infinity : (instant.getTime() - START.getTime()) / DAY_MS;
const daysOf = (state: MembershipState, memberId: string) =>
  intervalsOf(of(state, memberId)).map(({ from, until }) => [days(from), days(until)]);

const remove = { do: 'remove', member_id: 'sam' } as const;
const add = { do: 'add', member_id: 'sam' } as const;
const waive = (isWaived: boolean) => ({ do: 'waive_waiting', member_id: 'sam', isWaived }) as const;
const price = (amount: number | null) =>
  ({ do: 'set_price', member_id: 'sam', price: amount === null ? null : cents(amount) }) as const;
const activate = { do: 'activate' } as const;
const deactivate = { do: 'deactivate' } as const;
const died = (days_: number) => ({ do: 'end_dead', member_id: 'sam', endDt: endOf(days_) }) as const;

describe('the intervals of a part', () => {
  it.each<[string, readonly Dated[], readonly (readonly number[])[]]>([
    ['goes on', [], [[0, Infinity]]],
    ['ended', [[5, remove]], [[0, 5]]],
    [
      'ended and added again',
      [
        [5, remove],
        [8, add],
      ],
      [
        [0, 5],
        [8, Infinity],
      ],
    ],
    [
      'ended twice',
      [
        [5, remove],
        [8, add],
        [9, remove],
        [20, add],
      ],
      [
        [0, 5],
        [8, 9],
        [20, Infinity],
      ],
    ],
    [
      'taken back within a day',
      [
        [5, remove],
        [5.9, add],
      ],
      [[0, Infinity]],
    ],
    [
      'ended on the day on which it began again',
      [
        [5, remove],
        [8, add],
        [8, remove],
        [20, add],
      ],
      [
        [0, 5],
        [20, Infinity],
      ],
    ],
    [
      'ended with the membership',
      [
        [5, deactivate],
        [8, activate],
      ],
      [
        [0, 5],
        [8, Infinity],
      ],
    ],
    [
      'ended with the membership and alone',
      [
        [3, remove],
        [5, deactivate],
        [8, activate],
        [9, add],
      ],
      [
        [0, 3],
        [9, Infinity],
      ],
    ],
    [
      'waived in between',
      [
        [5, waive(true)],
        [7, waive(false)],
      ],
      [
        [0, 5],
        [5, 7],
        [7, Infinity],
      ],
    ],
    [
      'priced by hand',
      [
        [5, price(1)],
        [6, price(2)],
        [7, price(null)],
      ],
      [
        [0, 5],
        [5, 7],
        [7, Infinity],
      ],
    ],
    ['ended by a death', [[9, died(5)]], [[0, 5.5]]],
    [
      'ended by a death before it began again',
      [
        [4, remove],
        [8, add],
        [9, died(5)],
      ],
      [[0, 4]],
    ],
    [
      'waived after the day of the death',
      [
        [7, waive(true)],
        [9, died(5)],
      ],
      [[0, 5.5]],
    ],
    [
      'died, and the day corrected',
      [
        [9, died(5)],
        [10, died(3)],
      ],
      [[0, 3.5]],
    ],
  ])('%s', (_what, steps, expected) => {
    expect(daysOf(through(steps), 'sam')).toEqual(expected);
  });

  it.each<[string, readonly Dated[], readonly (readonly number[])[]]>([
    ['waits', [], []],
    ['confirmed', [[5, activate]], [[5, Infinity]]],
    ['declined', [[5, deactivate]], []],
    [
      'declined, confirmed later',
      [
        [5, deactivate],
        [8, activate],
      ],
      [[8, Infinity]],
    ],
    ['died before', [[6, died(5)]], []],
    [
      'died before, the day corrected',
      [
        [6, died(5)],
        [7, died(6)],
      ],
      [],
    ],
  ])('one that waited to be confirmed has none before: %s', (_what, steps, expected) => {
    expect(daysOf(through(steps, PENDING), 'sam')).toEqual(expected);
  });

  it('keep what decided about cover then', () => {
    const state = through([
      [5, waive(true)],
      [6, price(1)],
      [9, remove],
      [20, add],
    ]);
    expect(
      intervalsOf(of(state, 'sam')).map((item) => [
        item.isWaitingWaived,
        item.priceOverride,
        days(item.startDt),
      ]),
    ).toEqual([
      [undefined, null, 0],
      [true, null, 0],
      [true, 1, 0],
      [undefined, null, 20],
    ]);
    expect(timesOf(of(state, 'sam')).map(({ startDt, endDt }) => [days(startDt), days(endDt)])).toEqual([
      [0, 9],
      [20, Infinity],
    ]);
  });

  it('steps of one change count as one: the price of an added person applies from the first day', () => {
    const steps = [
      { do: 'add', member_id: 'ann', startDt: START } as const,
      { ...price(1), member_id: 'ann' },
    ];
    const state = afterMembershipSteps(FAMILY, steps, context(day(9)));
    expect(daysOf(state, 'ann')).toEqual([[0, Infinity]]);
    expect(of(state, 'ann').earlier).toBeUndefined();
  });

  it('begin earlier where an import knows since when the fund covers', () => {
    const waived = of(through([[5, waive(true)]]), 'sam');
    const since = beginningSince(waived, day(-100));
    expect(intervalsOf(since).map(({ from, startDt }) => [days(from), days(startDt)])).toEqual([
      [-100, -100],
      [5, -100],
    ]);
    expect(beginningSince(since, START)).toEqual(waived);
  });

  it('begin earlier in the first time alone, for a person who was added again', () => {
    const again = of(
      through([
        [5, remove],
        [9, add],
      ]),
      'sam',
    );
    const since = beginningSince(again, day(-100), START);
    expect(intervalsOf(since).map(({ from, until }) => [days(from), days(until)])).toEqual([
      [-100, 5],
      [9, Infinity],
    ]);
    expect(beginningSince(since, START, day(-100))).toEqual(again);
  });

  it('end with the membership, on a day before the last change of theirs', () => {
    const state = through([
      [20, waive(true)],
      [25, { do: 'close', endDt: endOf(10) }],
    ]);
    expect(daysOf(state, 'sam')).toEqual([[0, 10.5 - 1 / DAY_MS]]);
    expect(membershipOn(state, day(15)).isActive).toBe(false);
    expect(intervalsProblem(state)).toBeUndefined();
  });
});

describe('who paid', () => {
  const primary = (member_id: string) => ({ do: 'make_primary', member_id }) as const;

  it('is known for each day, also after several changes and on the day itself', () => {
    const state = through([
      [5, primary('sam')],
      [8, primary('ruth')],
    ]);
    const asked = [-1, 0, 4.9, 5, 7.9, 8, 100].map((at) => payerOn(state, day(at)));
    expect(asked).toEqual(['ruth', 'ruth', 'ruth', 'sam', 'sam', 'ruth', 'ruth']);
    expect(state.payers?.map(({ member_id, endDt }) => [member_id, days(endDt)])).toEqual([
      ['ruth', 5],
      ['sam', 8],
    ]);
  });

  const dies = (now: number, on: number) =>
    afterMembershipSteps(
      FAMILY,
      [
        { do: 'end_dead', member_id: 'ruth', endDt: endOf(on) },
        { do: 'take_over', member_id: 'sam' },
      ],
      context(day(now)),
    );

  it.each([
    ['entered days later', 9, 5],
    ['entered on the day', 5, 5],
  ])('was the deceased up to the end of the day of the death: %s', (_what, now, on) => {
    const state = dies(now, on);
    expect([on - 1, on + 0.49, on + 0.5, on + 1].map((at) => payerOn(state, day(at)))).toEqual([
      'ruth',
      'ruth',
      'sam',
      'sam',
    ]);
  });

  it('stays in order when the office changes the payer again on the day of the death', () => {
    const state = afterMembershipSteps(
      { ...dies(5, 5), members: [...dies(5, 5).members, part('ann')] },
      [primary('ann')],
      context(day(5.2)),
    );
    expect([5.1, 5.3, 5.6].map((at) => payerOn(state, day(at)))).toEqual(['ruth', 'ruth', 'ann']);
    expect(intervalsProblem(state)).toBeUndefined();
  });

  it('follows the day of the death when it is corrected, and is the same again when it is taken back', () => {
    const state = dies(9, 5);
    const earlier = afterMembershipStep(
      state,
      { do: 'end_dead', member_id: 'ruth', endDt: endOf(3) },
      context(day(10)),
    );
    expect([3, 4].map((at) => payerOn(earlier, day(at)))).toEqual(['ruth', 'sam']);
    const before = changedByDeath(FAMILY, state);
    const paid = afterMembershipSteps(
      { ...state, members: [...state.members, part('ann')] },
      [primary('ann')],
      context(day(9.5)),
    );
    const kept = afterMembershipStep(
      paid,
      { do: 'restore', before: { ...before, primaryMemberId: 'ann', addedId: 'row-sam' } },
      context(day(10)),
    );
    expect(of(kept, 'sam')).toMatchObject({ isActive: false, endDt: day(10) });
    expect(intervalsProblem(kept)).toBeUndefined();
    const restored = afterMembershipStep(state, { do: 'restore', before }, context(day(10)));
    expect(restored).toEqual(FAMILY);
    expect(payerOn(restored, day(7))).toBe('ruth');
  });

  it('a part that the death of the payer began again is as before when the death is taken back', () => {
    const without = through([[5, remove]]);
    const steps = [
      { do: 'end_dead', member_id: 'ruth', endDt: endOf(8) },
      { do: 'take_over', member_id: 'sam' },
    ] as const;
    const state = afterMembershipSteps(without, steps, context(day(9)));
    expect(daysOf(state, 'sam')).toEqual([
      [0, 5],
      [9, Infinity],
    ]);
    const step = { do: 'restore', before: changedByDeath(without, state) } as const;
    const restored = afterMembershipStep(state, step, context(day(10)));
    expect(daysOf(restored, 'sam')).toEqual([[0, 5]]);
    expect(daysOf(restored, 'ruth')).toEqual([[0, Infinity]]);
  });
});

describe('a membership on a day', () => {
  const on = (state: MembershipState, at: number) => {
    const then = membershipOn(state, day(at));
    return [then.isActive, ...then.members.map(({ isActive, startDt }) => [isActive, days(startDt)])];
  };

  it('is active while anybody has a part in it, and returns each part as it was', () => {
    const state = through([
      [5, remove],
      [8, add],
      [10, deactivate],
      [20, activate],
    ]);
    expect(on(state, 4)).toEqual([true, [true, 0], [true, 0]]);
    expect(on(state, 6)).toEqual([true, [true, 0], [false, 0]]);
    expect(on(state, 9)).toEqual([true, [true, 0], [true, 8]]);
    expect(on(state, 15)).toEqual([false, [false, 0], [false, 8]]);
    expect(on(state, 21)).toEqual([true, [true, 20], [true, 20]]);
  });

  it('waited until it was confirmed or declined', () => {
    expect(on(through([[5, activate]], PENDING), 3)[0]).toBe(null);
    expect(on(through([[5, activate]], PENDING), 5)[0]).toBe(true);
    expect(on(through([[5, deactivate]], PENDING), 3)).toEqual([null, [null, 5], [null, 5]]);
    expect(on(through([[5, deactivate]], PENDING), 6)[0]).toBe(false);
  });

  it('knows nothing of what was waived or priced later, or of a death to come', () => {
    const state = through([
      [5, waive(true)],
      [6, price(1)],
      [20, died(10)],
    ]);
    const then = (at: number) => of(membershipOn(state, day(at)), 'sam');
    expect(then(4)).toEqual({ ...part('sam'), price: cents(1) });
    expect([then(5).isWaitingWaived, then(5).priceOverride]).toEqual([true, null]);
    expect([then(6).isWaitingWaived, then(6).priceOverride]).toEqual([true, 1]);
    expect(then(10)).toMatchObject({ isActive: true });
    expect(then(10)).not.toHaveProperty('endReason');
    expect(then(10.5)).toMatchObject({ isActive: false, endReason: 'died' });
  });
});

describe('whatever happens to a membership', () => {
  const who = fc.constantFrom('ruth', 'sam', 'ann');
  const step = fc.oneof<fc.Arbitrary<MembershipStep>[]>(
    fc.constantFrom<MembershipStep>(activate, deactivate, { do: 'refresh' }),
    fc.record({
      do: fc.constantFrom('add' as const, 'remove' as const, 'make_primary' as const),
      member_id: who,
    }),
    fc.record({ do: fc.constant('waive_waiting' as const), member_id: who, isWaived: fc.boolean() }),
    fc.record({
      do: fc.constant('set_price' as const),
      member_id: who,
      price: fc.constantFrom(null, cents(1)),
    }),
    fc.record({
      do: fc.constant('cover' as const),
      member_ids: fc.subarray(['ruth', 'sam', 'ann']),
    }),
  );
  /** Steps with the days between them; none, a moment, hours, weeks. */
  const history = fc.array(fc.tuple(fc.constantFrom(0, 0.001, 0.5, 1, 1.5, 30), step), { maxLength: 25 });
  const states = (steps: readonly Dated[], start: MembershipState) => {
    let now = 0;
    let state = start;
    return steps.flatMap(([wait, item]) => {
      now += wait;
      try {
        state = afterMembershipStep(state, item, context(day(now)));
      } catch (error) {
        if (!(error instanceof MembershipRefusal)) throw error;
      }
      return { state, now };
    });
  };
  const start = fc.constantFrom(FAMILY, PENDING);

  it('the intervals of a part are in order and never overlap, and the payers are too', () => {
    fc.assert(
      fc.property(start, history, (from, steps) => {
        for (const { state } of states(steps, from)) {
          for (const item of state.members) {
            const intervals = intervalsOf(item);
            for (const [index, { from: first, until }] of intervals.entries()) {
              expect(first < until).toBe(true);
              const next = intervals[index + 1];
              if (next) expect(until <= next.from).toBe(true);
            }
          }
          const ends = (state.payers ?? []).map(({ endDt }) => endDt.getTime());
          expect(ends).toEqual(ends.toSorted((a, b) => a - b));
          expect(intervalsProblem(state)).toBeUndefined();
        }
      }),
    );
  });

  it('the state of a day is the same after anything that happens more than a day later', () => {
    fc.assert(
      fc.property(start, history, history, (from, steps, later) => {
        const before = states(steps, from).at(-1) ?? { state: from, now: 0 };
        const asked = day(before.now);
        const result = (state: MembershipState) => {
          const then = membershipOn(state, asked);
          return [
            payerOn(state, asked),
            ...then.members
              .filter(({ isActive, startDt }) => isActive === true && startDt <= asked)
              .toSorted((left, right) => left.member_id.localeCompare(right.member_id))
              .map((item) => [
                item.member_id,
                item.startDt,
                item.isWaitingWaived,
                item.priceOverride !== null,
              ]),
          ];
        };
        const expected = result(before.state);
        let now = before.now + 1.01;
        let { state } = before;
        for (const [wait, item] of later) {
          now += wait;
          try {
            state = afterMembershipStep(state, item, context(day(now)));
          } catch (error) {
            if (!(error instanceof MembershipRefusal)) throw error;
          }
          expect(result(state)).toEqual(expected);
        }
      }),
    );
  });

  it('what is over is never changed: it is only added to', () => {
    fc.assert(
      fc.property(start, history, (from, steps) => {
        let before = from;
        for (const { state } of states(steps, from)) {
          for (const item of before.members) {
            const kept = of(state, item.member_id).earlier ?? [];
            expect(kept.slice(0, item.earlier?.length ?? 0)).toEqual(item.earlier ?? []);
          }
          expect((state.payers ?? []).slice(0, before.payers?.length ?? 0)).toEqual(before.payers ?? []);
          before = state;
        }
      }),
    );
  });
});
