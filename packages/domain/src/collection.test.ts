import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { collectionAmounts, FIRST_PLACE, placeAfter, shareOf, sharesIn } from './collection.ts';
import type { Sharing } from './campaign-run.ts';
import { cents, sumCents } from './money.ts';

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
    expect(collectionAmounts(sharing, THREE, cents(total))).toEqual(amounts);
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
          expect(sumCents(collectionAmounts(sharing, all, cents(total)))).toBe(total);
          const end = all.reduce(placeAfter, FIRST_PLACE);
          let place = FIRST_PLACE;
          const parts = all.flatMap((one) => {
            const shares = sharesIn(sharing, one, place, { total: cents(total), all: end });
            place = placeAfter(place, one);
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
