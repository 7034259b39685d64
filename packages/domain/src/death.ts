/**
 * A death in a family (rules.md "Death, payers and who is charged"): who pays from then on, and what staff are shown.
 */
import * as z from 'zod/mini';
import { isMinor } from './coming-of-age.ts';
import type { CalendarDate } from './dates.ts';
import { Household } from './household.ts';
import { WireMoney } from './money.ts';

/** The errors of `payerMemberId`. */
export const PAYER_NEEDED = 'Choose who pays from now on';
export const PAYER_WRONG = 'Choose a living adult of this household';

/** Sorts people without a known birth date after all others. */
const UNKNOWN_LAST = '9999';

type Survivor = {
  _id: string;
  birthDt: CalendarDate | null;
  relationship: string;
  isActive: boolean | null;
  deceasedDt: CalendarDate | null;
  organizationNumber: string;
};

/**
 * Returns who of a household may pay after a death: living adults of the same organization, the spouse first, then the
 * oldest.
 */
export function payersAfter<P extends Survivor>(
  residents: readonly P[],
  dead: Pick<Survivor, '_id' | 'organizationNumber'>,
  today: CalendarDate,
): P[] {
  const isSpouse = ({ relationship }: Survivor) => relationship === 'Spouse';
  return residents
    .filter(
      (each) =>
        each._id !== dead._id &&
        each.organizationNumber === dead.organizationNumber &&
        each.isActive !== false &&
        !each.deceasedDt &&
        !isMinor(each, today),
    )
    .toSorted(
      (one, other) =>
        Number(isSpouse(other)) - Number(isSpouse(one)) ||
        (one.birthDt ?? UNKNOWN_LAST).localeCompare(other.birthDt ?? UNKNOWN_LAST),
    );
}

/** The effects of a death, in the preview and in the answer. Amounts in dollars. */
const DeathFields = {
  /** For each fund: whether the deceased was covered on the day, and what the fund pays. */
  covered: z.array(
    z.object({
      campaignId: z.string(),
      campaignName: z.string(),
      isCovered: z.nullable(z.boolean()),
      reasons: z.array(z.object({ code: z.string(), text: z.string() })),
      benefits: z.array(
        z.object({
          ...{ label: z.string(), amount: WireMoney },
          /** In kind: something worth the amount. Up to: what the funeral costs, at most the amount. */
          ...{ isInKind: z.optional(z.boolean()), isUpTo: z.optional(z.boolean()) },
        }),
      ),
      claimUntil: z.nullable(z.string()),
    }),
  ),
  /** The member who pays from now on; null if none is needed. */
  payer: z.nullable(z.object({ member_id: z.string(), name: z.string() })),
  memberships: z.array(
    z.object({
      /** Null for one that does not exist yet. */
      _id: z.nullable(z.string()),
      campaignName: z.string(),
      /** The member who pays for it then; missing in what a death changes. */
      primaryMemberName: z.optional(z.string()),
      priceBefore: WireMoney,
      priceAfter: WireMoney,
      /** The day on which the whole membership ends, if it does. */
      endsOn: z.optional(z.string()),
      /** What happens to it, and why its price changes, in sentences. */
      sentences: z.array(z.string()),
    }),
  ),
  /** The dues open after it; `needsOffice` if they had a payment and stay, or nobody is left to pay them. */
  openDues: z.array(
    z.object({
      donation_id: z.string(),
      campaignName: z.string(),
      campaignRunName: z.string(),
      balance: WireMoney,
      needsOffice: z.boolean(),
      /** A sentence that says what happens to these dues. */
      text: z.string(),
    }),
  ),
  quietUntil: z.nullable(z.string()),
  leftToDo: z.array(z.object({ code: z.string(), text: z.string(), href: z.string() })),
};

const OptionalDeath = {
  covered: z.optional(DeathFields.covered),
  payer: z.optional(DeathFields.payer),
  memberships: z.optional(DeathFields.memberships),
  openDues: z.optional(DeathFields.openDues),
  quietUntil: z.optional(DeathFields.quietUntil),
  leftToDo: z.optional(DeathFields.leftToDo),
};
/** The effects of a death, on the wire. */
export const Death = z.object(DeathFields);
export type Death = z.input<typeof Death>;

/** What else a death changes, in sentences: in the household, and of the sign-in, the cards and the offices of the deceased. */
const AboutDeath = z.object({
  household: z.array(z.string()),
  ends: z.array(z.string()),
  /** To whom nothing is sent until `quietUntil`. */
  quietFor: z.array(z.object({ member_id: z.string(), name: z.string() })),
});

/** Answer of `POST /v2/members/{id}/life-events/preview`: sentences; for a death also its effects, for others those on payer, memberships and dues. */
export const LifeEventPreview = z.object({
  sentences: z.array(z.string()),
  ...OptionalDeath,
  /** Of other events: who may pay from now on, the one to propose first; empty if nobody needs to. */
  payers: z.optional(z.array(z.object({ member_id: z.string(), name: z.string() }))),
  about: z.optional(AboutDeath),
});
export type LifeEventPreview = z.infer<typeof LifeEventPreview>;

/** Answer of `POST /v2/members/{id}/life-events`: the household afterwards; for a death also its effects. */
export const LifeEventReply = z.extend(Household, OptionalDeath);
export type LifeEventReply = z.infer<typeof LifeEventReply>;
