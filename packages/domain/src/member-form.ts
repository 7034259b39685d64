/** The form in which staff write a member: every field a text, so that a draft keeps it as it was typed. */
import * as z from 'zod/mini';
import { AddressForm, OWN_COUNTRY } from './address.ts';
import { ForeignAddress } from './any-address.ts';
import { BirthDate } from './birth-date.ts';
import { parseDate, typedDate } from './dates.ts';
import { Email, INVALID_EMAIL } from './email.ts';
import { freeText } from './free-text.ts';
import type { Member } from './member.ts';
import { EMAIL_TWICE, MemberForm, PHONE_TWICE, placesOfRepeats } from './member-edit.ts';
import { SUFFIX_MAX } from './person-name.ts';
import { formatTypedPhone, INVALID_PHONE, PhoneNumber, storedPhone } from './phone.ts';
import { PREFERRED_WAYS, WAY_NAMES } from './preferred-way.ts';
import { NO_FIELDS } from './problem.ts';

type Slot = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
const SLOTS: readonly Slot[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
/** The fields of the phones and e-mails; the first is the preferred one. */
export const PHONE_FIELDS = SLOTS.map((slot) => `phone${slot}` as const);
export const EMAIL_FIELDS = SLOTS.map((slot) => `email${slot}` as const);
const NEEDED_OF_ADDRESS = ['streetAddress', 'cityNm', 'stateCd', 'postalCd'] as const;
const ADDRESS_FIELDS = [
  'streetAddress',
  'streetAddress2',
  'cityNm',
  'stateCd',
  'postalCd',
  'countryCd',
] as const;

const isAbroad = ({ countryCd }: Record<string, unknown>) =>
  typeof countryCd === 'string' && countryCd !== '' && countryCd !== OWN_COUNTRY;

const orEmpty = <T extends z.ZodMiniType<string>>(schema: T, message: string) =>
  z.union([z.literal(''), schema], message);
const each = <F extends string, T>(fields: readonly F[], schema: T) =>
  Object.fromEntries(fields.map((field) => [field, schema])) as Record<F, T>;

/** Also while other fields are wrong. */
const isForm = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;

/** An address is written whole or not at all: the message of each part stands beside its field. */
const addressChecks = NEEDED_OF_ADDRESS.map((field) =>
  z.refine<Record<string, unknown>>(
    (form) =>
      ADDRESS_FIELDS.every((name) => !form[name]) ||
      z.safeParse((isAbroad(form) ? ForeignAddress : AddressForm).shape[field], form[field]).success,
    {
      error: z.safeParse(AddressForm.shape[field], '').error?.issues[0]?.message ?? '',
      path: [field],
      when: isForm,
    },
  ),
);

/** An empty birth date is wrong unless somebody says that it is not known. */
const birthDateKnown = z.refine<Record<string, unknown>>(
  ({ birthDt, isBirthDtUnknown }) => isBirthDtUnknown === 'true' || birthDt !== '',
  { error: 'Invalid Date of Birth', path: ['birthDt'], when: isForm },
);

/** What stands in two fields of a kind is refused beside the later one. */
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

/** No union with the empty text: a resolver of forms would show the message of that. */
const DateOrEmpty = z.pipe(
  z
    .string('Invalid Date of Birth')
    .check(z.refine((text) => text === '' || z.safeParse(BirthDate, text).success, 'Invalid Date of Birth')),
  z.transform((text) => parseDate(text) ?? ''),
);

/** All fields of a member (spec sections 3 and 5). */
export const StaffMemberForm = z
  .object(
    {
      ...MemberForm.shape,
      suffix: freeText(`At most ${SUFFIX_MAX} characters`, { max: SUFFIX_MAX }),
      middleInit: orEmpty(freeText('Invalid Middle Initial', { max: 1 }), 'Invalid Middle Initial'),
      birthDt: DateOrEmpty,
      /** 'true' where it is not known; a `birthDt` that is typed wins. */
      isBirthDtUnknown: z.enum(['true', ''], 'true or empty'),
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
    birthDateKnown,
    ...addressChecks,
    ...noRepeats(PHONE_FIELDS, PHONE_TWICE, storedPhone),
    ...noRepeats(EMAIL_FIELDS, EMAIL_TWICE, (text) => text.trim().toLowerCase()),
  );

/** The form as it is typed. */
export type MemberFormValues = Record<keyof z.input<typeof StaffMemberForm>, string>;
type Sent = z.output<typeof StaffMemberForm>;

const PARTS = {
  firstNm: { name: 'First Name', fields: ['firstNm'] },
  lastNm: { name: 'Last Name', fields: ['lastNm'] },
  suffix: { name: 'Suffix', fields: ['suffix'] },
  middleInit: { name: 'Middle Initial', fields: ['middleInit'] },
  birthDt: { name: 'Birth Date', fields: ['birthDt', 'isBirthDtUnknown'] },
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
/** What a part is called. */
export const memberPartName = (part: MemberPart): string => PARTS[part].name;

/** The form of a member; of nobody yet the empty one, active and alone in their household. */
export function memberFormOf(member?: Member): MemberFormValues {
  const { phones = [], emails = [], address } = member ?? {};
  return {
    firstNm: member?.firstNm ?? '',
    lastNm: member?.lastNm ?? '',
    suffix: member?.suffix ?? '',
    middleInit: member?.middleInit ?? '',
    birthDt: member?.birthDt ? typedDate(member.birthDt) : '',
    isBirthDtUnknown: member?.birthDt === null ? 'true' : '',
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
    streetAddress2: address?.streetAddress2 ?? '',
    cityNm: address?.cityNm ?? '',
    stateCd: address?.stateCd ?? '',
    postalCd: address?.postalCd ?? '',
    countryCd: address?.countryCd ?? '',
    externalRef: member?.externalRef ?? '',
    isActive: member ? String(member.isActive ?? '') : 'true',
  };
}

/** What a part of a form says, on one line; empty for nothing. */
export function partText(values: MemberFormValues, part: MemberPart): string {
  const texts = PARTS[part].fields.map((field) => values[field].trim()).filter(Boolean);
  if (part === 'birthDt') return values.birthDt.trim() || (values.isBirthDtUnknown && 'Not known');
  if (part === 'isActive') return { true: 'Active', false: 'Inactive' }[texts[0] ?? ''] ?? 'Unknown';
  if (part === 'preferredWay')
    return new Map<string, string>(Object.entries(WAY_NAMES)).get(texts[0] ?? '') ?? '';
  return texts.join(', ');
}

/** The parts in which two forms differ. */
export function changedParts(before: MemberFormValues, after: MemberFormValues): MemberPart[] {
  return MEMBER_PARTS.filter((part) => partText(before, part) !== partText(after, part));
}

/** The fields of a part. */
export function partOf(values: MemberFormValues, part: MemberPart): Partial<MemberFormValues> {
  return Object.fromEntries(PARTS[part].fields.map((field) => [field, values[field]]));
}

/**
 * What was typed from `base`, carried over to what is stored now: parts that were not touched are as they are stored.
 * `conflicts` are the parts that somebody else changed, too, and otherwise.
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

/** Some parts of a form as `POST /v2/members` takes them; an address that was emptied is left as it is. */
export function memberPostOf(sent: Sent, parts: readonly MemberPart[] = MEMBER_PARTS): object {
  const { streetAddress, streetAddress2, cityNm, stateCd, postalCd, countryCd } = sent;
  const body: Record<MemberPart, unknown> = {
    firstNm: sent.firstNm,
    lastNm: sent.lastNm,
    suffix: sent.suffix,
    middleInit: sent.middleInit,
    birthDt: sent.birthDt || null,
    relationship: sent.relationship,
    phones: PHONE_FIELDS.flatMap((field) => (sent[field] ? { phoneNbr: sent[field] } : [])),
    emails: EMAIL_FIELDS.flatMap((field, slot) =>
      sent[field] ? { email: sent[field], email_type: slot === 0 ? 'primary' : 'other' } : [],
    ),
    preferredWay: sent.preferredWay,
    address: streetAddress
      ? {
          ...{ streetAddress, cityNm, stateCd, postalCd },
          ...(streetAddress2 && { streetAddress2 }),
          ...(countryCd && { countryCd }),
        }
      : null,
    externalRef: sent.externalRef,
    isActive: sent.isActive === '' ? null : sent.isActive === 'true',
  };
  return {
    ...Object.fromEntries(parts.map((part) => [part, body[part]])),
    ...(parts.includes('birthDt') && sent.birthDt === '' && { isBirthDtUnknown: true }),
  };
}
