import { zodResolver } from '@hookform/resolvers/zod';
import { ConfirmEmailForm as ConfirmEmailSchema } from '@kinfold/domain/identity';
import { useEffect, useRef, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { forgetDraft, readDraft, useKeepDraft } from '../../lib/form-draft.ts';
import { asProblem, type Problem } from '../../lib/problem.ts';
import { formatInPlace } from '../../lib/typed-format.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { confirmEmail, resendConfirmation } from './account-calls.ts';
import { showProblem } from './form-problems.ts';

type Form = { email: string; code: string };

/**
 * The code of the mail. When the mail's own link brought both, they are sent by themselves, once.
 * `onDone` is told the confirmed address.
 */
export function ConfirmEmailForm({ given, onDone }: { given: Form; onDone: (email: string) => void }) {
  const draft = `confirm-email.${given.email}`;
  const form = useForm<Form>({
    resolver: zodResolver(ConfirmEmailSchema),
    // The code of a link comes before one that was typed.
    defaultValues: given.code ? given : readDraft(draft, given),
  });
  const [problem, setProblem] = useState<Problem>();
  const { register, handleSubmit, subscribe, formState } = form;
  useKeepDraft(draft, subscribe);
  const { errors, isSubmitting, submitCount } = formState;
  const submit = handleSubmit(async (values) => {
    setProblem(undefined);
    try {
      await confirmEmail(values);
      forgetDraft(draft);
      onDone(values.email);
    } catch (error) {
      setProblem(showProblem(form, error));
    }
  });

  const wasSent = useRef(false);
  useEffect(() => {
    if (wasSent.current || !given.email || !given.code) return;
    wasSent.current = true;
    void submit();
  }, [given, submit]);

  const code = register('code');
  return (
    <div className="stack">
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {problem && <ConfirmProblem problem={problem} attempt={submitCount} />}
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          error={errors.email?.message}
          errorHelp="Write it like name@example.com."
          required
          {...register('email')}
        />
        <TextField
          label="Confirmation code"
          hint="It begins with EV and stands in the mail that we sent you."
          autoComplete="one-time-code"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          error={errors.code?.message}
          errorHelp="Copy all of it from the newest mail, from EV to the end."
          required
          {...code}
          onChange={(event) => {
            formatInPlace(event.target, (text) => text.toUpperCase());
            void code.onChange(event);
          }}
        />
        <SubmitButton busy={isSubmitting} busyText="Confirming">
          Confirm
        </SubmitButton>
      </form>
      <Resend form={form} />
    </div>
  );
}

function ConfirmProblem({ problem, attempt }: { problem: Problem; attempt: number }) {
  if (problem.status === 404)
    return (
      <ProblemNote problem={problem} attempt={attempt} title="The code is not valid or expired">
        <p>
          A code works once, for 24 hours, and only the newest one. If you have confirmed before, simply sign
          in; else have another mail sent below.
        </p>
      </ProblemNote>
    );
  return <ProblemNote problem={problem} attempt={attempt} />;
}

/** Has another mail sent, once; then the button rests and says so. */
function Resend({ form }: { form: UseFormReturn<Form> }) {
  const [state, setState] = useState<'ready' | 'busy' | 'sent'>('ready');
  const [problem, setProblem] = useState<Problem>();
  const [tries, setTries] = useState(0);
  const resend = async () => {
    if (!(await form.trigger('email', { shouldFocus: true }))) return;
    setState('busy');
    setProblem(undefined);
    setTries((count) => count + 1);
    try {
      await resendConfirmation(form.getValues('email').trim());
      setState('sent');
    } catch (error) {
      setProblem(asProblem(error));
      setState('ready');
    }
  };
  return (
    <div className="stack-tight">
      <p>No mail? It can take a few minutes. Look in the spam folder too.</p>
      {problem && <ProblemNote problem={problem} attempt={tries} />}
      <div className="button-row">
        <Button variant="outline-primary" disabled={state !== 'ready'} onClick={() => void resend()}>
          {state === 'sent' ? 'Email sent' : 'Resend email'}
        </Button>
      </div>
      <output className="muted">
        {state === 'sent' && 'Another mail with a new code is on its way. Only the newest code works.'}
      </output>
    </div>
  );
}
