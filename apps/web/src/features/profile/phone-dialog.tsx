import { zodResolver } from '@hookform/resolvers/zod';
import { PhoneForm, type Member } from '@kinfold/domain/member';
import { formatTypedPhone, isValidPhone, phoneDigits } from '@kinfold/domain/phone';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { updateMember } from '../../lib/account-queries.ts';
import { forgetDraft, readDraft, useKeepDraft } from '../../lib/form-draft.ts';
import { asProblem, type Problem } from '../../lib/problem.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DialogButtons } from './dialog-buttons.tsx';

/** 'Update Phone' (decisions.md "Oddities"): the first number; further ones stay as they are. */
export function PhoneDialog({
  member,
  onClose,
  onSaved,
}: {
  member: Member;
  onClose: () => void;
  onSaved: () => void;
}) {
  const client = useQueryClient();
  const draftKey = `phone.${member._id}`;
  const [first, ...others] = member.phones;
  const { register, handleSubmit, setError, setValue, subscribe, formState } = useForm({
    resolver: zodResolver(PhoneForm),
    defaultValues: readDraft(draftKey, { phoneNbr: formatTypedPhone(first?.phoneNbr ?? '') }),
  });
  useKeepDraft(draftKey, subscribe);
  const [problem, setProblem] = useState<Problem>();
  const { errors, isSubmitting, submitCount } = formState;

  const submit = handleSubmit(async ({ phoneNbr }) => {
    setProblem(undefined);
    // A number that cannot be dialled would keep the good one from being saved.
    const kept = others.filter((other) => isValidPhone(other.phoneNbr));
    try {
      await updateMember(client, member._id, { phones: [{ phoneNbr: phoneDigits(phoneNbr) }, ...kept] });
      forgetDraft(draftKey);
      onSaved();
    } catch (thrown) {
      const failed = asProblem(thrown);
      const said = failed.errors.find(({ path }) => path === 'phones.0.phoneNbr');
      if (said) setError('phoneNbr', { message: said.message }, { shouldFocus: true });
      else setProblem(failed);
    }
  });
  const cancel = () => {
    forgetDraft(draftKey);
    onClose();
  };
  const field = register('phoneNbr');
  return (
    <Dialog title="Update Phone" onClose={cancel}>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {problem && (
          <FormProblem title="Your phone number is not saved" attempt={submitCount}>
            <p>{problem.detail} What you typed is still here; please try again.</p>
          </FormProblem>
        )}
        <TextField
          label="Phone number"
          hint="Ten digits, with the area code"
          type="tel"
          autoComplete="tel-national"
          inputMode="tel"
          maxLength={14}
          required
          error={
            errors.phoneNbr && `${errors.phoneNbr.message}. Type ten digits, for example (301) 555-0142.`
          }
          {...field}
          onChange={(event) => {
            const typed = event.target.value;
            setValue('phoneNbr', formatTypedPhone(typed), { shouldValidate: submitCount > 0 });
          }}
        />
        <DialogButtons isBusy={isSubmitting} onCancel={cancel} />
      </form>
    </Dialog>
  );
}
