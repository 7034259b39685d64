import { zodResolver } from '@hookform/resolvers/zod';
import { AddressForm, type Member } from '@kinfold/domain/member';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { updateMember } from '../../lib/account-queries.ts';
import { forgetDraft, readDraft, useKeepDraft } from '../../lib/form-draft.ts';
import type { Problem } from '../../lib/problem.ts';
import { session } from '../../lib/session.ts';
import { AddressFields } from '../../ui/address-fields.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { showProblem } from './form-problems.ts';

/** The address, to change. */
export function AddressUpdateForm({ member, onDone }: { member: Member; onDone: () => void }) {
  const client = useQueryClient();
  const draft = `address-update.${member._id}`;
  const { streetAddress = '', cityNm = '', stateCd = '', postalCd = '' } = member.address ?? {};
  const form = useForm({
    resolver: zodResolver(AddressForm),
    defaultValues: readDraft(draft, { streetAddress, cityNm, stateCd, postalCd }),
  });
  const { register, handleSubmit, subscribe, formState } = form;
  useKeepDraft(draft, subscribe);
  const [problem, setProblem] = useState<Problem>();
  const { errors, isSubmitting, submitCount } = formState;
  const submit = handleSubmit(async (address) => {
    setProblem(undefined);
    try {
      const updated = await updateMember(client, member._id, { address });
      forgetDraft(draft);
      session.rememberMember(updated);
      onDone();
    } catch (error) {
      setProblem(showProblem(form, error));
    }
  });
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      {problem && (
        <ProblemNote
          problem={problem}
          attempt={submitCount}
          title="Cannot update your address. Please verify your information and try again."
        >
          <p>Look for what is marked below. What you typed is still here.</p>
        </ProblemNote>
      )}
      <AddressFields register={register} errors={errors} />
      <SubmitButton busy={isSubmitting} busyText="Saving">
        Save my address
      </SubmitButton>
    </form>
  );
}
