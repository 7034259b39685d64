/** Requests that write and find members. */
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

/** How many phones and e-mails a member has at most. */
export const PHONES_MAX = 10;

/** Shown beside a phone or an e-mail that the member already has. */
export const PHONE_TWICE = 'This phone is already listed';
export const EMAIL_TWICE = 'This email is already listed';

/** The places of texts that stand in a list before, empty ones aside. */
function placesOfRepeats(texts: readonly string[]): number[] {
  return texts.flatMap((text, place) => (text && texts.indexOf(text) < place ? place : []));
}

/** Refuses a repeated text, beside its field. */
export const noRepeats =
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
 * The fields that members may change of themselves: their address and phones, and how they are reminded of dues. `_id`
 * or `memberId` names the member; null or missing fields stay as they are. An address that is sent again unchanged
 * counts as confirmed. `version` is that of the member as read: with it a change made meanwhile is not overwritten;
 * without it the last one wins.
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
    /** An empty text means no choice. */
    preferredWay: maybe(z.enum([...PREFERRED_WAYS, ''], 'mail, letter or call')),
    /** False stops reminders by mail, but not receipts; true resumes them. */
    getsReminders: maybe(z.boolean('getsReminders is true or false')),
    version: z.optional(z.int('version is a whole number')),
  },
  NO_FIELDS,
);
export type MemberUpdate = z.infer<typeof MemberUpdate>;

export const EMAILS_MAX = 10;
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
 * The fields that staff may change: all those of a member's form. Null or missing fields stay as they are; an empty
 * text clears an optional field. `midInit` is the specification's other name for `middleInit`.
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
  /** True says that nothing of theirs is left to be completed after an import. */
  isComplete: maybe(z.boolean('isComplete is true or false')),
  isActive: maybe(z.boolean('isActive is true or false')),
  /** Ids of the households that the member may see and pay for: these and no others. */
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
 * `POST /v2/members`: with `_id` or `memberId` it changes a member, without them it makes one at `organizationNumber`,
 * in an existing household (`household_id`) or in their own.
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
