/** What a row changes of an existing member: the fields that it fills, and nothing that it leaves empty. */
import type { Address } from '@kinfold/domain/address';
import { startOfDay } from '@kinfold/domain/dates';
import type { ImportValues } from '@kinfold/domain/import-row';
import type { MemberRecord } from '../../people/members/member.service.ts';

/** The fields of a member that an import may change. */
export type ImportedFields = Pick<
  MemberRecord,
  | 'firstNm'
  | 'lastNm'
  | 'suffix'
  | 'middleInit'
  | 'birthDt'
  | 'relationship'
  | 'isActive'
  | 'externalRef'
  | 'phones'
  | 'emails'
  | 'preferredWay'
  | 'unsubscribedDt'
> & { address: Omit<NonNullable<MemberRecord['address']>, 'modifiedDt'> | null };

/** The same fields of a member, for comparison; without the day on which the address was confirmed. */
function importedFields(member: MemberRecord): ImportedFields {
  const { firstNm, lastNm, middleInit, birthDt, relationship, isActive, externalRef, phones, emails } =
    member;
  const suffix = member.suffix ?? null;
  const { modifiedDt: _confirmed, ...address } = member.address ?? { modifiedDt: null };
  return {
    firstNm,
    lastNm,
    suffix,
    middleInit,
    birthDt,
    relationship,
    isActive,
    externalRef,
    phones,
    emails,
    preferredWay: member.preferredWay ?? null,
    unsubscribedDt: member.unsubscribedDt ?? null,
    address: member.address ? (address as ImportedFields['address']) : null,
  };
}

/**
 * The fields that differ after a row is written: phones and emails are added to existing ones, and members who have
 * stopped reminders keep their date.
 */
export function memberChanges(
  member: MemberRecord,
  values: ImportValues,
  timeZone: string,
): { after: Partial<ImportedFields>; changes: { field: string; from: unknown; to: unknown }[] } {
  const before = importedFields(member);
  const { phones = [], emails = [] } = values;
  const known = (list: readonly string[], each: string) => list.includes(each);
  const newPhones = phones.filter(
    (phone) =>
      !known(
        before.phones.map(({ phoneNbr }) => phoneNbr),
        phone,
      ),
  );
  const newEmails = emails.filter(
    (email) =>
      !known(
        before.emails.map((one) => one.email),
        email,
      ),
  );
  const written: Partial<ImportedFields> = {
    ...(values.firstNm && { firstNm: values.firstNm }),
    ...(values.lastNm && { lastNm: values.lastNm }),
    ...(values.suffix && { suffix: values.suffix }),
    ...(values.middleInit && { middleInit: values.middleInit }),
    ...(values.birthDt && { birthDt: values.birthDt }),
    ...(values.relationship && { relationship: values.relationship }),
    ...(values.isActive !== undefined && { isActive: values.isActive }),
    ...(values.externalRef &&
      !isShortened(values.externalRef, before.externalRef) && { externalRef: values.externalRef }),
    ...(values.address && { address: withZip(values.address, before.address) }),
    ...(values.preferredWay && { preferredWay: values.preferredWay }),
    ...(values.unsubscribedDt &&
      !before.unsubscribedDt && { unsubscribedDt: startOfDay(values.unsubscribedDt, timeZone) }),
    phones: [...before.phones, ...newPhones.map((phoneNbr) => ({ phoneNbr }))],
    emails: [
      ...before.emails,
      ...newEmails.map((email, index) => emailOf(email, before.emails.length + index === 0)),
    ],
  };
  const names = (Object.keys(written) as (keyof ImportedFields)[]).filter(
    (name) => JSON.stringify(sorted(written[name])) !== JSON.stringify(sorted(before[name])),
  );
  return {
    after: Object.fromEntries(names.map((name) => [name, written[name]])),
    changes: names.map((field) => ({ field, from: before[field] ?? null, to: written[field] ?? null })),
  };
}

/**
 * Whether a reference is the known one as a spreadsheet writes what it takes for a number: `123`, `1.00E+05`; rounded to
 * the digits of `1.23457E+12`.
 */
function isShortened(written: string, known: string | null): boolean {
  if (known === null || !/^\d+(?:\.\d+)?(?:E\+?\d+)?$/i.test(known)) return false;
  const [, digits] = /^\d\.?(\d*)E\+\d+$/i.exec(written) ?? [];
  if (digits !== undefined) return Number(written) === Number(Number(known).toExponential(digits.length));
  return /^[1-9]\d*$/.test(written) && Number(written) === Number(known);
}

/** An address without a zip code, with that of the same street where it is known. */
const withZip = (address: Address, known: Address | null): Address =>
  !address.postalCd &&
  known &&
  (['streetAddress', 'cityNm', 'stateCd'] as const).every((field) => address[field] === known[field])
    ? known
    : address;

/** Keys of an object in one order: an address is stored in another one than it is read. */
const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
    ? Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
    : value;

/** An email as members have it; the first is the preferred one. */
export const emailOf = (email: string, isFirst: boolean) => ({
  email,
  email_type: isFirst ? 'primary' : 'other',
});
