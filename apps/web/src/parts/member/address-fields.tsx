import { ADDRESS_MAX, OWN_COUNTRY } from '@kinfold/domain/address';
import { addressLines, countryName, OTHER_COUNTRIES } from '@kinfold/domain/any-address';
import { NAME_MAX } from '@kinfold/domain/constants';
import { Member } from '@kinfold/domain/member';
import { isAbroad, sentAddressOf, TypedAddress, typedAddressOf } from '@kinfold/domain/typed-address';
import type { UseFormRegisterReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** The schema of an address form; an address is changed as a whole. */
export const AddressOf = z.object({ address: TypedAddress });
type AddressOf = z.infer<typeof AddressOf>;

/** Returns the address of a member as `edited` of `useEditForm`. */
export const editedAddress = (member: Member, onTaken: (member: Member) => void) => ({
  document: member,
  schema: Member,
  fieldsOf: ({ address }: Member): AddressOf => ({ address: typedAddressOf(address) }),
  labels: { address: 'Address' },
  show: (_name: 'address', typed: TypedAddress) =>
    typed.streetAddress && addressLines(sentAddressOf(typed)).join(', '),
  onTaken,
});

const FOREIGN_POSTAL_MAX = 20;

/** The other countries, sorted by name. */
const countries = () =>
  OTHER_COUNTRIES.map((code) => [code, countryName(code)] as const).toSorted(([, a], [, b]) =>
    a.localeCompare(b),
  );

/**
 * The fields of an address (spec section 5); labels and limits depend on its country. `field` is that of `useEditForm`.
 */
export function AddressFields({
  field,
  countryCd,
  isForOthers = false,
}: {
  field: (
    name: keyof TypedAddress,
  ) => UseFormRegisterReturn & { error: string | undefined; required: boolean };
  /** The chosen country. */
  countryCd: string;
  /** The address of another person, so the browser must not fill it in. */
  isForOthers?: boolean;
}) {
  const hasOtherRules = isAbroad({ countryCd });
  const filledBy = (autoComplete: string) => ({ autoComplete: isForOthers ? 'off' : autoComplete });
  return (
    <>
      <TextField
        label="Street name and number"
        maxLength={ADDRESS_MAX.streetAddress}
        errorHelp="For example 12 Elm Street."
        {...filledBy('address-line1')}
        {...field('streetAddress')}
      />
      <TextField
        label="Apartment, suite, or second line"
        maxLength={ADDRESS_MAX.streetAddress}
        {...filledBy('address-line2')}
        {...field('streetAddress2')}
        required={false}
      />
      <TextField
        label="City"
        maxLength={hasOtherRules ? NAME_MAX : ADDRESS_MAX.cityNm}
        errorHelp={hasOtherRules ? undefined : 'At least 3 letters.'}
        {...filledBy('address-level2')}
        {...field('cityNm')}
      />
      <div className="field-pair">
        <TextField
          label={hasOtherRules ? 'State, province or region' : 'State'}
          placeholder={hasOtherRules ? undefined : 'MD'}
          autoCapitalize="characters"
          maxLength={hasOtherRules ? NAME_MAX : ADDRESS_MAX.stateCd}
          errorHelp="Two letters, for example MD."
          {...filledBy('address-level1')}
          {...field('stateCd')}
          {...(hasOtherRules && { required: false })}
        />
        <TextField
          label={hasOtherRules ? 'Postal code' : 'Zip code'}
          inputMode={hasOtherRules ? 'text' : 'numeric'}
          maxLength={hasOtherRules ? FOREIGN_POSTAL_MAX : ADDRESS_MAX.postalCd}
          errorHelp="Five digits, for example 20707."
          {...filledBy('postal-code')}
          {...field('postalCd')}
          {...(hasOtherRules && { required: false })}
        />
      </div>
      <SelectField label="Country" {...filledBy('country')} {...field('countryCd')} required={false}>
        <option value="">{countryName(OWN_COUNTRY)}</option>
        {countries().map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
    </>
  );
}
