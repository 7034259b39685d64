/** An address as a form keeps it: every part is text, and empty where it is missing (rules.md "Names, addresses, phones of everybody"). */
import * as z from 'zod/mini';
import { AddressForm, OWN_COUNTRY, type Address } from './address.ts';
import { ForeignAddress } from './any-address.ts';
import { NO_FIELDS } from './problem.ts';

const part = z.string().check(z.trim());
const Parts = {
  streetAddress: part,
  streetAddress2: part,
  cityNm: part,
  stateCd: part,
  postalCd: part,
  countryCd: part,
};
export type TypedAddress = Record<keyof typeof Parts, string>;

/** Whether an address is in another country than the deployment: then the rules of the specification do not hold. */
export const isAbroad = ({ countryCd }: Pick<TypedAddress, 'countryCd'>): boolean =>
  countryCd !== '' && countryCd !== OWN_COUNTRY;

const schemaOf = (form: TypedAddress) => (isAbroad(form) ? ForeignAddress : AddressForm);

/** The message of each part is shown beside its field; gives the address as it is stored. */
const typedAddress = (isLeftOut: (form: TypedAddress) => boolean) =>
  z.pipe(
    z.object(Parts, NO_FIELDS).check(
      z.check(({ value, issues }) => {
        const faults = isLeftOut(value) ? [] : (z.safeParse(schemaOf(value), value).error?.issues ?? []);
        for (const { path, message } of faults) issues.push({ code: 'custom', message, path, input: value });
      }),
    ),
    z.transform((form): TypedAddress => {
      const stored = isLeftOut(form) ? undefined : z.safeParse(schemaOf(form), form).data;
      return typedAddressOf({ ...form, ...stored });
    }),
  );

/** A complete address. */
export const TypedAddress = typedAddress(() => false);

/** A complete address, or none. */
export const TypedAddressOrNone = typedAddress((form) => Object.values(form).every((text) => !text.trim()));

/** A stored address in its form; without one an empty form. */
export const typedAddressOf = (
  address: { [Part in keyof Address]: Address[Part] | null } | null | undefined,
): TypedAddress => ({
  streetAddress: address?.streetAddress ?? '',
  streetAddress2: address?.streetAddress2 ?? '',
  cityNm: address?.cityNm ?? '',
  stateCd: address?.stateCd ?? '',
  postalCd: address?.postalCd ?? '',
  countryCd: address?.countryCd ?? '',
});

/** A typed address as requests take it: optional parts that are empty are left out. */
export const sentAddressOf = ({ streetAddress2, countryCd, ...address }: TypedAddress) => ({
  ...address,
  ...(streetAddress2 && { streetAddress2 }),
  ...(countryCd && { countryCd }),
});
