import {
  OrganizationAddress,
  OrganizationForm,
  type Organization,
  type OrganizationPost,
} from '@kinfold/domain/organization';
import { formatTypedPhone, INVALID_PHONE, PhoneNumber } from '@kinfold/domain/phone';
import * as z from 'zod/mini';

const MaybePhone = z.union([z.literal(''), PhoneNumber], INVALID_PHONE);

/** The fields that a form of an organization shows (spec section 5). */
export const OrganizationFields = z.extend(OrganizationAddress, {
  organizationName: OrganizationForm.shape.organizationName,
  phone: MaybePhone,
  secondPhone: MaybePhone,
});
type Fields = z.infer<typeof OrganizationFields>;

/** The fields in the order of the page, with their labels. */
export const LABELS: Readonly<Record<keyof Fields, string>> = {
  organizationName: 'Organization name',
  streetAddress: 'Street name and number',
  cityNm: 'City',
  stateCd: 'State',
  postalCd: 'Zip code',
  phone: 'Phone',
  secondPhone: 'Second phone',
};

/** The fields of a new organization. */
export const EMPTY: Fields = {
  organizationName: '',
  streetAddress: '',
  cityNm: '',
  stateCd: '',
  postalCd: '',
  phone: '',
  secondPhone: '',
};

/** What the fields show of an organization. */
export function fieldsOf({ organizationName, address, phones }: Organization): Fields {
  const { streetAddress = '', cityNm = '', stateCd = '', postalCd = '' } = address ?? {};
  const phone = (place: number) => formatTypedPhone(phones[place]?.phoneNbr ?? '');
  return {
    ...{ organizationName, streetAddress, cityNm, stateCd, postalCd },
    ...{ phone: phone(0), secondPhone: phone(1) },
  };
}

/** The fields that the server knows by their place. */
export const fieldOf = (path: string): keyof Fields | undefined =>
  ({ 'phones.0.phoneNbr': 'phone', 'phones.1.phoneNbr': 'secondPhone' } as const)[path];

/** What is sent of the fields; phones beyond the two of the form stay. */
export function changeOf(
  fields: Fields,
  phones: readonly { phoneNbr: string }[] = [],
): z.input<typeof OrganizationPost> {
  const { organizationName, streetAddress, cityNm, stateCd, postalCd, phone, secondPhone } = fields;
  return {
    organizationName,
    address: { streetAddress, cityNm, stateCd, postalCd },
    phones: [
      ...[phone, secondPhone].filter(Boolean).map((phoneNbr) => ({ phoneNbr })),
      ...phones.slice(2).map(({ phoneNbr }) => ({ phoneNbr })),
    ],
  };
}
