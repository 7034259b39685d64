import { zodResolver } from '@hookform/resolvers/zod';
import { NAME_MAX } from '@kinfold/domain/constants';
import { typedDate } from '@kinfold/domain/dates';
import { IntakeAnswer, IntakeForm as IntakeSchema } from '@kinfold/domain/intake';
import { useForm } from 'react-hook-form';
import { forgetDraft, readDraft, useKeepDraft, writeDraft } from '../../lib/form-draft.ts';
import { http } from '../../lib/http.ts';
import { newId } from '../../lib/new-id.ts';
import { waitText } from '@kinfold/domain/text';
import { DateField } from '../../ui/date-field.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import type { Failure } from '../../ui/problem-note.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';

const DRAFT = 'intake';
const KEY = 'intake-key';
const NAME_HELP = 'At least 2 letters, as it stands in your papers.';
const EMPTY = { firstNm: '', lastNm: '', middleInit: '', birthDt: '' };

/** The same for every try of one request, over a reload too: one whose answer was lost does not count twice. */
function requestKey(): string {
  const { key } = readDraft(KEY, { key: newId() });
  writeDraft(KEY, { key });
  return key;
}

/** The intake form (spec section 5): a valid one is stored for the office. `onSent` gets the first name. */
export function IntakeForm({ onSent }: { onSent: (firstNm: string) => void }) {
  const form = useForm({ resolver: zodResolver(IntakeSchema), defaultValues: readDraft(DRAFT, EMPTY) });
  useKeepDraft(DRAFT, form.subscribe);
  const { formProps, field, failure, isSubmitting } = useFormCall(form, async (values) => {
    const body = { ...values, birthDt: typedDate(values.birthDt) };
    await http.post('/v2/intake-requests', body, IntakeAnswer, {
      isPublic: true,
      headers: { 'Idempotency-Key': requestKey() },
    });
    forgetDraft(DRAFT);
    forgetDraft(KEY);
    onSent(values.firstNm);
  });
  return (
    <form {...formProps}>
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
        maxLength={1}
        errorHelp="One letter, or leave it empty."
        {...field('middleInit')}
        required={false}
      />
      <DateField
        label="Birth Date"
        hint="MM/DD/YYYY, the slashes come by themselves"
        autoComplete="bday"
        errorHelp="Month, day and all four digits of the year, for example 03/07/1951."
        {...field('birthDt')}
      />
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
        Please wait {waitText(problem.retryAfter)} and send it again, or give your church office a call. What
        you typed is still here.
      </p>
    </FormProblem>
  );
}
