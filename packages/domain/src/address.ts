import * as z from 'zod/mini';
import { freeText } from './free-text.ts';
import { NO_FIELDS } from './problem.ts';

/** A postal address on the wire, of a member or an organization. */
export const Address = z.object({
  streetAddress: z.string(),
  cityNm: z.string(),
  stateCd: z.string(),
  postalCd: z.string(),
});
export type Address = z.infer<typeof Address>;

/** The maximum lengths of the fields of an address (spec section 5). */
export const ADDRESS_MAX = { streetAddress: 100, cityNm: 30, stateCd: 2, postalCd: 5 } as const;

/** An address as typed into a form (spec section 5). */
export const AddressForm = z.object(
  {
    streetAddress: freeText('Street Name and Number is required', {
      min: 4,
      max: ADDRESS_MAX.streetAddress,
    }),
    cityNm: freeText('City name is required', { min: 3, max: ADDRESS_MAX.cityNm }),
    stateCd: z
      .string('State is required')
      .check(
        z.trim(),
        z.toUpperCase(),
        z.regex(new RegExp(`^[A-Z]{${ADDRESS_MAX.stateCd}}$`), 'State is required'),
      ),
    postalCd: z
      .string('Zip Code is required')
      .check(z.trim(), z.regex(new RegExp(`^\\d{4,${ADDRESS_MAX.postalCd}}$`), 'Zip Code is required')),
  },
  NO_FIELDS,
);
export type AddressForm = z.infer<typeof AddressForm>;

/** An address as printed: two lines. */
export const addressLines = ({ streetAddress, cityNm, stateCd, postalCd }: Address): string[] => [
  streetAddress.trim(),
  `${cityNm.trim()}, ${stateCd.trim()} ${postalCd.trim()}`,
];

/** Returns whether two addresses are the same place, whatever their other fields are. */
export function isSameAddress(a: Address | null, b: Address): boolean {
  return (['streetAddress', 'cityNm', 'stateCd', 'postalCd'] as const).every(
    (field) => a?.[field] === b[field],
  );
}
