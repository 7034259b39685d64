import * as z from 'zod/mini';
import { birthDateNeeded, BirthDateUnknown, TypedBirth, typedBirthNeeded } from './birth-date.ts';
import { dateField, WireInstant } from './dates.ts';
import { Email, INVALID_EMAIL } from './email.ts';
import { freeText } from './free-text.ts';
import { MemberForm } from './member-edit.ts';
import { LikelyDuplicate } from './member-duplicates.ts';
import { cursorFields, filterField } from './pagination.ts';
import { INVALID_PHONE, PhoneNumber } from './phone.ts';
import { NO_FIELDS } from './problem.ts';
import { countLettersAndDigits } from './text.ts';

const INVALID_BIRTH_DATE = 'Invalid Birth Date';
const INVALID_MIDDLE_INITIAL = 'Invalid Middle Initial';
const INVALID_ORGANIZATION = 'Invalid Church or Organization';

/** The maximum length of a middle initial (spec section 5). */
export const MIDDLE_INITIAL_MAX = 1;

/** A name of at least two letters or digits. */
const name = (message: string) =>
  freeText(message).check(z.refine((text) => countLettersAndDigits(text) >= 2, message));

/** An optional field; an empty text means missing. */
const optional = <T extends z.ZodMiniType<string>>(schema: T, message: string) =>
  z.optional(z.nullable(z.union([z.literal(''), schema], message)));

/**
 * Checks that at least one of some fields is filled in. The error is shown at the first, also while other fields are
 * wrong.
 */
const oneOf = (fields: [string, ...string[]], error: string) =>
  z.refine<object>((form) => fields.some((field) => new Map(Object.entries(form)).get(field)), {
    error,
    path: [fields[0]],
    when: ({ value }) => typeof value === 'object' && value !== null,
  });

/**
 * The intake form and `POST /v2/intake-requests` (spec section 5): 'Invalid {field label}'. So that the office can
 * answer, it says how, by phone or e-mail, and which organization: by its number, from a link or QR code of the
 * organization, or else in the person's own words (rules.md "Oddities of the spec").
 */
export const IntakeForm = z
  .object(
    {
      firstNm: name('Invalid First Name'),
      lastNm: name('Invalid Last Name'),
      middleInit: optional(
        z
          .string()
          .check(
            z.trim(),
            z.regex(new RegExp(`^\\p{L}{0,${MIDDLE_INITIAL_MAX}}$`, 'u'), INVALID_MIDDLE_INITIAL),
          ),
        INVALID_MIDDLE_INITIAL,
      ),
      birthDt: z.optional(z.nullable(dateField(INVALID_BIRTH_DATE))),
      isBirthDtUnknown: BirthDateUnknown,
      phone: optional(PhoneNumber, INVALID_PHONE),
      email: optional(Email, INVALID_EMAIL),
      organizationNumber: optional(freeText(INVALID_ORGANIZATION), INVALID_ORGANIZATION),
      organizationName: optional(name(INVALID_ORGANIZATION), INVALID_ORGANIZATION),
    },
    NO_FIELDS,
  )
  .check(
    birthDateNeeded(INVALID_BIRTH_DATE),
    oneOf(['phone', 'email'], 'Give a phone number or an email address'),
    oneOf(['organizationName', 'organizationNumber'], INVALID_ORGANIZATION),
  );
export type IntakeForm = z.infer<typeof IntakeForm>;

/** The error for a birth date in the future, which needs the server's clock. */
export const FUTURE_BIRTH_DATE = { path: 'birthDt', message: INVALID_BIRTH_DATE };

/** The error for an organization number that does not exist. */
export const UNKNOWN_ORGANIZATION = { path: 'organizationNumber', message: INVALID_ORGANIZATION };

/** The organization of an intake link: `GET /v2/intake-requests/organization/{organizationNumber}`. */
export const IntakeOrganization = z.object({ organizationNumber: z.string(), organizationName: z.string() });

/** Answer of `POST /v2/intake-requests`. */
export const IntakeAnswer = z.object({ status: z.literal('received') });

/** A request as shown to staff. */
export const IntakeRequest = z.object({
  _id: z.string(),
  firstNm: z.string(),
  lastNm: z.string(),
  middleInit: z.nullable(z.string()),
  birthDt: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** `*` if the person named the organization in their own words: the staff of the root find out which one it is. */
  organizationNumber: z.string(),
  organizationName: z.nullable(z.string()),
  status: z.enum(['new', 'member', 'dismissed']),
  createdDt: WireInstant,
  /** Who answered it and when, and why it was dismissed or which member it became; null while it is new. */
  decision: z.nullable(
    z.object({
      by: z.string(),
      at: WireInstant,
      reason: z.nullable(z.string()),
      member_id: z.nullable(z.string()),
    }),
  ),
  /** Members who are probably the same person; only for new requests, and if the reader may see members. */
  likelyDuplicates: z.array(LikelyDuplicate),
});
export type IntakeRequest = z.infer<typeof IntakeRequest>;

/** Answer of `GET /v2/organizations/{n}/intake-requests`, newest first. */
export const IntakeRequestPage = z.object({
  intakeRequests: z.array(IntakeRequest),
  next: z.nullable(z.string()),
});

const INTAKE_PAGE = 20;
/** The status of a request: waiting for an answer, became a member, or dismissed. */
export const INTAKE_STATUSES = ['new', 'member', 'dismissed'] as const;

/** `GET /v2/organizations/{n}/intake-requests`: of an organization and all below it (`*` for all of them). */
export const IntakeRequestsQuery = z.object(
  {
    status: filterField(z.enum(INTAKE_STATUSES), 'status is new, member or dismissed'),
    ...cursorFields(INTAKE_PAGE),
  },
  NO_FIELDS,
);

/** `POST /v2/intake-requests/{id}/dismiss` */
export const DismissForm = z.object(
  { reason: freeText('Say why, in 3 to 300 characters', { min: 3, max: 300 }) },
  NO_FIELDS,
);
export type DismissForm = z.infer<typeof DismissForm>;

/** The form that makes a member from a request: a member's required fields, and contact data. */
export const IntakeMemberForm = z
  .extend(MemberForm, {
    middleInit: IntakeForm.shape.middleInit,
    phoneNbr: z.union([z.literal(''), PhoneNumber], INVALID_PHONE),
    email: z.union([z.literal(''), Email], INVALID_EMAIL),
    organizationNumber: z.string().check(z.minLength(1, 'Choose an organization')),
    ...TypedBirth,
  })
  .check(typedBirthNeeded);
export type IntakeMemberForm = z.infer<typeof IntakeMemberForm>;
