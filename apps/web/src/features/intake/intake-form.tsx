import { zodResolver } from '@hookform/resolvers/zod';
import { NAME_MAX } from '@kinfold/domain/constants';
import { EMAIL_MAX } from '@kinfold/domain/email';
import { IntakeForm as IntakeSchema, MIDDLE_INITIAL_MAX } from '@kinfold/domain/intake';
import { formatTypedPhone, TYPED_PHONE_MAX } from '@kinfold/domain/phone';
import { formatWait } from '@kinfold/domain/text';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import type * as z from 'zod/mini';
import { forgetDraft, readDraft, writeDraft } from '../../lib/form-draft.ts';
import { formatKeepingCaret } from '../../lib/input-mask.ts';
import { newUuid } from '../../lib/uuid.ts';
import { paths } from '../../paths.ts';
import { sendIntakeRequest } from '../../queries/intake-requests.ts';
import { DateField } from '../../ui/date-field.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Failure } from '../../ui/problem-note.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';
import { useKeepDraft } from '../../ui/use-keep-draft.tsx';

const DRAFT = 'intake';
const KEY = 'intake-key';
const NAME_HELP = 'At least 2 letters, as it stands in your papers.';
const EMPTY = {
  firstNm: '',
  lastNm: '',
  middleInit: '',
  birthDt: '',
  phone: '',
  email: '',
  organizationName: '',
};

/** The idempotency key of a request, kept for all attempts and over a reload. */
function requestKey(): string {
  const { key } = readDraft(KEY, { key: newUuid() });
  writeDraft(KEY, { key });
  return key;
}

/** The organization of a link or QR code; without a name when it could not be loaded. */
export type AskedOrganization = { organizationNumber: string; organizationName: string | null };
export const OF_THE_LINK = 'the church or organization whose link you followed';

const check = zodResolver(IntakeSchema);

/** The sent values that the thank-you page shows. */
export type SentIntake = Pick<
  z.output<typeof IntakeSchema>,
  'firstNm' | 'phone' | 'email' | 'organizationName'
>;

/** The intake form (spec section 5), for the given organization or one that the person names. */
export function IntakeForm({
  organization,
  onSent,
}: {
  organization: AskedOrganization | null;
  onSent: (sent: SentIntake) => void;
}) {
  const organizationNumber = organization?.organizationNumber ?? '';
  const form = useForm<z.input<typeof IntakeSchema>, unknown, z.output<typeof IntakeSchema>>({
    // With an organization its typed name stays in the draft but is neither validated nor sent.
    resolver: organization ? (values, ...rest) => check({ ...values, organizationName: '' }, ...rest) : check,
    defaultValues: { ...readDraft(DRAFT, EMPTY), organizationNumber },
  });
  const startAnew = (first: typeof EMPTY) => {
    // Another request than the one that may have been sent.
    forgetDraft(KEY);
    form.reset({ ...first, organizationNumber });
  };
  const draftNote = useKeepDraft(DRAFT, { subscribe: form.subscribe, reset: startAnew }, EMPTY);
  const { formProps, field, failure, isSubmitting } = useFormCall(form, async (values) => {
    await sendIntakeRequest(values, requestKey());
    forgetDraft(DRAFT);
    forgetDraft(KEY);
    onSent(values);
  });
  const phone = field('phone');
  // Only the server knows that the number of a link does not exist.
  const numberError = field('organizationNumber').error;
  return (
    <form {...formProps}>
      {draftNote}
      {failure && <IntakeProblem {...failure} />}
      <TextField
        label="First Name"
        autoComplete="given-name"
        maxLength={NAME_MAX}
        errorHelp={NAME_HELP}
        {...field('firstNm')}
      />
      <TextField
        label="Last Name"
        autoComplete="family-name"
        maxLength={NAME_MAX}
        errorHelp={NAME_HELP}
        {...field('lastNm')}
      />
      <TextField
        label="Middle Initial"
        hint="If there is one"
        autoComplete="additional-name"
        maxLength={MIDDLE_INITIAL_MAX}
        errorHelp="One letter, or leave it empty."
        {...field('middleInit')}
        required={false}
      />
      <DateField
        label="Birth Date"
        isBirthDate
        hint="MM/DD/YYYY, the slashes come by themselves"
        autoComplete="bday"
        errorHelp="Month, day and all four digits of the year, for example 03/07/1951."
        {...field('birthDt')}
      />
      <fieldset className="stack">
        <legend className="form-label">
          How can the office reach you?{' '}
          <span className="form-text">A phone number or an email address: one of them is enough.</span>
        </legend>
        <TextField
          label="Phone Number"
          type="tel"
          autoComplete="tel-national"
          inputMode="tel"
          maxLength={TYPED_PHONE_MAX}
          errorHelp="Ten digits, for example (301) 555-0142."
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
          autoComplete="email"
          inputMode="email"
          maxLength={EMAIL_MAX}
          {...field('email')}
          required={false}
        />
      </fieldset>
      {organization ? (
        <div>
          <p>
            For{' '}
            {organization.organizationName ? <strong>{organization.organizationName}</strong> : OF_THE_LINK}.{' '}
            <Link to={paths.intakeForm.href()}>Another church or organization</Link>
          </p>
          {numberError && (
            <>
              <p className="field-error">
                <Icon name="alert" size={18} /> {numberError}
              </p>
              <p className="form-text">Please choose another one, and write its name.</p>
            </>
          )}
        </div>
      ) : (
        <TextField
          label="Church or Organization"
          hint="Its name, and the town if you know it"
          autoComplete="organization"
          maxLength={NAME_MAX}
          errorHelp="At least 2 letters of its name."
          {...field('organizationName')}
        />
      )}
      <SubmitButton busy={isSubmitting} busyText="Sending">
        Submit Request
      </SubmitButton>
    </form>
  );
}

function IntakeProblem({ problem, attempt }: Failure) {
  if (problem.status !== 429)
    return (
      <FormProblem title={problem.detail} attempt={attempt}>
        <p>
          {problem.status === 0 || problem.status >= 500
            ? 'Please send your request again; it counts only once.'
            : 'Your request is not sent yet. Look for what is marked below.'}{' '}
          What you typed is still here.
        </p>
      </FormProblem>
    );
  return (
    <FormProblem title="There were too many requests" attempt={attempt}>
      <p>
        Please wait {formatWait(problem.retryAfter ?? 60)} and send it again, or give your church office a
        call. What you typed is still here.
      </p>
    </FormProblem>
  );
}
