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

/** An address as it is typed (spec section 5). */
export const AddressForm = z.object(
  {
    streetAddress: freeText('Street Name and Number is required', { min: 4 }),
    cityNm: freeText('City name is required', { min: 3, max: 30 }),
    stateCd: z
      .string('State is required')
      .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{2}$/, 'State is required')),
    postalCd: z.string('Zip Code is required').check(z.trim(), z.regex(/^\d{4,5}$/, 'Zip Code is required')),
  },
  NO_FIELDS,
);
export type AddressForm = z.infer<typeof AddressForm>;
