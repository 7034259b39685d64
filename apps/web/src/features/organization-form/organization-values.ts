import {
  OrganizationAddress,
  OrganizationForm,
  type Organization,
  type OrganizationPost,
} from '@kinfold/domain/organization';
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

/** The fields in the order of the page, with their labels. */
export const LABELS: Readonly<Record<keyof Fields, string>> = {
  organizationName: 'Organization name',
  streetAddress: 'Street name and number',
  cityNm: 'City',
  stateCd: 'State',
  postalCd: 'Zip code',
  phones: 'Phones',
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

/** Returns a field as text, for users who compare two values of it. */
export const showField = (_name: keyof Fields, value: Fields[keyof Fields]): string =>
  typeof value === 'string'
    ? value
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
