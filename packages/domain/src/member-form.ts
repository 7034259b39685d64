/** The form in which staff edit a member: every field is a text, so that a draft keeps it as typed. */
import * as z from 'zod/mini';
import { AddressForm } from './address.ts';
import { BirthDate } from './birth-date.ts';
import { typedDate } from './dates.ts';
import { Email, INVALID_EMAIL } from './email.ts';
import { freeText } from './free-text.ts';
import type { Member } from './member.ts';
import { EMAIL_TWICE, MemberForm, PHONE_TWICE, placesOfRepeats } from './member-edit.ts';
import { formatTypedPhone, INVALID_PHONE, phoneDigits, PhoneNumber } from './phone.ts';
import { PREFERRED_WAYS, WAY_NAMES } from './preferred-way.ts';
import { NO_FIELDS } from './problem.ts';

type Slot = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
const SLOTS: readonly Slot[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
/** The fields of the phones and e-mails; the first is the preferred one. */
export const PHONE_FIELDS = SLOTS.map((slot) => `phone${slot}` as const);
export const EMAIL_FIELDS = SLOTS.map((slot) => `email${slot}` as const);
const ADDRESS_FIELDS = ['streetAddress', 'cityNm', 'stateCd', 'postalCd'] as const;

const orEmpty = <T extends z.ZodMiniType<string>>(schema: T, message: string) =>
  z.union([z.literal(''), schema], message);
const each = <F extends string, T>(fields: readonly F[], schema: T) =>
  Object.fromEntries(fields.map((field) => [field, schema])) as Record<F, T>;

/** Also while other fields are wrong. */
const isForm = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;

/** An address must be complete or empty: the message of each part is shown beside its field. */
const addressChecks = ADDRESS_FIELDS.map((field) =>
  z.refine<Record<string, unknown>>(
    (form) =>
      ADDRESS_FIELDS.every((name) => !form[name]) ||
      z.safeParse(AddressForm.shape[field], form[field]).success,
    {
      error: z.safeParse(AddressForm.shape[field], '').error?.issues[0]?.message ?? '',
      path: [field],
      when: isForm,
    },
  ),
);

/** A value repeated in two fields of a kind is refused beside the later one. */
const noRepeats = (fields: readonly string[], message: string, keyOf: (text: string) => string) => {
  const keyIn = (form: Record<string, unknown>) => (field: string) => {
    const text = form[field];
    return typeof text === 'string' ? keyOf(text) : '';
  };
  return fields.map((field, place) =>
    z.refine<Record<string, unknown>>((form) => !placesOfRepeats(fields.map(keyIn(form))).includes(place), {
      error: message,
      path: [field],
      when: isForm,
    }),
  );
};

/** All fields of a member (spec sections 3 and 5). */
export const StaffMemberForm = z
  .object(
    {
      ...MemberForm.shape,
      middleInit: orEmpty(freeText('Invalid Middle Initial', { max: 1 }), 'Invalid Middle Initial'),
      birthDt: BirthDate,
      ...each(PHONE_FIELDS, orEmpty(PhoneNumber, INVALID_PHONE)),
      ...each(EMAIL_FIELDS, orEmpty(Email, INVALID_EMAIL)),
      preferredWay: z.enum([...PREFERRED_WAYS, ''], 'By email, letter or phone'),
      ...each(ADDRESS_FIELDS, z.string().check(z.trim())),
      externalRef: freeText('At most 100 characters'),
      isActive: z.enum(['true', 'false', ''], 'Active or inactive'),
    },
    NO_FIELDS,
  )
  .check(
    ...addressChecks,
    ...noRepeats(PHONE_FIELDS, PHONE_TWICE, phoneDigits),
    ...noRepeats(EMAIL_FIELDS, EMAIL_TWICE, (text) => text.trim().toLowerCase()),
  );

/** The form as typed. */
export type MemberFormValues = Record<keyof z.input<typeof StaffMemberForm>, string>;
type Sent = z.output<typeof StaffMemberForm>;

const PARTS = {
  firstNm: { name: 'First Name', fields: ['firstNm'] },
  lastNm: { name: 'Last Name', fields: ['lastNm'] },
  middleInit: { name: 'Middle Initial', fields: ['middleInit'] },
  birthDt: { name: 'Birth Date', fields: ['birthDt'] },
  relationship: { name: 'Relationship', fields: ['relationship'] },
  phones: { name: 'Phones', fields: PHONE_FIELDS },
  emails: { name: 'Emails', fields: EMAIL_FIELDS },
  preferredWay: { name: 'How they want to be told what is due', fields: ['preferredWay'] },
  address: { name: 'Address', fields: ADDRESS_FIELDS },
  externalRef: { name: 'External Reference', fields: ['externalRef'] },
  isActive: { name: 'State', fields: ['isActive'] },
} as const satisfies Record<string, { name: string; fields: readonly (keyof MemberFormValues)[] }>;

/** A part of a member that is changed as a whole. */
export type MemberPart = keyof typeof PARTS;
const MEMBER_PARTS = Object.keys(PARTS) as MemberPart[];
/** The label of a part. */
export const memberPartName = (part: MemberPart): string => PARTS[part].name;

/** The form of a member; without one the empty form, active and alone in their household. */
export function memberFormOf(member?: Member): MemberFormValues {
  const { phones = [], emails = [], address } = member ?? {};
  return {
    firstNm: member?.firstNm ?? '',
    lastNm: member?.lastNm ?? '',
    middleInit: member?.middleInit ?? '',
    birthDt: member ? typedDate(member.birthDt) : '',
    relationship: member?.relationship ?? 'Head of Household',
    ...(Object.fromEntries(
      PHONE_FIELDS.map((field, slot) => [field, formatTypedPhone(phones[slot]?.phoneNbr ?? '')]),
    ) as Pick<MemberFormValues, (typeof PHONE_FIELDS)[number]>),
    ...(Object.fromEntries(EMAIL_FIELDS.map((field, slot) => [field, emails[slot]?.email ?? ''])) as Pick<
      MemberFormValues,
      (typeof EMAIL_FIELDS)[number]
    >),
    preferredWay: member?.preferredWay ?? '',
    streetAddress: address?.streetAddress ?? '',
    cityNm: address?.cityNm ?? '',
    stateCd: address?.stateCd ?? '',
    postalCd: address?.postalCd ?? '',
    externalRef: member?.externalRef ?? '',
    isActive: member ? String(member.isActive ?? '') : 'true',
  };
}

/** The text of a part of a form, on one line; empty for nothing. */
export function partText(values: MemberFormValues, part: MemberPart): string {
  const texts = PARTS[part].fields.map((field) => values[field].trim()).filter(Boolean);
  if (part === 'isActive') return { true: 'Active', false: 'Inactive' }[texts[0] ?? ''] ?? 'Unknown';
  if (part === 'preferredWay')
    return new Map<string, string>(Object.entries(WAY_NAMES)).get(texts[0] ?? '') ?? '';
  return texts.join(', ');
}

/** Returns the parts in which two forms differ. */
export function changedParts(before: MemberFormValues, after: MemberFormValues): MemberPart[] {
  return MEMBER_PARTS.filter((part) => partText(before, part) !== partText(after, part));
}

/** The fields of a part. */
export function partOf(values: MemberFormValues, part: MemberPart): Partial<MemberFormValues> {
  return Object.fromEntries(PARTS[part].fields.map((field) => [field, values[field]]));
}

/**
 * Merges a form typed from `base` into what is stored now: untouched parts are as stored. `conflicts` are the parts
 * that another user has also changed, differently.
 */
export function mergeForms(base: MemberFormValues, typed: MemberFormValues, stored: MemberFormValues) {
  const mine = changedParts(base, typed);
  const theirs = changedParts(base, stored);
  const differ = changedParts(typed, stored);
  const untouched = MEMBER_PARTS.filter((part) => !mine.includes(part));
  return {
    values: Object.assign({ ...typed }, ...untouched.map((part) => partOf(stored, part))) as MemberFormValues,
    conflicts: mine.filter((part) => theirs.includes(part) && differ.includes(part)),
  };
}

/** Returns parts of a form as `POST /v2/members` takes them; an address that was emptied stays as it is. */
export function memberPostOf(sent: Sent, parts: readonly MemberPart[] = MEMBER_PARTS): object {
  const { streetAddress, cityNm, stateCd, postalCd } = sent;
  const body: Record<MemberPart, unknown> = {
    firstNm: sent.firstNm,
    lastNm: sent.lastNm,
    middleInit: sent.middleInit,
    birthDt: sent.birthDt,
    relationship: sent.relationship,
    phones: PHONE_FIELDS.flatMap((field) => (sent[field] ? { phoneNbr: sent[field] } : [])),
    emails: EMAIL_FIELDS.flatMap((field, slot) =>
      sent[field] ? { email: sent[field], email_type: slot === 0 ? 'primary' : 'other' } : [],
    ),
    preferredWay: sent.preferredWay,
    address: streetAddress ? { streetAddress, cityNm, stateCd, postalCd } : null,
    externalRef: sent.externalRef,
    isActive: sent.isActive === '' ? null : sent.isActive === 'true',
  };
  return Object.fromEntries(parts.map((part) => [part, body[part]]));
}
