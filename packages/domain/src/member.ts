import * as z from 'zod/mini';
import { DeathDayField } from './death-day.ts';
import { Address } from './address.ts';
import { Cover } from './cover.ts';
import { DueToRecipient } from './recipient.ts';
import { WireInstant } from './dates.ts';
import { WireMoney } from './money.ts';
import { PREFERRED_WAYS } from './preferred-way.ts';

/** Relationship options: those of the specification (section 3), then those of rules.md. */
export const RELATIONSHIPS = [
  'Head of Household',
  'Spouse',
  'Son',
  'Daughter',
  'Child',
  'Parent',
  'Son-In-Law',
  'Daughter-In-Law',
  'Grandchild',
  'Grandparent',
  'Sibling',
  'Stepchild',
  'Parent-In-Law',
  'Other Relative',
] as const;

/** The name of a member in lists; where there is something, the suffix and as whom they were known ('formerly'). */
export const FoundName = {
  firstNm: z.string(),
  lastNm: z.string(),
  suffix: z.optional(z.string()),
  formerly: z.optional(z.string()),
};

/** A phone number of a member or an organization on the wire. */
export const Phone = z.object({ phoneNbr: z.string() });

/** A member on the wire. */
export const Member = z.object({
  _id: z.string(),
  member_id: z.string(),
  memberId: z.string(),
  firstNm: z.string(),
  lastNm: z.string(),
  /** Jr., Sr., III. */
  suffix: z.optional(z.nullable(z.string())),
  middleInit: z.nullable(z.string()),
  /** The specification's other name for `middleInit`. */
  midInit: z.optional(z.nullable(z.string())),
  /** Null where it is not known, as is the age. */
  birthDt: z.nullable(z.string()),
  age: z.nullable(z.number()),
  organizationNumber: z.string(),
  organizationName: z.string(),
  externalRef: z.nullable(z.string()),
  household_id: z.nullable(z.string()),
  relationship: z.string(),
  isActive: z.nullable(z.boolean()),
  address: z.nullable(z.extend(Address, { modifiedDt: z.nullable(WireInstant) })),
  phones: z.array(Phone),
  emails: z.array(z.object({ email: z.string(), email_type: z.string() })),
  linkedHouseholds: z.array(z.string()),
  /** The day of their death. */
  deceasedDt: z.optional(z.nullable(z.string())),
  deathDay: DeathDayField,
  preferredWay: z.optional(z.nullable(z.enum(PREFERRED_WAYS))),
  /** When they stopped reminders by mail; null if they get them. */
  unsubscribedDt: z.optional(z.nullable(WireInstant)),
  /** The e-mail that the mail server refused; null if none was. */
  bouncedEmail: z.optional(z.nullable(z.string())),
  /** What an import could not read of them; missing for nothing, and once staff saved their form. */
  toComplete: z.optional(z.array(z.object({ column: z.string(), message: z.string() }))),
  /** Sent back by an edit (`MemberUpdate`). */
  version: z.optional(z.number()),
  campaignMembership: z.array(z.object({ campaignMembershipId: z.string() })),
  /** How they were called before, the last one last; for staff and themselves. */
  formerNames: z.optional(z.array(z.object({ firstNm: z.string(), lastNm: z.string(), until: WireInstant }))),
  cover: z.optional(Cover),
  createdBy: z.optional(z.string()),
  createdDt: WireInstant,
});
export type Member = z.infer<typeof Member>;

/** A member as found by a search; `id` is the member's `_id`. */
export const FoundMember = z.object({
  id: z.string(),
  ...FoundName,
  birthDt: z.nullable(z.string()),
  /** Said where they are inactive or have died: they are offered for little. */
  isActive: z.optional(z.literal(false)),
  deceasedDt: z.optional(z.string()),
  deathDay: DeathDayField,
});
export type FoundMember = z.infer<typeof FoundMember>;

/** A linked account: the primary member of another household, which this member may see and pay for. */
export const LinkedAccount = z.object({
  primary_member_id: z.string(),
  primaryMemberName: z.string(),
  outstandingBalance: WireMoney,
  /** Whether dues of a paused run are open: not due now, but not paid either. */
  hasPausedDues: z.boolean(),
  /** The dues by recipient: a payment is for one of them. */
  dueTo: z.optional(z.array(DueToRecipient)),
});
export type LinkedAccount = z.infer<typeof LinkedAccount>;
