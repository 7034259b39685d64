/**
 * Collecting for a claim: a run whose dues are shared by the people who were covered on the day of the death (rules.md "Collecting for
 * a claim"). Amounts are integer cents.
 */
import * as z from 'zod/mini';
import { CampaignRunForm, LEFT_OUT, SHARINGS, type RunPreview, type Sharing } from './campaign-run.ts';
import { dateField } from './dates.ts';
import { cents, sumCents, type Cents } from './money.ts';
import { NO_FIELDS } from './problem.ts';

/** `POST /v2/claims/{id}/collection` and `.../preview` */
export const CollectionForm = z.object(
  {
    name: CampaignRunForm.shape.name,
    description: CampaignRunForm.shape.description,
    startDt: dateField('Incorrect date'),
    endDt: dateField('Incorrect date'),
    sharing: z.enum(SHARINGS, 'Choose how it is shared'),
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

/** A household in the order of its membership number: its people, with the prices of the fund. */
export type RosterHousehold<T extends { price: Cents } = { price: Cents }> = { people: readonly T[] };

/** Where a household stands among all that share: after so many households and people. */
export type RosterPlace = { households: number; people: number };

export const FIRST_PLACE: RosterPlace = { households: 0, people: 0 };

/** Returns the place after a household. */
export const placeAfter = (place: RosterPlace, { people }: RosterHousehold): RosterPlace => ({
  households: place.households + 1,
  people: place.people + people.length,
});

/**
 * Returns what each person of a household pays. `all` counts the households and people that share `total`, `place` those
 * before this one. The part of a household is divided among its people.
 */
export function sharesIn(
  sharing: Sharing,
  { people }: RosterHousehold,
  place: RosterPlace,
  { total, all }: { total: Cents; all: RosterPlace },
): Cents[] {
  if (sharing === 'dues') return people.map(({ price }) => price);
  if (sharing === 'per_person')
    return people.map((_person, index) => shareOf(total, all.people, place.people + index));
  const part = shareOf(total, all.households, place.households);
  return people.map((_person, index) => shareOf(part, people.length, index));
}

/** Returns the amount of each household, in the order that they are given in. */
export function collectionAmounts(
  sharing: Sharing,
  households: readonly RosterHousehold[],
  total: Cents,
): Cents[] {
  const all = households.reduce(placeAfter, FIRST_PLACE);
  let place = FIRST_PLACE;
  return households.map((household) => {
    const amount = sumCents(sharesIn(sharing, household, place, { total, all }));
    place = placeAfter(place, household);
    return amount;
  });
}
