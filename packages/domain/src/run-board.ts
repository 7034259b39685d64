/** The board of a run, as a hall reads it, and the report at its end. Amounts are integer cents. */
import * as z from 'zod/mini';
import { sumCents, IntegerCents, type Cents } from './money.ts';

/** Who is charged, and what was due, came in and is open; amounts are null for users who may not read them. */
const figures = {
  /** People. */
  covered: z.number(),
  households: z.number(),
  openHouseholds: z.number(),
  due: z.nullable(IntegerCents),
  collected: z.nullable(IntegerCents),
  /** What is still to be paid: what was waived is not. */
  open: z.nullable(IntegerCents),
};

/** `GET /v2/runs/{id}/board`, in cents: by organization those that the user may see, the largest open amount first. */
export const RunBoard = z.object({
  campaignRunId: z.string(),
  name: z.string(),
  campaignName: z.string(),
  ...figures,
  byOrganization: z.array(
    z.object({ organizationNumber: z.string(), organizationName: z.string(), ...figures }),
  ),
});
export type RunBoard = z.infer<typeof RunBoard>;

type Figures = Pick<RunBoard, keyof typeof figures>;

/** Returns the sum of some figures; an amount is null where one of them is. */
export function addBoard(all: readonly Figures[]): Figures {
  const count = (of: (one: Figures) => number) => all.reduce((sum, one) => sum + of(one), 0);
  const amount = (of: (one: Figures) => number | null) => {
    const amounts = all.map(of);
    return amounts.includes(null) ? null : sumCents(amounts as Cents[]);
  };
  return {
    covered: count((one) => one.covered),
    households: count((one) => one.households),
    openHouseholds: count((one) => one.openHouseholds),
    due: amount((one) => one.due),
    collected: amount((one) => one.collected),
    open: amount((one) => one.open),
  };
}

/** `GET /v2/runs/{id}/report`, in cents: what a collection came to, for the members of the fund. */
export const RunReport = z.object({
  campaignRunId: z.string(),
  name: z.string(),
  campaignName: z.string(),
  startDt: z.string(),
  endDt: z.string(),
  households: z.number(),
  people: z.number(),
  due: IntegerCents,
  /** Less what went back. */
  collected: IntegerCents,
  open: IntegerCents,
  waived: IntegerCents,
  /** For the claim for which it collects. */
  paidOut: IntegerCents,
  /** What payers added for card fees; the fund has none of it. */
  fees: IntegerCents,
  /** What the fund holds now. */
  left: IntegerCents,
});
export type RunReport = z.infer<typeof RunReport>;
