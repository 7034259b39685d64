/** A death in a family (rules.md "Death, payers and who is charged"): who pays from now on, and what staff are told. */
import * as z from 'zod/mini';
import { isMinor } from './coming-of-age.ts';
import type { CalendarDate } from './dates.ts';
import { Household } from './household.ts';
import { WireMoney } from './money.ts';

/** The errors beside `payerMemberId`. */
export const PAYER_NEEDED = 'Choose who pays from now on';
export const PAYER_WRONG = 'Choose a living adult of this household';

/** Whose birth date is not known comes after all others. */
const UNKNOWN_LAST = '9999';

type Survivor = {
  _id: string;
  birthDt: CalendarDate | null;
  relationship: string;
  isActive: boolean | null;
  deceasedDt: CalendarDate | null;
  organizationNumber: string;
};

/** Who of a household may pay after a death: living adults of the same organization, the spouse first, then the oldest. */
export function payersAfter<P extends Survivor>(
  residents: readonly P[],
  dead: Pick<Survivor, '_id' | 'organizationNumber'>,
  today: CalendarDate,
): P[] {
  const isSpouse = ({ relationship }: Survivor) => relationship === 'Spouse';
  return residents
    .filter(
      (one) =>
        one._id !== dead._id &&
        one.organizationNumber === dead.organizationNumber &&
        one.isActive !== false &&
        !one.deceasedDt &&
        !isMinor(one, today),
    )
    .toSorted(
      (one, other) =>
        Number(isSpouse(other)) - Number(isSpouse(one)) ||
        (one.birthDt ?? UNKNOWN_LAST).localeCompare(other.birthDt ?? UNKNOWN_LAST),
    );
}

/** What is told of a death, before it is entered and with the answer. Amounts in dollars. */
const DeathFields = {
  /** Of each fund: whether they were covered on the day, and what the fund pays. */
  covered: z.array(
    z.object({
      campaignId: z.string(),
      campaignName: z.string(),
      isCovered: z.nullable(z.boolean()),
      reasons: z.array(z.object({ code: z.string(), text: z.string() })),
      benefits: z.array(z.object({ label: z.string(), amount: WireMoney })),
      claimUntil: z.nullable(z.string()),
    }),
  ),
  /** Who pays from now on; null where nobody need. */
  payer: z.nullable(z.object({ member_id: z.string(), name: z.string() })),
  memberships: z.array(
    z.object({
      _id: z.string(),
      campaignName: z.string(),
      priceBefore: WireMoney,
      priceAfter: WireMoney,
      /** The day on which the whole membership ends, where it does. */
      endsOn: z.optional(z.string()),
    }),
  ),
  /** What is open after it; `needsOffice` where it had a payment and stays, or nobody is left to pay it. */
  openDues: z.array(
    z.object({
      donation_id: z.string(),
      campaignName: z.string(),
      campaignRunName: z.string(),
      balance: WireMoney,
      needsOffice: z.boolean(),
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
/** The same of a death. */
export const Death = z.object(DeathFields);
export type Death = z.input<typeof Death>;

/** Answer of `POST /v2/members/{id}/life-events/preview`: sentences; of a death also what it comes to. */
export const LifeEventPreview = z.object({
  sentences: z.array(z.string()),
  ...OptionalDeath,
});
export type LifeEventPreview = z.infer<typeof LifeEventPreview>;

/** Answer of `POST /v2/members/{id}/life-events`: the household as it then is; of a death also what it came to. */
export const LifeEventReply = z.extend(Household, {
  ...OptionalDeath,
});
export type LifeEventReply = z.infer<typeof LifeEventReply>;
