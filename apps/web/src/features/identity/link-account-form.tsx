import { zodResolver } from '@hookform/resolvers/zod';
import { AccountLinkForm } from '@kinfold/domain/identity';
import { phoneDigits } from '@kinfold/domain/phone';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { forgetDraft, readDraft, useKeepDraft } from '../../lib/form-draft.ts';
import type { Problem } from '../../lib/problem.ts';
import { formatInPlace } from '../../lib/typed-format.ts';
import { DateField } from '../../ui/date-field.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { linkAccount } from './account-calls.ts';
import { showProblem } from './form-problems.ts';

/** What leads from a sign-in to its member. A success shows itself: the session names the member. */
export function LinkAccountForm({ email }: { email: string }) {
  const draft = `link.${email}`;
  const form = useForm({
    resolver: zodResolver(AccountLinkForm),
    defaultValues: readDraft(draft, { lastNm: '', birthDt: '', phone: '' }),
  });
  const [problem, setProblem] = useState<Problem>();
  const { register, handleSubmit, subscribe, formState } = form;
  useKeepDraft(draft, subscribe);
  const { errors, isSubmitting, submitCount } = formState;
  const submit = handleSubmit(async (values) => {
    setProblem(undefined);
    try {
      await linkAccount(values);
      forgetDraft(draft);
    } catch (error) {
      setProblem(showProblem(form, error));
    }
  });
  const phone = register('phone');
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      {problem && (
        <ProblemNote
          problem={problem}
          attempt={submitCount}
          title="Cannot link your account. Please verify your information and try again."
        >
          <p>
            It must be as the office of your church or organization wrote it down. If it is right and still
            does not work, ask them: they can look up your name, birth date and phone number.
          </p>
        </ProblemNote>
      )}
      <TextField
        label="Last name"
        autoComplete="family-name"
        maxLength={100}
        error={errors.lastNm?.message}
        errorHelp="At least 3 letters, as your church or organization has it."
        required
        {...register('lastNm')}
      />
      <DateField
        label="Date of birth"
        hint="Month, day and year, for example 03/07/1951."
        autoComplete="bday"
        error={errors.birthDt?.message}
        errorHelp="Month, day and all four digits of the year."
        required
        {...register('birthDt')}
      />
      <TextField
        label="Last 4 digits of your phone number"
        hint="Of any number that your organization has for you."
        inputMode="numeric"
        autoComplete="off"
        error={errors.phone?.message}
        errorHelp="All four digits, please."
        required
        {...phone}
        onChange={(event) => {
          // A whole number that was pasted ends in the digits that count.
          formatInPlace(event.target, (text) => phoneDigits(text).slice(-4));
          void phone.onChange(event);
        }}
      />
      <SubmitButton busy={isSubmitting} busyText="Looking for your account">
        Link Account
      </SubmitButton>
    </form>
  );
}
