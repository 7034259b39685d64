import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { collectionAmounts, countsIn, firstPlace, placeAfter, shareOf, sharesIn } from './collection.ts';
import type { Sharing } from './campaign-run.ts';
import { cents, sumCents, ZERO } from './money.ts';
import { addBoard, beyondDue, fellAway } from './run-board.ts';

const household = (...prices: number[]) => ({ people: prices.map((price) => ({ price: cents(price) })) });
const THREE = [household(2500), household(2500, 1000, 0), household(1500, 500)];

describe('what each household pays for a claim', () => {
  it.each<[Sharing, number, number[]]>([
    ['dues', 999_999, [2500, 3500, 2000]],
    ['per_household', 900_000, [300_000, 300_000, 300_000]],
    ['per_household', 1_000_000, [333_334, 333_333, 333_333]],
    ['per_household', 2, [1, 1, 0]],
    ['per_person', 600, [100, 300, 200]],
    ['per_person', 604, [101, 303, 200]],
    ['per_person', 605, [101, 303, 201]],
  ])('%s of %d', (sharing, total, amounts) => {
    expect(collectionAmounts(sharing, THREE, [cents(total)])).toEqual(amounts);
  });

  it('sums to what is shared, to the cent, no two parts differ by more than one, and the first pay more', () => {
    const people = fc.array(fc.record({ price: fc.nat(9_999).map(cents) }), { minLength: 1, maxLength: 6 });
    const households = fc.array(fc.record({ people }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(
        households,
        fc.nat(3_000_000),
        fc.constantFrom<Sharing>('per_household', 'per_person'),
        (all, total, sharing) => {
          expect(sumCents(collectionAmounts(sharing, all, [cents(total)]))).toBe(total);
          const end = all.map((one) => countsIn(one, 1)).reduce(placeAfter, firstPlace(1));
          let place = firstPlace(1);
          const parts = all.flatMap((one) => {
            const shares = sharesIn(sharing, one, place, { totals: [cents(total)], all: end });
            place = placeAfter(place, countsIn(one, 1));
            expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
            return sharing === 'per_person' ? shares : [sumCents(shares)];
          });
          expect((parts[0] ?? 0) - (parts.at(-1) ?? 0)).toBeLessThanOrEqual(1);
          expect(parts).toEqual(parts.toSorted((a, b) => b - a));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('one alone pays all of it', () => {
    expect(shareOf(cents(1001), 1, 0)).toBe(1001);
  });
});

describe('a collection for claims of several deaths', () => {
  const person = (of?: number[]) => ({ price: cents(1000), ...(of && { of }) });
  const BOTH = [
    { people: [person(), person([1])] },
    { people: [person([0])] },
    { people: [person(), person()] },
  ];

  it.each<[Sharing, number[]]>([
    ['dues', [3000, 1000, 4000]],
    // 1000 by three households and 300 by two; 1000 by four people and 300 by four.
    ['per_household', [334 + 150, 333, 333 + 150]],
    ['per_person', [250 + 150, 250, 500 + 150]],
  ])('by %s adds up what each household shares of each', (sharing, amounts) => {
    expect(collectionAmounts(sharing, BOTH, [cents(1000), cents(300)])).toEqual(amounts);
  });

  const households = fc.array(
    fc.array(
      fc.record({
        price: fc.integer({ min: 1, max: 9_999 }).map(cents),
        of: fc.constantFrom([0], [1], [0, 1], undefined),
        diesBefore: fc.boolean(),
        diesAfter: fc.boolean(),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    { minLength: 1, maxLength: 30 },
  );
  const funds = fc.record({
    households,
    totals: fc.tuple(fc.integer({ min: 1, max: 900_000 }), fc.integer({ min: 1, max: 900_000 })),
    sharing: fc.constantFrom<Sharing>('dues', 'per_household', 'per_person'),
    step: fc.integer({ min: 1, max: 7 }),
    payments: fc.array(fc.record({ due: fc.nat(29), part: fc.double({ min: 0.1, max: 1.5, noNaN: true }) }), {
      maxLength: 40,
    }),
  });

  it('agrees to the cent: roster, preview, dues set step by step, board and report, whoever dies and pays when', () => {
    fc.assert(
      fc.property(funds, ({ households: all, totals: [one, other], sharing, step, payments }) => {
        const rows = all.map((people) => ({ people }));
        const totals = [cents(one), cents(other)];
        const counts = rows.map((row) => countsIn(row, 2));
        const everybody = counts.reduce(placeAfter, firstPlace(2));
        const shared = totals.filter((_total, claim) => (everybody[claim]?.people ?? 0) > 0);
        const preview = collectionAmounts(sharing, rows, totals);
        const asked = {
          ...{ households: rows.length, people: all.flat().length },
          due: sharing === 'dues' ? sumCents(preview) : sumCents(shared),
        };
        expect(sumCents(preview)).toBe(asked.due);

        // The job: some households a step, from the place that the step before left; who died meanwhile is left out.
        let place = firstPlace(2);
        const dues: { people: number; amount: number; prices: { price: number; dies: boolean }[] }[] = [];
        for (let from = 0; from < rows.length; from += step)
          for (const [nth, row] of rows.slice(from, from + step).entries()) {
            const living = row.people.filter(({ diesBefore }) => !diesBefore);
            const shares = sharesIn(sharing, { people: living }, place, { totals, all: everybody });
            place = placeAfter(place, counts[from + nth] ?? []);
            const prices = shares.map((price, index) => ({ price, dies: living[index]?.diesAfter === true }));
            dues.push({ people: living.length, amount: sumCents(shares), prices });
          }
        expect(place).toEqual(everybody);
        if (all.flat().every(({ diesBefore }) => !diesBefore))
          expect(dues.map(({ amount }) => amount)).toEqual(preview);

        // Later deaths take out their part, or the whole of a household's.
        const open = dues.map(({ prices, amount }) => {
          const left = prices.filter(({ dies }) => !dies);
          if (sharing === 'per_household')
            return { people: left.length, due: cents(left.length ? amount : 0) };
          return { people: left.length, due: sumCents(left.map(({ price }) => cents(price))) };
        });
        const paid = open.map(() => ZERO);
        const waived = open.map(() => ZERO);
        for (const { due: index, part } of payments) {
          const { due = ZERO } = open[index] ?? {};
          if (due === 0) continue;
          if (part > 0.9) paid[index] = sumCents([paid[index] ?? ZERO, cents(Math.round(due * part))]);
          else waived[index] = cents(Math.round((due * part) / 40));
        }
        const figures = open.map(({ due, people }, index) => {
          const [collected = ZERO, less = ZERO] = [paid[index], waived[index]];
          const rest = cents(Math.max(0, due - collected - less));
          const isListed = due > 0 || collected > 0;
          return {
            ...{ households: isListed ? 1 : 0, covered: isListed ? people : 0, openHouseholds: rest ? 1 : 0 },
            ...{ due, collected, open: rest, waived: less },
          };
        });
        const board = addBoard(figures);
        const now = { households: board.households, people: board.covered, due: cents(board.due ?? 0) };
        const less = fellAway(asked, now);
        expect(now.due + (less?.amount ?? 0)).toBe(asked.due);
        expect(less?.amount ?? 0).toBeGreaterThanOrEqual(0);
        const report = {
          due: now.due,
          collected: cents(board.collected ?? 0),
          open: cents(board.open ?? 0),
          waived: sumCents(waived),
        };
        expect(report.due + beyondDue(report)).toBe(report.collected + report.open + report.waived);
        expect(beyondDue(report)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 300 },
    );
  });
});
