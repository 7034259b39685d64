import { NAME_MAX } from '@kinfold/domain/constants';
import { EMAIL_MAX } from '@kinfold/domain/email';
import { IntakeForm as IntakeSchema, MIDDLE_INITIAL_MAX } from '@kinfold/domain/intake';
import { formatWait } from '@kinfold/domain/text';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import { forgetDraft, readDraft, writeDraft } from '../../lib/form-draft.ts';
import { newUuid } from '../../lib/uuid.ts';
import { paths } from '../../paths.ts';
import { sendIntakeRequest } from '../../queries/intake-requests.ts';
import { DateField } from '../../ui/date-field.tsx';
import { EditForm } from '../../ui/edit-form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import type { Failure } from '../../ui/problem-note.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';

const KEY = 'intake-key';
const NAME_HELP = 'At least 2 letters, as in your papers.';
const UNKEPT = ['organizationNumber'] as const;
const EMPTY = {
  firstNm: '',
  lastNm: '',
  middleInit: '',
  birthDt: '',
  phone: '',
  email: '',
  organizationName: '',
};

/** Returns the idempotency key of a request, the same for all attempts, also after a reload. */
function requestKey(): string {
  const { key } = readDraft(KEY, { key: newUuid() });
  writeDraft(KEY, { key });
  return key;
}

/** The organization of a link or QR code; without a name when it could not be loaded. */
export type AskedOrganization = { organizationNumber: string; organizationName: string | null };
export const OF_THE_LINK = 'the church or organization whose link you followed';

/** People know their own birth date, so the form has no checkbox for an unknown one. */
type Typed = { [Name in Exclude<keyof z.input<typeof IntakeSchema>, 'isBirthDtUnknown'>]-?: string };
const Intake = IntakeSchema as unknown as z.ZodMiniType<IntakeSchema, Typed>;
/** For a given organization, the typed name stays in the draft but is neither validated nor sent. */
const IntakeOf = z.pipe(
  z.transform((values: Typed) => ({ ...values, organizationName: '' })),
  Intake,
) as unknown as typeof Intake;

/** The sent values, for the thank-you page. */
export type SentIntake = Pick<IntakeSchema, 'firstNm' | 'phone' | 'email' | 'organizationName'>;

/** The intake form (spec section 5), for the given organization or one whose name is typed. */
export function IntakeForm({
  organization,
  onSent,
}: {
  organization: AskedOrganization | null;
  onSent: (sent: SentIntake) => void;
}) {
  const organizationNumber = organization?.organizationNumber ?? '';
  const edit = useEditForm({
    schema: organization ? IntakeOf : Intake,
    initial: { ...EMPTY, organizationNumber },
    // The organization of the address, whatever the draft was typed for.
    unkept: UNKEPT,
    draft: 'intake',
    send: (values) => sendIntakeRequest(values, requestKey()),
    onSent: (_answer, values) => {
      forgetDraft(KEY);
      onSent(values);
    },
    // A new request, not a repetition of one that may have been sent.
    onStartOver: () => forgetDraft(KEY),
  });
  const { field } = edit;
  // Only the server knows whether the number of a link exists.
  const numberError = field('organizationNumber').error;
  return (
    <EditForm edit={edit} problem={(last) => <IntakeProblem {...last} />}>
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
        hint="MM/DD/YYYY; the slashes are filled in for you"
        autoComplete="bday"
        errorHelp="Month, day and all four digits of the year, for example 03/07/1951."
        {...field('birthDt')}
      />
      <fieldset className="stack">
        <legend className="form-label">
          How can the office reach you?{' '}
          <span className="form-text">A phone number or an email address: one of them is enough.</span>
        </legend>
        <PhoneField label="Phone Number" autoComplete="tel-national" {...field('phone')} required={false} />
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
      <SubmitButton busy={edit.isSubmitting} busyText="Sending">
        Submit Request
      </SubmitButton>
    </EditForm>
  );
}

function IntakeProblem({ problem, attempt }: Failure) {
  if (problem.status !== 429)
    return (
      <FormProblem title={problem.detail} attempt={attempt}>
        <p>
          {problem.status === 0 || problem.status >= 500
            ? 'Please send your request again; it counts only once.'
            : 'Your request is not sent yet. Please correct what is marked below.'}{' '}
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
