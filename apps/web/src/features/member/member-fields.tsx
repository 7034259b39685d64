import { NAME_MAX } from '@kinfold/domain/constants';
import { EMAIL_MAX } from '@kinfold/domain/email';
import { RELATIONSHIPS } from '@kinfold/domain/member';
import type { MemberFormValues } from '@kinfold/domain/member-form';
import { SUFFIX_MAX } from '@kinfold/domain/person-name';
import { PREFERRED_WAYS, WAY_NAMES } from '@kinfold/domain/preferred-way';
import type { ReactNode } from 'react';
import { useFormContext, useWatch, type Path, type UseFormRegisterReturn } from 'react-hook-form';
import { AddressFields } from '../../parts/member/address-fields.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ContactFields } from './contact-fields.tsx';

type Name = Path<MemberFormValues>;
/** The `field` of `useEditForm`. */
type Field = (name: Name) => UseFormRegisterReturn & { error: string | undefined; required: boolean };

/** All fields of a member. The browser must not fill them in: it would fill in the data of the person who types. */
export function MemberFields({
  field,
  isDeceased,
  duplicates,
}: {
  field: Field;
  /** Of people who have died, the fields for the living are absent. */
  isDeceased: boolean;
  /** Rendered below the fields that identify a person. */
  duplicates: ReactNode;
}) {
  const { control, register } = useFormContext<MemberFormValues>();
  const [isActive, countryCd] = useWatch({ control, name: ['isActive', 'address.countryCd'] });
  const text = (name: Name) => ({ autoComplete: 'off', ...field(name) });
  const optional = (name: Name) => ({ ...text(name), required: false });
  return (
    <>
      <fieldset className="member-part">
        <legend>Who it is</legend>
        <TextField label="First Name" maxLength={NAME_MAX} {...text('firstNm')} />
        <TextField label="Last Name" maxLength={NAME_MAX} {...text('lastNm')} />
        <TextField
          label="Suffix"
          hint="For example Jr. or III"
          maxLength={SUFFIX_MAX}
          {...optional('suffix')}
        />
        <TextField
          label="Middle Initial"
          maxLength={1}
          errorHelp="One letter, or leave it empty."
          {...optional('middleInit')}
        />
        <DateField
          label="Birth Date"
          isBirthDate
          errorHelp="Month, day and all four digits of the year, for example 03/07/1951."
          {...text('birthDt')}
        />
        <Checkbox label="Day of birth is not known" {...register('isBirthDtUnknown')} />
        <SelectField label="Relationship" {...field('relationship')}>
          {RELATIONSHIPS.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      </fieldset>
      <fieldset className="member-part">
        <legend>How to reach them</legend>
        <ContactFields name="phones">
          {(place, label) => <PhoneField label={label} {...optional(`phones.${place}.phoneNbr`)} />}
        </ContactFields>
        <ContactFields name="emails">
          {(place, label) => (
            <TextField
              label={label}
              type="email"
              inputMode="email"
              autoCapitalize="none"
              maxLength={EMAIL_MAX}
              errorHelp="Write it like name@example.com."
              {...optional(`emails.${place}.email`)}
            />
          )}
        </ContactFields>
        {!isDeceased && (
          <SelectField
            label="How they want to be notified of dues"
            {...field('preferredWay')}
            required={false}
          >
            <option value="">They have not said</option>
            {PREFERRED_WAYS.map((way) => (
              <option key={way} value={way}>
                {WAY_NAMES[way]}
              </option>
            ))}
          </SelectField>
        )}
      </fieldset>
      {duplicates}
      <fieldset className="member-part">
        <legend>Address</legend>
        <AddressFields isForOthers field={(name) => optional(`address.${name}`)} countryCd={countryCd} />
      </fieldset>
      <fieldset className="member-part">
        <legend>For the office</legend>
        <TextField
          label="External Reference"
          hint="Their number in another system, if there is one"
          maxLength={NAME_MAX}
          {...optional('externalRef')}
        />
        {!isDeceased && (
          <SelectField label="State of the member" {...field('isActive')}>
            <option value="true">Active</option>
            <option value="false">Inactive</option>
            {isActive === '' && <option value="">Unknown</option>}
          </SelectField>
        )}
      </fieldset>
    </>
  );
}
