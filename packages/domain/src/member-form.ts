/** The form in which staff write a member: what is typed is text. */
import * as z from 'zod/mini';
import { sentBirthOf, TypedBirth, typedBirthNeeded } from './birth-date.ts';
import { typedDate } from './dates.ts';
import { Email, INVALID_EMAIL } from './email.ts';
import { freeText } from './free-text.ts';
import type { Member } from './member.ts';
import { EMAIL_TWICE, MemberForm, noRepeats, PHONE_TWICE } from './member-edit.ts';
import { SUFFIX_MAX } from './person-name.ts';
import { formatTypedPhone, INVALID_PHONE, PhoneNumber, storedPhone } from './phone.ts';
import { PREFERRED_WAYS, WAY_NAMES } from './preferred-way.ts';
import { NO_FIELDS } from './problem.ts';
import { sentAddressOf, typedAddressOf, TypedAddressOrNone } from './typed-address.ts';

const orEmpty = <T extends z.ZodMiniType<string>>(schema: T, message: string) =>
  z.union([z.literal(''), schema], message);
/** All fields of a member (spec sections 3 and 5); the first phone and e-mail is the preferred one, any may be empty. */
export const StaffMemberForm = z
  .object(
    {
      ...MemberForm.shape,
      suffix: freeText(`At most ${SUFFIX_MAX} characters`, { max: SUFFIX_MAX }),
      middleInit: orEmpty(freeText('Invalid Middle Initial', { max: 1 }), 'Invalid Middle Initial'),
      ...TypedBirth,
      relationship: z.pipe(z.string(), MemberForm.shape.relationship),
      phones: z
        .array(z.object({ phoneNbr: orEmpty(PhoneNumber, INVALID_PHONE) }))
        .check(z.check(noRepeats('phoneNbr', PHONE_TWICE, ({ phoneNbr }) => storedPhone(phoneNbr)))),
      emails: z
        .array(z.object({ email: orEmpty(Email, INVALID_EMAIL) }))
        .check(z.check(noRepeats('email', EMAIL_TWICE, ({ email }) => email.toLowerCase()))),
      preferredWay: z.enum([...PREFERRED_WAYS, ''], 'By email, letter or phone'),
      address: TypedAddressOrNone,
      externalRef: freeText('At most 100 characters'),
      isActive: z.enum(['true', 'false', ''], 'Active or inactive'),
    },
    NO_FIELDS,
  )
  .check(typedBirthNeeded);

/** The form as it is typed, and as it is sent. */
export type MemberFormValues = z.input<typeof StaffMemberForm>;
export type SentMember = z.output<typeof StaffMemberForm>;
type Name = keyof MemberFormValues;

/** The labels of the fields, for users who compare two values. */
export const MEMBER_LABELS: Readonly<Record<Name, string>> = {
  firstNm: 'First Name',
  lastNm: 'Last Name',
  suffix: 'Suffix',
  middleInit: 'Middle Initial',
  birthDt: 'Birth Date',
  isBirthDtUnknown: 'Birth Date not known',
  relationship: 'Relationship',
  phones: 'Phones',
  emails: 'Emails',
  preferredWay: 'How they want to be notified of dues',
  address: 'Address',
  externalRef: 'External Reference',
  isActive: 'State',
};

/** The form of a member; of nobody yet the empty one, active and alone in their household. */
export function memberFormOf(member?: Member): MemberFormValues {
  const { phones = [], emails = [], address } = member ?? {};
  const isActive = member ? (member.isActive ?? '') : true;
  return {
    firstNm: member?.firstNm ?? '',
    lastNm: member?.lastNm ?? '',
    suffix: member?.suffix ?? '',
    middleInit: member?.middleInit ?? '',
    birthDt: member?.birthDt ? typedDate(member.birthDt) : '',
    isBirthDtUnknown: member?.birthDt === null,
    relationship: member?.relationship ?? 'Head of Household',
    phones: phones.length
      ? phones.map(({ phoneNbr }) => ({ phoneNbr: formatTypedPhone(phoneNbr) }))
      : [{ phoneNbr: '' }],
    emails: emails.length ? emails.map(({ email }) => ({ email })) : [{ email: '' }],
    preferredWay: member?.preferredWay ?? '',
    address: typedAddressOf(address),
    externalRef: member?.externalRef ?? '',
    isActive: isActive === '' ? '' : isActive ? 'true' : 'false',
  };
}

/** What a field of the form says, on one line; empty for nothing. */
export function memberFieldText(name: Name, value: MemberFormValues[Name]): string {
  if (name === 'isActive') return value === '' ? 'Unknown' : value === 'true' ? 'Active' : 'Inactive';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string')
    return (
      (name === 'preferredWay' && new Map<string, string>(Object.entries(WAY_NAMES)).get(value)) || value
    );
  const texts = Array.isArray(value)
    ? value.flatMap((row) => Object.values<string>(row))
    : Object.values(value);
  return texts.filter(Boolean).join(', ');
}

/** Some fields of a form as `POST /v2/members` takes them; an address that was emptied is left as it is. */
export function memberPostOf(
  sent: SentMember,
  fields: readonly Name[] = Object.keys(MEMBER_LABELS) as Name[],
): object {
  const body: Record<Name, unknown> = {
    ...sent,
    ...sentBirthOf(sent.birthDt),
    phones: sent.phones.filter(({ phoneNbr }) => phoneNbr),
    emails: sent.emails
      .filter(({ email }) => email)
      .map(({ email }, place) => ({ email, email_type: place === 0 ? 'primary' : 'other' })),
    address: sent.address.streetAddress ? sentAddressOf(sent.address) : null,
    isActive: sent.isActive === '' ? null : sent.isActive === 'true',
  };
  // One goes with the other: a birth date that becomes known, or not known any more.
  const sentFields = fields.flatMap((name) =>
    name === 'birthDt' || name === 'isBirthDtUnknown' ? (['birthDt', 'isBirthDtUnknown'] as const) : [name],
  );
  return Object.fromEntries(sentFields.map((name) => [name, body[name]]));
}
