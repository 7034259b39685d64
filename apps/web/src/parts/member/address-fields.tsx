import { ADDRESS_MAX, type AddressForm } from '@kinfold/domain/address';
import type { Member } from '@kinfold/domain/member';
import type { ComponentProps } from 'react';
import { TextField } from '../../ui/text-field.tsx';

/** The default values of an address form. */
export function addressOf({ address }: Pick<Member, 'address'>): AddressForm {
  const { streetAddress = '', cityNm = '', stateCd = '', postalCd = '' } = address ?? {};
  return { streetAddress, cityNm, stateCd, postalCd };
}

/** An address on one line, as it is stored. */
export function storedAddress({ address }: Pick<Member, 'address'>): string {
  if (!address) return 'No address on file';
  return `${address.streetAddress}, ${address.cityNm}, ${address.stateCd} ${address.postalCd}`;
}

/** The fields of an address (spec section 5); `field` is that of `useFormCall`. */
export function AddressFields({
  field,
}: {
  field: (name: keyof AddressForm) => Omit<ComponentProps<typeof TextField>, 'label'>;
}) {
  return (
    <>
      <TextField
        label="Street name and number"
        autoComplete="address-line1"
        maxLength={ADDRESS_MAX.streetAddress}
        errorHelp="For example 12 Elm Street."
        {...field('streetAddress')}
      />
      <TextField
        label="City"
        autoComplete="address-level2"
        maxLength={ADDRESS_MAX.cityNm}
        errorHelp="At least 3 letters."
        {...field('cityNm')}
      />
      <div className="field-pair">
        <TextField
          label="State"
          placeholder="MD"
          autoComplete="address-level1"
          autoCapitalize="characters"
          maxLength={ADDRESS_MAX.stateCd}
          errorHelp="Two letters, for example MD."
          {...field('stateCd')}
        />
        <TextField
          label="Zip code"
          autoComplete="postal-code"
          inputMode="numeric"
          maxLength={ADDRESS_MAX.postalCd}
          errorHelp="Five digits, for example 20707."
          {...field('postalCd')}
        />
      </div>
    </>
  );
}
