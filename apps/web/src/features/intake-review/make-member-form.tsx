import { NAME_MAX } from '@kinfold/domain/constants';
import { typedDate } from '@kinfold/domain/dates';
import { EMAIL_MAX } from '@kinfold/domain/email';
import { IntakeMemberForm, MIDDLE_INITIAL_MAX, type IntakeRequest } from '@kinfold/domain/intake';
import { RELATIONSHIPS } from '@kinfold/domain/member';
import { ROOT } from '@kinfold/domain/permission';
import { formatTypedPhone } from '@kinfold/domain/phone';
import { useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { OrganizationOptions, type Chosen } from '../../parts/access/in-organization.tsx';
import { makeMemberOf } from '../../queries/intake-review.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { EditForm } from '../../ui/edit-form.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';

type Typed = { [Name in Exclude<keyof z.input<typeof IntakeMemberForm>, 'isBirthDtUnknown'>]: string } & {
  isBirthDtUnknown: boolean;
};

/** Returns the values of a request as form values. */
function valuesOf(request: IntakeRequest): Typed {
  const { firstNm, lastNm, middleInit, birthDt, phone, email, organizationNumber } = request;
  return {
    firstNm,
    lastNm,
    middleInit: middleInit ?? '',
    birthDt: birthDt ? typedDate(birthDt) : '',
    isBirthDtUnknown: birthDt === null,
    relationship: 'Head of Household',
    phoneNbr: formatTypedPhone(phone ?? ''),
    email: email ?? '',
    organizationNumber: organizationNumber === ROOT ? '' : organizationNumber,
  };
}

/** The form that creates a member from a request, prefilled with its values. */
export function MakeMemberForm({
  request,
  choices,
}: {
  request: IntakeRequest;
  /** The organizations to choose from. */
  choices: Chosen['choices'];
}) {
  const client = useQueryClient();
  const edit = useEditForm({
    // A select can have any value.
    schema: IntakeMemberForm as z.ZodMiniType<IntakeMemberForm, Typed>,
    initial: valuesOf(request),
    draft: `intake.${request._id}`,
    send: (values) => makeMemberOf(client, request._id, values),
  });
  const { field } = edit;
  return (
    <EditForm edit={edit} className="intake-form">
      <TextField label="First Name" maxLength={NAME_MAX} autoComplete="off" {...field('firstNm')} />
      <TextField label="Last Name" maxLength={NAME_MAX} autoComplete="off" {...field('lastNm')} />
      <TextField
        label="Middle Initial"
        maxLength={MIDDLE_INITIAL_MAX}
        autoComplete="off"
        {...field('middleInit')}
        required={false}
      />
      <DateField label="Date of Birth" isBirthDate autoComplete="off" {...field('birthDt')} />
      <Checkbox label="Day of birth is not known" {...edit.form.register('isBirthDtUnknown')} />
      <SelectField label="Relationship" {...field('relationship')}>
        {RELATIONSHIPS.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <SelectField label="Organization" {...field('organizationNumber')}>
        <option value="">Choose an organization</option>
        <OrganizationOptions choices={choices} />
      </SelectField>
      <PhoneField label="Phone Number" autoComplete="off" {...field('phoneNbr')} required={false} />
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={EMAIL_MAX}
        {...field('email')}
        required={false}
      />
      <div className="button-row">
        <SubmitButton busy={edit.isSubmitting} busyText="Making">
          Make a member
        </SubmitButton>
      </div>
    </EditForm>
  );
}
