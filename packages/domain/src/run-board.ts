/** The board of a run, as a hall reads it, and the report at its end. Amounts are integer cents. */
import * as z from 'zod/mini';
import { pluralOf } from './text.ts';
import { cents, sumCents, IntegerCents, type Cents } from './money.ts';

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

/** What fell away of a collection since its roster was frozen: of people who have died or left since. */
export const FellAway = z.object({
  households: z.number(),
  people: z.number(),
  amount: z.nullable(IntegerCents),
});
export type FellAway = z.infer<typeof FellAway>;

/** `GET /v2/runs/{id}/board`, in cents: by organization those that the user may see, the largest open amount first. */
export const RunBoard = z.object({
  campaignRunId: z.string(),
  name: z.string(),
  campaignName: z.string(),
  /** For a collection: the lines in memory that the families agreed to. */
  memorials: z.optional(z.array(z.string())),
  ...figures,
  /** Of a collection, to users who see all of it, where something did: what is due is less by it than what was shared. */
  fellAway: z.optional(FellAway),
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
  /** For a collection, where something fell away: `due` and this together are what was shared. */
  fellAway: z.optional(FellAway),
  /** Less what went back. */
  collected: IntegerCents,
  open: IntegerCents,
  waived: IntegerCents,
  /** What was paid beyond what is due, where something was: `due` and it are what was collected, is open and was waived. */
  beyond: z.optional(IntegerCents),
  /** For the claim for which it collects. */
  paidOut: IntegerCents,
  /** What payers added for card fees; the fund has none of it. */
  fees: IntegerCents,
  /** What the fund holds now. */
  left: IntegerCents,
});
export type RunReport = z.infer<typeof RunReport>;

/** The households and people whom a roster asked, and the amount. */
type Asked = { households: number; people: number; due: Cents };

/** Returns what fell away of whom a roster asked; undefined where all of it is still due. */
export function fellAway(
  asked: Asked,
  now: Asked,
): { households: number; people: number; amount: Cents } | undefined {
  const households = asked.households - now.households;
  const people = asked.people - now.people;
  const amount = cents(asked.due - now.due);
  return households || people || amount ? { households, people, amount } : undefined;
}

/** Returns what was paid beyond what was due. */
export const beyondDue = (of: { due: Cents; collected: Cents; open: Cents; waived: Cents }): Cents =>
  cents(of.collected + of.open + of.waived - of.due);

/** Returns what fell away as the label of its amount. */
export const fellAwayInWords = ({ people }: Pick<FellAway, 'people'>): string =>
  people > 0
    ? pluralOf(
        people,
        'Fell away since: # person who died or left',
        'Fell away since: # people who died or left',
      )
    : 'Fell away since';

/** Returns what a run came to as those who gave are told, with the labels of the report; `claims` is how many it collected for. */
export function outcomeLines(
  {
    collected,
    paidOut,
    fees,
    left,
    campaignName,
  }: Pick<z.input<typeof RunReport>, 'collected' | 'paidOut' | 'fees' | 'left' | 'campaignName'>,
  claims: number,
): { label: string; amount: Cents }[] {
  return [
    { label: 'Collected', amount: cents(collected) },
    ...(claims
      ? [{ label: claims > 1 ? 'Paid to the families' : 'Paid to the family', amount: cents(paidOut) }]
      : []),
    { label: 'Added by payers for card fees', amount: cents(fees) },
    left < 0
      ? { label: `${campaignName} is below zero by`, amount: cents(-left) }
      : { label: `Left in ${campaignName}`, amount: cents(left) },
  ];
}
