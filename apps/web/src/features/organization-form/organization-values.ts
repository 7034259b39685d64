import {
  OrganizationAddress,
  OrganizationForm,
  type Organization,
  type OrganizationPost,
} from '@kinfold/domain/organization';
import { centsFromText, plainMoney, type Cents } from '@kinfold/domain/money';
import { ONE_PERSON } from '@kinfold/domain/second-person';
import { formatTypedPhone, INVALID_PHONE, PhoneNumber } from '@kinfold/domain/phone';
import * as z from 'zod/mini';

/** The phones of the form, empty or not. */
export const PHONES = ['Phone', 'Second phone'] as const;

/** The fields of an organization's form (spec section 5). */
export const OrganizationFields = z.extend(OrganizationAddress, {
  organizationName: OrganizationForm.shape.organizationName,
  phones: z.array(z.object({ phoneNbr: z.union([z.literal(''), PhoneNumber], INVALID_PHONE) })),
});
type Fields = z.infer<typeof OrganizationFields>;

const limit = z.string().check(
  z.trim(),
  z.refine(
    (text) => text === '' || (centsFromText(text) ?? -1) >= 0,
    'Enter an amount like 100.00, or leave it empty',
  ),
);

/** The fields of a form that changes an organization: with what it asks a second person for. */
export const EditedFields = z.extend(OrganizationFields, {
  refundLimit: limit,
  waiver: z.boolean(),
  batchClose: z.boolean(),
  claimLimit: limit,
});
type Edited = z.infer<typeof EditedFields>;

/** The fields in the order of the page, with their labels. */
export const LABELS: Readonly<Record<keyof Fields, string>> = {
  organizationName: 'Organization name',
  streetAddress: 'Street name and number',
  cityNm: 'City',
  stateCd: 'State',
  postalCd: 'Zip code',
  phones: 'Phones',
};

/** The labels of a form that changes an organization. */
export const EDITED_LABELS: Readonly<Record<keyof Edited, string>> = {
  ...LABELS,
  refundLimit: 'Refunds above',
  waiver: 'Waivers by two people',
  batchClose: 'Batches by two people',
  claimLimit: 'Claims above',
};

/** The fields of a new organization. */
export const EMPTY: Fields = {
  organizationName: '',
  streetAddress: '',
  cityNm: '',
  stateCd: '',
  postalCd: '',
  phones: PHONES.map(() => ({ phoneNbr: '' })),
};

/** Returns an organization as form values. */
export function fieldsOf({ organizationName, address, phones }: Organization): Fields {
  const { streetAddress = '', cityNm = '', stateCd = '', postalCd = '' } = address ?? {};
  const typed = phones.map(({ phoneNbr }) => ({ phoneNbr: formatTypedPhone(phoneNbr) }));
  return {
    ...{ organizationName, streetAddress, cityNm, stateCd, postalCd },
    phones: [...typed, ...EMPTY.phones.slice(phones.length)],
  };
}

/** Returns an organization as values of the form that changes it. */
export function editedOf(organization: Organization): Edited {
  const { refundOverCents, claimOverCents = null, ...both } = organization.twoPerson ?? ONE_PERSON;
  const typed = (amount: Cents | null) => (amount === null ? '' : plainMoney(amount));
  const limits = { refundLimit: typed(refundOverCents), claimLimit: typed(claimOverCents) };
  return { ...fieldsOf(organization), ...limits, ...both };
}

/** Returns the request body of the form that changes an organization: what it asks a second person for where that changed. */
export function editOf(
  { refundLimit, waiver, batchClose, claimLimit, ...fields }: Edited,
  before: Organization,
) {
  const claimOverCents = centsFromText(claimLimit) ?? null;
  const twoPerson = {
    ...{ refundOverCents: centsFromText(refundLimit) ?? null, waiver, batchClose },
    // Left out where nobody has ever set it.
    ...((claimOverCents !== null || before.twoPerson?.claimOverCents !== undefined) && { claimOverCents }),
  };
  const isSame = JSON.stringify(twoPerson) === JSON.stringify(before.twoPerson ?? ONE_PERSON);
  return { ...changeOf(fields), ...(!isSame && { twoPerson }) };
}

/** Returns a field as text, for users who compare two values of it. */
export const showField = (_name: keyof Edited, value: Edited[keyof Edited]): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'boolean'
      ? value
        ? 'yes'
        : 'no'
      : value
          .map(({ phoneNbr }) => phoneNbr)
          .filter(Boolean)
          .join(', ');

/** Returns the request body of the fields. */
export const changeOf = ({ organizationName, phones, ...fields }: Fields) => {
  const { streetAddress, cityNm, stateCd, postalCd } = fields;
  return {
    organizationName,
    address: { streetAddress, cityNm, stateCd, postalCd },
    phones: phones.filter(({ phoneNbr }) => phoneNbr),
  } satisfies z.input<typeof OrganizationPost>;
};
