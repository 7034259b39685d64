import { zodResolver } from '@hookform/resolvers/zod';
import { NAME_MAX } from '@kinfold/domain/constants';
import { typedDate } from '@kinfold/domain/dates';
import { IntakeAnswer, IntakeForm as IntakeSchema } from '@kinfold/domain/intake';
import { useForm } from 'react-hook-form';
import { forgetDraft, readDraft, useKeepDraft } from '../../lib/form-draft.ts';
import { http } from '../../lib/http.ts';
import { DateField } from '../../ui/date-field.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import type { Failure } from '../../ui/problem-note.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';

const DRAFT = 'intake';
const EMPTY = { firstNm: '', lastNm: '', middleInit: '', birthDt: '' };

/** The intake form (spec section 5): a valid one is stored for the office. `onSent` gets the first name. */
export function IntakeForm({ onSent }: { onSent: (firstNm: string) => void }) {
  const form = useForm({ resolver: zodResolver(IntakeSchema), defaultValues: readDraft(DRAFT, EMPTY) });
  useKeepDraft(DRAFT, form.subscribe);
  const { formProps, field, failure, isSubmitting } = useFormCall(form, async (values) => {
    const body = { ...values, birthDt: typedDate(values.birthDt) };
    await http.post('/v2/intake-requests', body, IntakeAnswer, { isPublic: true });
    forgetDraft(DRAFT);
    onSent(values.firstNm);
  });
  return (
    <form {...formProps}>
      {failure && <IntakeProblem {...failure} />}
      <TextField label="First Name" autoComplete="given-name" maxLength={NAME_MAX} {...field('firstNm')} />
      <TextField label="Last Name" autoComplete="family-name" maxLength={NAME_MAX} {...field('lastNm')} />
      <TextField
        label="Middle Initial"
        hint="If there is one"
        autoComplete="additional-name"
        maxLength={1}
        {...field('middleInit')}
        required={false}
      />
      <DateField
        label="Birth Date"
        hint="MM/DD/YYYY, the slashes come by themselves"
        autoComplete="bday"
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
        <p>Your request is not sent yet. Please try again. What you typed is still here.</p>
      </FormProblem>
    );
  return (
    <FormProblem title="There were too many requests" attempt={attempt}>
      <p>
        Please wait an hour and send it again, or give your church office a call. What you typed is still
        here.
      </p>
    </FormProblem>
  );
}
