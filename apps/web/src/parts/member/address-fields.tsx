import { ADDRESS_MAX, AddressForm } from '@kinfold/domain/address';
import { Member } from '@kinfold/domain/member';
import type { ComponentProps } from 'react';
import * as z from 'zod/mini';
import { TextField } from '../../ui/text-field.tsx';

/** The form of an address, which is changed as a whole. */
export const AddressOf = z.object({ address: AddressForm });
type AddressOf = z.infer<typeof AddressOf>;

/** The address of a member as a form edits it (`useEditForm`). */
export const editedAddress = (member: Member, onTaken: (member: Member) => void) => ({
  document: member,
  schema: Member,
  fieldsOf: ({ address }: Member): AddressOf => {
    const { streetAddress = '', cityNm = '', stateCd = '', postalCd = '' } = address ?? {};
    return { address: { streetAddress, cityNm, stateCd, postalCd } };
  },
  labels: { address: 'Address' },
  show: (_name: 'address', { streetAddress, cityNm, stateCd, postalCd }: AddressForm) =>
    streetAddress && `${streetAddress}, ${cityNm}, ${stateCd} ${postalCd}`,
  onTaken,
});

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
