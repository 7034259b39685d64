import { zodResolver } from '@hookform/resolvers/zod';
import { AddressForm, type Member } from '@kinfold/domain/member';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { updateMember } from '../../lib/account-queries.ts';
import { forgetDraft, readDraft, useKeepDraft } from '../../lib/form-draft.ts';
import { asProblem, type Problem } from '../../lib/problem.ts';
import { AddressFields } from '../../ui/address-fields.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { DialogButtons } from './dialog-buttons.tsx';

const FIELDS = ['streetAddress', 'cityNm', 'stateCd', 'postalCd'] as const;

/** 'Update Address' with Save. */
export function AddressDialog({
  member,
  onClose,
  onSaved,
}: {
  member: Member;
  onClose: () => void;
  onSaved: () => void;
}) {
  const client = useQueryClient();
  const draftKey = `address.${member._id}`;
  const { streetAddress = '', cityNm = '', stateCd = '', postalCd = '' } = member.address ?? {};
  const { register, handleSubmit, setError, subscribe, formState } = useForm({
    resolver: zodResolver(AddressForm),
    defaultValues: readDraft(draftKey, { streetAddress, cityNm, stateCd, postalCd }),
  });
  useKeepDraft(draftKey, subscribe);
  const [problem, setProblem] = useState<Problem>();
  const { errors, isSubmitting, submitCount } = formState;

  const submit = handleSubmit(async (address) => {
    setProblem(undefined);
    try {
      await updateMember(client, member._id, { address });
      forgetDraft(draftKey);
      onSaved();
    } catch (thrown) {
      const failed = asProblem(thrown);
      for (const field of FIELDS) {
        const said = failed.errors.find(({ path }) => path === `address.${field}`);
        if (said) setError(field, { message: said.message }, { shouldFocus: true });
      }
      setProblem(failed);
    }
  });
  const cancel = () => {
    forgetDraft(draftKey);
    onClose();
  };
  return (
    <Dialog title="Update Address" onClose={cancel}>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {problem && (
          <FormProblem
            title="Cannot update your address. Please verify your information and try again."
            attempt={submitCount}
          >
            <p>{problem.detail} What you typed is still here.</p>
          </FormProblem>
        )}
        <AddressFields register={register} errors={errors} />
        <DialogButtons isBusy={isSubmitting} onCancel={cancel} />
      </form>
    </Dialog>
  );
}
