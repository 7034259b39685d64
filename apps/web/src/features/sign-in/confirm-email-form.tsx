import { CODE_MAILS_PER_HOUR } from '@kinfold/domain/constants';
import { ConfirmEmailForm as ConfirmEmailSchema } from '@kinfold/domain/identity';
import { useEffect, useRef, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { formatKeepingCaret } from '../../lib/input-mask.ts';
import { confirmEmail, resendConfirmation } from '../../queries/identity.ts';
import { EditForm } from '../../ui/edit-form.tsx';
import { ProblemNote, type Failure } from '../../ui/problem-note.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { EmailField, TextField } from '../../ui/text-field.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useEditForm } from '../../ui/use-edit-form.tsx';

type Form = { email: string; code: string };

/**
 * The form for the code of the e-mail. With `given` from the link in it, the form is submitted once, automatically.
 * `onDone` gets the confirmed address.
 */
export function ConfirmEmailForm({ given, onDone }: { given: Form; onDone: (email: string) => void }) {
  const edit = useEditForm({
    schema: ConfirmEmailSchema,
    initial: given,
    // The code of the link takes precedence over a draft.
    draft: given.code ? undefined : `confirm-email.${given.email}`,
    send: confirmEmail,
    onSent: (_answer, { email }) => onDone(email),
  });
  const { submit, field } = edit;

  const wasSent = useRef(false);
  useEffect(() => {
    if (wasSent.current || !given.email || !given.code) return;
    wasSent.current = true;
    void submit();
  }, [given, submit]);

  const code = field('code');
  return (
    <div className="stack">
      <EditForm edit={edit} problem={(last) => <ConfirmProblem {...last} />}>
        <EmailField {...field('email')} autoComplete="email" />
        <TextField
          label="Confirmation code"
          hint="It begins with EV and is in the mail that we sent you."
          autoComplete="one-time-code"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          errorHelp="Copy all of it from the newest mail, from EV to the end."
          {...code}
          onChange={(event) => {
            formatKeepingCaret(event.target, (text) => text.toUpperCase());
            void code.onChange(event);
          }}
        />
        <SubmitButton busy={edit.isSubmitting} busyText="Confirming">
          Confirm
        </SubmitButton>
      </EditForm>
      <Resend form={edit.form} />
    </div>
  );
}

function ConfirmProblem(failure: Failure) {
  if (failure.problem.status !== 404) return <ProblemNote {...failure} />;
  return (
    <ProblemNote {...failure} title="The code is not valid or expired">
      <p>
        A code works once, for 24 hours. If you have already confirmed, simply sign in; otherwise have another
        mail sent below.
      </p>
    </ProblemNote>
  );
}

/** Resends the e-mail, once per address. */
function Resend({ form }: { form: UseFormReturn<Form, unknown, Form> }) {
  const email = useWatch({ control: form.control, name: 'email' }).trim();
  const { isBusy, failure, call } = useCall();
  const [sentTo, setSentTo] = useState<string>();
  const resend = async () => {
    if (!(await form.trigger('email', { shouldFocus: true }))) return;
    await call(async () => {
      await resendConfirmation(email);
      setSentTo(email);
    });
  };
  // A changed address enables the button again.
  const isSent = sentTo === email;
  return (
    <div className="d-grid gap-2">
      <p>No mail? It can take a few minutes. Look in the spam folder too.</p>
      {failure && <ProblemNote {...failure} />}
      <div className="button-row">
        <Button variant="outline-primary" disabled={isBusy || isSent} onClick={() => void resend()}>
          Resend email
        </Button>
      </div>
      <output className="muted">
        {isSent &&
          `If this address waits for confirmation, another mail is on its way. We send at most ${CODE_MAILS_PER_HOUR} an hour: use the newest code.`}
      </output>
    </div>
  );
}
