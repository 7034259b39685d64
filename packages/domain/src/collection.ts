/**
 * Collecting for a claim: a run whose dues are shared by the people who were covered on the day of the death (rules.md "Collecting for
 * a claim"). Amounts are integer cents.
 */
import * as z from 'zod/mini';
import { CampaignRunForm, LEFT_OUT, SHARINGS, type RunPreview, type Sharing } from './campaign-run.ts';
import { dateField } from './dates.ts';
import { requestText } from './free-text.ts';
import { cents, sumCents, ZERO, type Cents } from './money.ts';
import { NO_FIELDS } from './problem.ts';

/** The largest number of other claims in one run. */
const TOGETHER_MAX = 9;

/** `POST /v2/claims/{id}/collection` and `.../preview` */
export const CollectionForm = z.object(
  {
    name: CampaignRunForm.shape.name,
    description: CampaignRunForm.shape.description,
    startDt: dateField('Incorrect date'),
    endDt: dateField('Incorrect date'),
    sharing: z.enum(SHARINGS, 'Choose how it is shared'),
    /** Other approved claims of the same fund, for which the same run collects: their ids. */
    togetherWith: z.optional(z.array(requestText('togetherWith', 40)).check(z.maxLength(TOGETHER_MAX))),
  },
  NO_FIELDS,
);
export type CollectionForm = z.infer<typeof CollectionForm>;

/** The figures of that job, by their names, as a preview of the run; amounts in cents. */
export function collectionCountOf(
  report: Readonly<Record<string, number>>,
): Omit<RunPreview, 'shared'> & { least: Cents; most: Cents } {
  const amount = (name: string) => cents(report[name] ?? 0);
  return {
    count: report['count'] ?? 0,
    sum: amount('sum'),
    leftOut: LEFT_OUT.flatMap((reason) => {
      const count = report[reason];
      return count ? [{ reason, count }] : [];
    }),
    samples: [],
    least: amount('least'),
    most: amount('most'),
  };
}

/** Returns the part number `index` (from 0) of an amount in `count` parts: the first ones have the cents that are left over. */
export function shareOf(total: Cents, count: number, index: number): Cents {
  const rest = total % count;
  return cents((total - rest) / count + (index < rest ? 1 : 0));
}

/** A person who shares a run, with the fund's price; `of`: for which of its claims, by their place in it, if not for all. */
export type RosterPerson = { price: Cents; of?: readonly number[] | undefined };

/** A household in the order of its membership number. */
export type RosterHousehold<T extends RosterPerson = RosterPerson> = { people: readonly T[] };

/** Where a household stands among all that share each claim: after so many households and people. */
export type RosterPlace = readonly { households: number; people: number }[];

/** What the claims of a run share, and by how many households and people. */
export type Shared = { totals: readonly Cents[]; all: RosterPlace };

const sharesFor = (claim: number) => (person: RosterPerson) => person.of?.includes(claim) ?? true;

/** Returns how many people of a household share each of some claims. */
export const countsIn = ({ people }: RosterHousehold, claims: number): number[] =>
  Array.from({ length: claims }, (_, claim) => people.filter(sharesFor(claim)).length);

/** Returns the place of the first household. */
export const firstPlace = (claims: number): RosterPlace =>
  Array.from({ length: claims }, () => ({ households: 0, people: 0 }));

/** Returns the place after a household, of whose people so many share each claim. */
export const placeAfter = (place: RosterPlace, counts: readonly number[]): RosterPlace =>
  place.map(({ households, people }, claim) => {
    const count = counts[claim] ?? 0;
    return { households: households + (count > 0 ? 1 : 0), people: people + count };
  });

/**
 * Returns what each person of a household pays for all claims together. `place` counts the households and people before
 * this one. The part of a household is divided among its people.
 */
export function sharesIn(
  sharing: Sharing,
  { people }: RosterHousehold,
  place: RosterPlace,
  { totals, all }: Shared,
): Cents[] {
  const shares = people.map((): Cents => ZERO);
  for (const [claim, total] of totals.entries()) {
    const sharers = people.flatMap((person, index) => (sharesFor(claim)(person) ? [index] : []));
    const [before = NOBODY, everybody = NOBODY] = [place[claim], all[claim]];
    for (const [nth, index] of sharers.entries()) {
      const own = (): Cents => {
        if (sharing === 'dues') return people[index]?.price ?? ZERO;
        if (sharing === 'per_person') return shareOf(total, everybody.people, before.people + nth);
        return shareOf(shareOf(total, everybody.households, before.households), sharers.length, nth);
      };
      shares[index] = sumCents([shares[index] ?? ZERO, own()]);
    }
  }
  return shares;
}

const NOBODY = { households: 0, people: 0 };

/** Returns the amount of each household, in the order that they are given in. */
export function collectionAmounts(
  sharing: Sharing,
  households: readonly RosterHousehold[],
  totals: readonly Cents[],
): Cents[] {
  const claims = totals.length;
  const counts = households.map((household) => countsIn(household, claims));
  const all = counts.reduce(placeAfter, firstPlace(claims));
  let place = firstPlace(claims);
  return households.map((household, index) => {
    const amount = sumCents(sharesIn(sharing, household, place, { totals, all }));
    place = placeAfter(place, counts[index] ?? []);
    return amount;
  });
}
