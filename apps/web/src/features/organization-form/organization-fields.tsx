import { ADDRESS_MAX } from '@kinfold/domain/address';
import { NAME_MAX } from '@kinfold/domain/constants';
import type { ComponentProps } from 'react';
import type { Path } from 'react-hook-form';
import type * as z from 'zod/mini';
import { PhoneField } from '../../ui/phone-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { LABELS, PHONES, type OrganizationFields } from './organization-values.ts';

type Field = (
  name: Path<z.infer<typeof OrganizationFields>>,
) => Omit<ComponentProps<typeof TextField>, 'label'>;

const ZIP_PLUS_FOUR = '00000-0000'.length;

/** The fields of an organization (spec section 5); `field` is that of `useEditForm`. */
export function OrganizationFieldset({ field }: { field: Field }) {
  return (
    <>
      <TextField
        label={LABELS.organizationName}
        autoComplete="organization"
        maxLength={NAME_MAX}
        errorHelp="As people call it, for example Grace Community Church."
        {...field('organizationName')}
      />
      <TextField
        label={LABELS.streetAddress}
        autoComplete="address-line1"
        maxLength={ADDRESS_MAX.streetAddress}
        errorHelp="For example 12 Elm Street."
        {...field('streetAddress')}
      />
      <TextField
        label={LABELS.cityNm}
        autoComplete="address-level2"
        maxLength={ADDRESS_MAX.cityNm}
        errorHelp="At least 3 letters."
        {...field('cityNm')}
      />
      <div className="field-pair">
        <TextField
          label={LABELS.stateCd}
          placeholder="MD"
          autoComplete="address-level1"
          autoCapitalize="characters"
          maxLength={ADDRESS_MAX.stateCd}
          errorHelp="Two letters, for example MD."
          {...field('stateCd')}
        />
        <TextField
          label={LABELS.postalCd}
          autoComplete="postal-code"
          inputMode="numeric"
          maxLength={ZIP_PLUS_FOUR}
          errorHelp="Five digits, for example 20707."
          {...field('postalCd')}
        />
      </div>
      {PHONES.map((label, place) => (
        <PhoneField
          key={label}
          label={label}
          hint="If there is one"
          autoComplete="tel-national"
          errorHelp="Ten digits, for example (301) 555-0142, or leave it empty."
          {...field(`phones.${place}.phoneNbr`)}
          required={false}
        />
      ))}
    </>
  );
}
