import type { AddressForm } from '@kinfold/domain/member';
import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { TextField } from './text-field.tsx';

/** The fields of an address (spec section 5), for a form of React Hook Form. */
export function AddressFields({
  register,
  errors,
}: {
  register: UseFormRegister<AddressForm>;
  errors: FieldErrors<AddressForm>;
}) {
  return (
    <>
      <TextField
        label="Street name and number"
        autoComplete="address-line1"
        maxLength={100}
        error={errors.streetAddress?.message}
        errorHelp="For example 12 Elm Street."
        required
        {...register('streetAddress')}
      />
      <TextField
        label="City"
        autoComplete="address-level2"
        maxLength={30}
        error={errors.cityNm?.message}
        errorHelp="At least 3 letters."
        required
        {...register('cityNm')}
      />
      <div className="field-pair">
        <TextField
          label="State"
          placeholder="MD"
          autoComplete="address-level1"
          autoCapitalize="characters"
          maxLength={2}
          error={errors.stateCd?.message}
          errorHelp="Two letters, for example MD."
          required
          {...register('stateCd')}
        />
        <TextField
          label="Zip code"
          autoComplete="postal-code"
          inputMode="numeric"
          maxLength={5}
          error={errors.postalCd?.message}
          errorHelp="Five digits, for example 20707."
          required
          {...register('postalCd')}
        />
      </div>
    </>
  );
}
