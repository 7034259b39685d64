/** What moves or gives up money only after a second person has approved it, where an organization asks for it. */
import * as z from 'zod/mini';
import { WireInstant } from './dates.ts';
import { WireCents, WireMoney, type Cents } from './money.ts';
import { NO_FIELDS } from './problem.ts';
import { moneyReason } from './waiver.ts';

/**
 * What an organization asks a second person for; it holds for everything below it. `refundOverCents`: refunds of more than
 * that in all of one payment; null: of no refund. `claimOverCents`: claims of more than that are approved by two people
 * besides who proposed them; missing or null: by one.
 */
export const TwoPerson = z.object(
  {
    refundOverCents: z.nullable(WireCents),
    waiver: z.boolean('waiver is true or false'),
    batchClose: z.boolean('batchClose is true or false'),
    claimOverCents: z.optional(z.nullable(WireCents)),
  },
  'twoPerson names a limit, waivers and batches',
);
export type TwoPerson = z.infer<typeof TwoPerson>;

/** What an organization asks for that has said nothing. */
export const ONE_PERSON: TwoPerson = { refundOverCents: null, waiver: false, batchClose: false };

/** The rules of an organization from its own and those above it: the strictest of each. */
export function strictestOf(rules: readonly TwoPerson[]): TwoPerson {
  const lowest = (limits: readonly Cents[]) => (limits.length ? (Math.min(...limits) as Cents) : null);
  return {
    refundOverCents: lowest(rules.flatMap(({ refundOverCents }) => refundOverCents ?? [])),
    claimOverCents: lowest(rules.flatMap(({ claimOverCents }) => claimOverCents ?? [])),
    waiver: rules.some(({ waiver }) => waiver),
    batchClose: rules.some(({ batchClose }) => batchClose),
  };
}

/** Whether a refund needs a second person, by what went back of its payment before: a limit is not split. */
export const isOverLimit = ({ refundOverCents }: TwoPerson, amount: Cents, gone: Cents): boolean =>
  refundOverCents !== null && amount + gone > refundOverCents;

/** How many people approve a claim of an amount, besides who proposed it. */
export const approversOf = ({ claimOverCents = null }: TwoPerson, amount: Cents): 1 | 2 =>
  claimOverCents !== null && amount > claimOverCents ? 2 : 1;

type Person = { userId: string | null; email: string };

/** Whether two are the same person: by the sign-in, or by its address, which another sign-in may have had before. */
export const isSamePerson = (one: Person, other: Person): boolean =>
  one.userId === other.userId || one.email === other.email;

export const APPROVAL_TYPES = ['refund', 'waiver', 'batch'] as const;
export type ApprovalType = (typeof APPROVAL_TYPES)[number];

/** The code of the 403 to the person who asked for it: another one approves. */
export const SECOND_PERSON = 'second_person';

/** The maximum number of requests in a list. */
export const APPROVALS_MAX = 100;

/** `GET /v2/organizations/{n}/approvals`: what waits for a second person, oldest first; `amount` in dollars. */
export const Approval = z.object({
  _id: z.string(),
  type: z.enum(APPROVAL_TYPES),
  organizationNumber: z.string(),
  /** What is asked for, in words. */
  what: z.string(),
  amount: WireMoney,
  reason: z.nullable(z.string()),
  by: z.string(),
  at: WireInstant,
  /** The reader asked for it, and cannot approve it. */
  isOwn: z.boolean(),
  /** The payment of a refund, the batch of a closing. */
  paymentId: z.optional(z.string()),
  batchId: z.optional(z.string()),
  member: z.nullable(z.object({ member_id: z.string(), name: z.string() })),
});
export type Approval = z.infer<typeof Approval>;

export const Approvals = z.array(Approval);

/** `POST /v2/approvals/{id}/approve`; `failed`: the card provider refused the refund. */
export const ApprovalAnswer = z.object({ outcome: z.enum(['done', 'failed']) });
export type ApprovalAnswer = z.infer<typeof ApprovalAnswer>;

/** `POST /v2/approvals/{id}/decline` */
export const DeclineForm = z.object({ reason: moneyReason() }, NO_FIELDS);
export type DeclineForm = z.infer<typeof DeclineForm>;
