import * as z from 'zod/mini';
import { freeText } from './free-text.ts';
import { NO_FIELDS } from './problem.ts';

/** The deployment's own country: the specification's rules and messages are those of its addresses and phones. */
export const OWN_COUNTRY = 'US';

/** A postal address on the wire, of a member or an organization. */
export const Address = z.object({
  streetAddress: z.string(),
  cityNm: z.string(),
  stateCd: z.string(),
  postalCd: z.string(),
  /** Flat, suite, care of. */
  streetAddress2: z.optional(z.string()),
  /** ISO 3166, two letters; missing in the deployment's own country (`OWN_COUNTRY`). */
  countryCd: z.optional(z.string()),
});
export type Address = z.infer<typeof Address>;

/** The maximum lengths of the fields of an address (spec section 5). */
export const ADDRESS_MAX = { streetAddress: 100, cityNm: 30, stateCd: 2, postalCd: 5 } as const;

/** An address in the deployment's own country as it is typed (spec section 5). */
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

const FIELDS = ['streetAddress', 'streetAddress2', 'cityNm', 'stateCd', 'postalCd', 'countryCd'] as const;

/** Whether two addresses are the same place, whatever else is known of them. */
export function isSameAddress(one: Address | null, other: Address): boolean {
  return one !== null && FIELDS.every((field) => (one[field] ?? '') === (other[field] ?? ''));
}
