import { zodResolver } from '@hookform/resolvers/zod';
import { NAME_MAX } from '@kinfold/domain/constants';
import { typedDate } from '@kinfold/domain/dates';
import { IntakeAnswer, IntakeForm as IntakeSchema } from '@kinfold/domain/intake';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { forgetDraft, readDraft, useKeepDraft } from '../../lib/form-draft.ts';
import { http } from '../../lib/http.ts';
import { asProblem, type Problem } from '../../lib/problem.ts';
import { DateField } from '../../ui/date-field.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';

const DRAFT = 'intake';
const EMPTY = { firstNm: '', lastNm: '', middleInit: '', birthDt: '' };
const FIELDS = ['firstNm', 'lastNm', 'middleInit', 'birthDt'] as const;

/** The intake form (spec section 5): a valid one is stored for the office. `onSent` gets the first name. */
export function IntakeForm({ onSent }: { onSent: (firstNm: string) => void }) {
  const { register, handleSubmit, setError, subscribe, formState } = useForm({
    resolver: zodResolver(IntakeSchema),
    defaultValues: readDraft(DRAFT, EMPTY),
  });
  useKeepDraft(DRAFT, subscribe);
  const [problem, setProblem] = useState<Problem>();
  const { errors, isSubmitting, submitCount } = formState;
  const submit = handleSubmit(async (form) => {
    setProblem(undefined);
    try {
      const body = { ...form, birthDt: typedDate(form.birthDt) };
      await http.post('/v2/intake-requests', body, IntakeAnswer, { isPublic: true });
      forgetDraft(DRAFT);
      onSent(form.firstNm);
    } catch (thrown) {
      const failed = asProblem(thrown);
      const said = FIELDS.flatMap((field) => {
        const error = failed.errors.find(({ path }) => path === field);
        return error ? [{ field, message: error.message }] : [];
      });
      for (const { field, message } of said) setError(field, { message }, { shouldFocus: true });
      if (said.length === 0) setProblem(failed);
    }
  });
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      {problem && (
        <FormProblem
          title={problem.status === 429 ? 'There were too many requests' : problem.detail}
          attempt={submitCount}
        >
          <p>
            {problem.status === 429
              ? 'Please wait an hour and send it again, or give your church office a call.'
              : 'Your request is not sent yet. Please try again.'}{' '}
            What you typed is still here.
          </p>
        </FormProblem>
      )}
      <TextField
        label="First Name"
        autoComplete="given-name"
        maxLength={NAME_MAX}
        required
        error={errors.firstNm?.message}
        {...register('firstNm')}
      />
      <TextField
        label="Last Name"
        autoComplete="family-name"
        maxLength={NAME_MAX}
        required
        error={errors.lastNm?.message}
        {...register('lastNm')}
      />
      <TextField
        label="Middle Initial"
        hint="If there is one"
        autoComplete="additional-name"
        maxLength={1}
        error={errors.middleInit?.message}
        {...register('middleInit')}
      />
      <DateField
        label="Birth Date"
        hint="MM/DD/YYYY, the slashes come by themselves"
        autoComplete="bday"
        required
        error={errors.birthDt?.message}
        {...register('birthDt')}
      />
      <SubmitButton busy={isSubmitting} busyText="Sending">
        Submit Request
      </SubmitButton>
    </form>
  );
}
