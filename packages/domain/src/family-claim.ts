/** What a household reads of a claim after a death in it (rules.md "Claims", docs/decisions/054): no documents, no addresses. */
import * as z from 'zod/mini';
import { PAYEE_KINDS, type ClaimState } from './claim.ts';
import { WireInstant } from './dates.ts';
import { IntegerCents, type Cents } from './money.ts';

/** `checking` until it is decided; `given` where the fund gave something instead of money; `ended` where nothing was decided and nothing more will be. */
export const FAMILY_STEPS = ['checking', 'approved', 'paid', 'given', 'refused', 'ended'] as const;
export type FamilyStep = (typeof FAMILY_STEPS)[number];

/** For this many days after a death the household reads of its claims. */
export const FAMILY_CLAIM_DAYS = 730;

export const FamilyClaim = z.object({
  claimNbr: z.string(),
  /** The person who has died. */
  name: z.string(),
  campaignName: z.string(),
  reportedDt: z.string(),
  step: z.enum(FAMILY_STEPS),
  decidedDt: z.nullable(WireInstant),
  /** What was approved; null until then. */
  amount: z.nullable(IntegerCents),
  /** Why it was refused, and how to appeal, as it was written for the family. */
  reason: z.nullable(z.string()),
  /** What was paid, and confirmed by a second person. */
  paid: z.array(z.object({ amount: IntegerCents, paidDt: z.string(), kind: z.enum(PAYEE_KINDS) })),
  /** What was given in kind. */
  given: z.optional(z.object({ what: z.string(), givenDt: z.string() })),
  /** The office to call. */
  office: z.object({
    name: z.string(),
    phone: z.nullable(z.string()),
    contact: z.nullable(z.string()),
    contactPhone: z.optional(z.nullable(z.string())),
  }),
});
export type FamilyClaim = z.infer<typeof FamilyClaim>;

/** Answer of `GET /v2/members/{id}/family-claims`: of everybody who died in the household of the member. */
export const FamilyClaims = z.array(FamilyClaim);

type Decided = { kind: string; dt: Date; reason?: string };
type Seen = {
  state: ClaimState;
  approvedAmount: Cents | null;
  isInKind: boolean;
  decisions: readonly Decided[];
  payouts: readonly { amount: Cents; paidDt: string; payeeId: string; state: string }[];
  payees: readonly { payeeId: string; kind: (typeof PAYEE_KINDS)[number] }[];
  given?: { what: string; givenDt: string } | null | undefined;
};

/** What of a claim the household reads: of its steps only the decision that holds, of its money what is confirmed. */
export function familyView({ state, approvedAmount, isInKind, decisions, payouts, payees, given }: Seen) {
  const kindOf = new Map(payees.map(({ payeeId, kind }) => [payeeId, kind]));
  const paid = payouts
    .filter((payout) => payout.state === 'confirmed')
    .map(({ amount, paidDt, payeeId }) => ({ amount, paidDt, kind: kindOf.get(payeeId) ?? 'family' }));
  const sincePaid = paid.reduce((sum, { amount }) => sum + amount, 0);
  const reopened = decisions.findLastIndex(({ kind }) => kind === 'reopened');
  const held = decisions.slice(reopened + 1);
  const refused = held.findLast(({ kind }) => kind === 'refused');
  const approved = held.findLast(({ kind }) => kind === 'approved');
  const nothing = { decidedDt: null, amount: null, reason: null, paid };
  if (state === 'open' || state === 'proposed') return { ...nothing, step: 'checking' as const };
  if (refused)
    return { ...nothing, step: 'refused' as const, decidedDt: refused.dt, reason: refused.reason ?? null };
  if (approvedAmount === null) return { ...nothing, step: 'ended' as const };
  const isWhole = sincePaid >= approvedAmount || (state === 'closed' && sincePaid > 0);
  const isGiven = state === 'closed' && isInKind && sincePaid === 0 && Boolean(given);
  const step = isWhole ? ('paid' as const) : isGiven ? ('given' as const) : ('approved' as const);
  return {
    ...{ ...nothing, step, decidedDt: approved?.dt ?? null, amount: approvedAmount },
    ...(given && { given }),
  };
}
