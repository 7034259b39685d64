/** What is sent to write and to find a member. */
import * as z from 'zod/mini';
import { MEMBER_SEARCH_MIN_CHARS, NAME_MAX } from './constants.ts';
import { AnyAddress } from './any-address.ts';
import { BirthDate, birthDateNeeded, BirthDateUnknown } from './birth-date.ts';
import { Email } from './email.ts';
import { freeText, optionalText, requestText } from './free-text.ts';
import { readSuffix, SUFFIX_MAX } from './person-name.ts';
import { PhoneNumber, storedPhone } from './phone.ts';
import { PREFERRED_WAYS } from './preferred-way.ts';
import { NO_FIELDS } from './problem.ts';
import { RELATIONSHIPS } from './member.ts';

/** The form of a phone number. */
export const PhoneForm = z.object({ phoneNbr: PhoneNumber }, NO_FIELDS);

const PHONES_MAX = 10;

/** Shown beside a phone or an e-mail that a member has already. */
export const PHONE_TWICE = 'This phone is there already';
export const EMAIL_TWICE = 'This email is there already';

/** The places of texts that stand in a list before, empty ones aside. */
export function placesOfRepeats(texts: readonly string[]): number[] {
  return texts.flatMap((text, place) => (text && texts.indexOf(text) < place ? place : []));
}

/** Refuses what stands in a list before, beside its field. */
const noRepeats =
  <T>(field: keyof T & string, message: string, keyOf: (one: T) => string): z.core.CheckFn<T[]> =>
  ({ value, issues }) => {
    for (const place of placesOfRepeats(value.map(keyOf)))
      issues.push({ code: 'custom', message, path: [place, field], input: value, continue: true });
  };

/** The error for a birth date in the future, which needs the server's clock. */
export const BIRTH_DATE_IN_FUTURE = { path: 'birthDt', message: 'Invalid Date of Birth' };

/** The names and birth date of a member form (spec section 5). */
export const MemberForm = z.object(
  {
    firstNm: freeText('First Name is required', { min: 1 }),
    lastNm: freeText('Last Name is required', { min: 1 }),
    birthDt: BirthDate,
    relationship: z.enum(RELATIONSHIPS, 'Relationship is required'),
  },
  NO_FIELDS,
);

const maybe = <T extends z.ZodMiniType>(field: T) => z.optional(z.nullable(field));

/**
 * What members may change of themselves: their address and phones, and how they are told of what is due. `_id` or `memberId` says whose; what is null or
 * missing stays as it is. An address that is sent again as it was is confirmed by that. `version` is that of the member
 * who was read: who was changed meanwhile is not written over; without it the last one wins.
 */
export const MemberUpdate = z.object(
  {
    address: z.optional(z.nullable(AnyAddress)),
    phones: z.optional(
      z.nullable(
        z
          .array(PhoneForm, 'phones is a list')
          .check(
            z.maxLength(PHONES_MAX, `At most ${PHONES_MAX} phones`),
            z.check(noRepeats('phoneNbr', PHONE_TWICE, ({ phoneNbr }) => storedPhone(phoneNbr))),
          ),
      ),
    ),
    /** An empty text: none is chosen. */
    preferredWay: maybe(z.enum([...PREFERRED_WAYS, ''], 'mail, letter or call')),
    /** False stops reminders by mail, and no receipts; true has them sent again. */
    getsReminders: maybe(z.boolean('getsReminders is true or false')),
    version: z.optional(z.int('version is a whole number')),
  },
  NO_FIELDS,
);
export type MemberUpdate = z.infer<typeof MemberUpdate>;

const EMAILS_MAX = 10;
const EMAIL_TYPE_MAX = 30;
const MIDDLE_INITIAL_MAX = 1;

/** An e-mail address of a member, and what it is for. */
const MemberEmail = z.object(
  {
    email: Email,
    email_type: z.pipe(
      z.optional(requestText('email_type', EMAIL_TYPE_MAX)),
      z.transform((type) => type || 'primary'),
    ),
  },
  NO_FIELDS,
);

const LINKED_MAX = 100;

/**
 * What staff may change of a member: all that a form of theirs has. What is null or missing stays as it is; an empty
 * text empties what may be empty. `midInit` is the specification's other name for `middleInit`.
 */
export const MemberEdit = z.extend(MemberUpdate, {
  firstNm: maybe(MemberForm.shape.firstNm),
  lastNm: maybe(MemberForm.shape.lastNm),
  suffix: z.optional(z.nullable(z.pipe(requestText('suffix', SUFFIX_MAX), z.transform(readSuffix)))),
  middleInit: optionalText('middleInit', MIDDLE_INITIAL_MAX),
  midInit: optionalText('midInit', MIDDLE_INITIAL_MAX),
  birthDt: maybe(BirthDate),
  isBirthDtUnknown: BirthDateUnknown,
  relationship: maybe(MemberForm.shape.relationship),
  externalRef: optionalText('externalRef', NAME_MAX),
  isActive: maybe(z.boolean('isActive is true or false')),
  /** Ids of the households that they may look at and pay for: these and no others. */
  linkedHouseholds: maybe(
    z
      .array(requestText('linkedHouseholds'), 'linkedHouseholds is a list')
      .check(z.maxLength(LINKED_MAX, `At most ${LINKED_MAX} linked households`)),
  ),
  emails: maybe(
    z
      .array(MemberEmail, 'emails is a list')
      .check(
        z.maxLength(EMAILS_MAX, `At most ${EMAILS_MAX} emails`),
        z.check(noRepeats('email', EMAIL_TWICE, ({ email }) => email.toLowerCase())),
      ),
  ),
});
export type MemberEdit = z.infer<typeof MemberEdit>;

/**
 * `POST /v2/members`: with `_id` or `memberId` it changes a member, without them it makes one at `organizationNumber`, in
 * a household that is there (`household_id`) or in one of their own.
 */
export const MemberPost = z.extend(MemberEdit, {
  _id: optionalText('_id'),
  memberId: optionalText('memberId'),
  organizationNumber: optionalText('organizationNumber'),
  household_id: optionalText('household_id'),
});

/** What a new member must have. */
export const NewMemberForm = z
  .extend(MemberPost, { ...MemberForm.shape, birthDt: maybe(BirthDate) })
  .check(birthDateNeeded('Invalid Date of Birth'));
export type NewMemberForm = z.infer<typeof NewMemberForm>;

const SEARCH_TOO_SHORT = `Type at least ${MEMBER_SEARCH_MIN_CHARS} characters`;

/** `GET /v2/organizations/{n}/members/search`: part of a name, a member number or a phone number. */
export const MemberSearchQuery = z.object(
  {
    search_term: z
      .string(SEARCH_TOO_SHORT)
      .check(
        z.trim(),
        z.minLength(MEMBER_SEARCH_MIN_CHARS, SEARCH_TOO_SHORT),
        z.maxLength(NAME_MAX, `At most ${NAME_MAX} characters`),
      ),
  },
  NO_FIELDS,
);
