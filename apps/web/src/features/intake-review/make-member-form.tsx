import { zodResolver } from '@hookform/resolvers/zod';
import { NAME_MAX } from '@kinfold/domain/constants';
import { typedDate } from '@kinfold/domain/dates';
import { EMAIL_MAX } from '@kinfold/domain/email';
import { IntakeMemberForm, MIDDLE_INITIAL_MAX, type IntakeRequest } from '@kinfold/domain/intake';
import { RELATIONSHIPS } from '@kinfold/domain/member';
import { ROOT } from '@kinfold/domain/permission';
import { formatTypedPhone, TYPED_PHONE_MAX } from '@kinfold/domain/phone';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { forgetDraft, readDraft } from '../../lib/form-draft.ts';
import { formatKeepingCaret } from '../../lib/input-mask.ts';
import { OrganizationOptions, type Chosen } from '../../parts/access/in-organization.tsx';
import { makeMemberOf } from '../../queries/intake-review.ts';
import { DateField } from '../../ui/date-field.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';
import { useKeepDraft } from '../../ui/use-keep-draft.tsx';

type Typed = { [Name in keyof z.input<typeof IntakeMemberForm>]: string };

/** What the request says, as the form has it. */
function valuesOf(request: IntakeRequest): Typed {
  const { firstNm, lastNm, middleInit, birthDt, phone, email, organizationNumber } = request;
  return {
    firstNm,
    lastNm,
    middleInit: middleInit ?? '',
    birthDt: birthDt ? typedDate(birthDt) : '',
    relationship: 'Head of Household',
    phoneNbr: formatTypedPhone(phone ?? ''),
    email: email ?? '',
    organizationNumber: organizationNumber === ROOT ? '' : organizationNumber,
  };
}

/** Makes a member of a request; filled in with what it says. */
export function MakeMemberForm({
  request,
  choices,
}: {
  request: IntakeRequest;
  /** The organizations to choose from. */
  choices: Chosen['choices'];
}) {
  const client = useQueryClient();
  const draft = `intake.${request._id}`;
  const first = valuesOf(request);
  const form = useForm<Typed, unknown, IntakeMemberForm>({
    resolver: zodResolver(IntakeMemberForm) as never,
    defaultValues: readDraft(draft, first),
  });
  const draftNote = useKeepDraft(draft, form, first);
  const { formProps, field, failure, isSubmitting } = useFormCall(form, async (values) => {
    await makeMemberOf(client, request._id, values);
    forgetDraft(draft);
  });
  const phone = field('phoneNbr');
  return (
    <form {...formProps} className="intake-form">
      {draftNote}
      {failure && <ProblemNote {...failure} />}
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
      <SelectField label="Relationship" {...field('relationship')}>
        {RELATIONSHIPS.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <SelectField label="Organization" {...field('organizationNumber')}>
        <option value="">Choose an organization</option>
        <OrganizationOptions choices={choices} />
      </SelectField>
      <TextField
        label="Phone Number"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        maxLength={TYPED_PHONE_MAX}
        {...phone}
        required={false}
        onChange={(event) => {
          formatKeepingCaret(event.target, formatTypedPhone);
          void phone.onChange(event);
        }}
      />
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
        <SubmitButton busy={isSubmitting} busyText="Making">
          Make a member
        </SubmitButton>
      </div>
    </form>
  );
}
