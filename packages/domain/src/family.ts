/** A family that is entered at once: its people, who is primary, and what its cover costs. */
import * as z from 'zod/mini';
import { AnyAddress } from './any-address.ts';
import { CampaignMembership } from './campaign-membership.ts';
import { isMinor, TOO_YOUNG } from './coming-of-age.ts';
import type { CalendarDate } from './dates.ts';
import { freeText, optionalText, requestText } from './free-text.ts';
import { LikelyDuplicate } from './member-duplicates.ts';
import { BIRTH_DATE_IN_FUTURE, MemberEdit, MemberForm, MemberUpdate } from './member-edit.ts';
import { Member } from './member.ts';
import { NewMembershipPreview, PEOPLE_MAX } from './membership-form.ts';
import { WireMoney } from './money.ts';
import { NO_FIELDS } from './problem.ts';

/** The maximum number of people in a family that is entered at once: as many as a membership covers. */
export const FAMILY_MAX = PEOPLE_MAX;
/** The maximum number of campaigns that it joins at once. */
const CAMPAIGNS_MAX = 20;

const maybe = <T extends z.ZodMiniType>(field: T) => z.optional(z.nullable(field));

/** A person of a family; `birthDt` is null where it is not known. */
export const FamilyPerson = z.object(
  {
    firstNm: MemberForm.shape.firstNm,
    lastNm: MemberForm.shape.lastNm,
    suffix: MemberEdit.shape.suffix,
    middleInit: MemberEdit.shape.middleInit,
    birthDt: z.nullable(MemberForm.shape.birthDt),
    relationship: MemberForm.shape.relationship,
    emails: MemberEdit.shape.emails,
    isPrimary: maybe(z.boolean('isPrimary is true or false')),
  },
  NO_FIELDS,
);
export type FamilyPerson = z.infer<typeof FamilyPerson>;

const people = z
  .array(FamilyPerson, 'people is a list')
  .check(z.maxLength(FAMILY_MAX, `A family has at most ${FAMILY_MAX} people here`));
const campaignIds = maybe(
  z
    .array(freeText('Choose a campaign', { min: 1 }), 'campaignIds is a list of ids')
    .check(z.maxLength(CAMPAIGNS_MAX, `Choose at most ${CAMPAIGNS_MAX} campaigns`)),
);

/**
 * `POST /v2/organizations/{n}/families`: a new household with new members, who have its address and phones, and their
 * memberships of some campaigns. `intakeRequestId` is the request to become a member that it answers.
 */
export const FamilyForm = z.object(
  {
    address: maybe(AnyAddress),
    phones: MemberUpdate.shape.phones,
    people: people.check(z.minLength(1, 'Say who is in the family')),
    campaignIds,
    intakeRequestId: optionalText('intakeRequestId'),
  },
  NO_FIELDS,
);
export type FamilyForm = z.infer<typeof FamilyForm>;

/** The answer: the people in the order of the request, and a membership for each campaign. */
export const Family = z.object({
  household_id: z.string(),
  members: z.array(Member),
  memberships: z.array(CampaignMembership),
});

/** `POST /v2/organizations/{n}/families/preview`: those people who are complete so far; `phone` finds likely duplicates of the first. */
export const FamilyPreviewForm = z.object(
  { people, campaignIds, phone: maybe(requestText('phone', 30)) },
  NO_FIELDS,
);
export type FamilyPreviewForm = z.infer<typeof FamilyPreviewForm>;

/** Its answer; `offered` are the campaigns that the family could join. */
export const FamilyPreview = z.object({
  offered: z.array(z.object({ _id: z.string(), campaignName: z.string() })),
  /** By the people of the request: members who are likely to be the same person. */
  likelyDuplicates: z.array(z.array(LikelyDuplicate)),
  memberships: z.array(
    z.extend(NewMembershipPreview, { campaignId: z.string(), campaignName: z.string(), text: z.string() }),
  ),
  totalPrice: WireMoney,
});

/** Who is primary: whoever is said to be, or the Head of Household, or the first. */
export function headOf(family: readonly Pick<FamilyPerson, 'relationship' | 'isPrimary'>[]): number {
  const marked = family.findIndex(({ isPrimary }) => isPrimary === true);
  if (marked >= 0) return marked;
  return Math.max(
    0,
    family.findIndex(({ relationship }) => relationship === 'Head of Household'),
  );
}

/** What is wrong with the people of a family beside their fields: two who are primary, one who is too young for it, births to come. */
export function familyFaults(
  family: readonly Pick<FamilyPerson, 'birthDt' | 'relationship' | 'isPrimary'>[],
  today: CalendarDate,
): { path: string; message: string }[] {
  const head = headOf(family);
  return family.flatMap((person, place) => {
    const at = (field: string, message: string) => ({ path: `people.${place}.${field}`, message });
    const birthDt = person.birthDt as CalendarDate | null;
    const isOther = place !== head;
    return [
      ...(birthDt !== null && birthDt > today ? [at('birthDt', BIRTH_DATE_IN_FUTURE.message)] : []),
      ...(!isOther && birthDt !== null && birthDt <= today && isMinor({ birthDt }, today)
        ? [at('birthDt', TOO_YOUNG)]
        : []),
      ...(isOther && person.isPrimary === true
        ? [at('isPrimary', 'A household has one primary member')]
        : []),
      ...(isOther && person.isPrimary !== true && person.relationship === 'Head of Household'
        ? [at('relationship', 'A household has one Head of Household')]
        : []),
    ];
  });
}

const NUMBERS = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

/** What a membership of a whole family costs: `All five in Grace Funeral Fund, $80.00`. */
export function familyPriceText(names: readonly string[], campaignName: string, price: string): string {
  const { length } = names;
  const who = length === 1 ? names[0] : length === 2 ? 'Both' : `All ${NUMBERS[length - 2] ?? length}`;
  return `${who} in ${campaignName}, ${price}`;
}
