import type { Member } from '@kinfold/domain/member';
import {
  ConfirmSignInChangeForm,
  SignInChangeForm,
  type SignInChange,
  type SignInChangeType,
} from '@kinfold/domain/sign-in-change';
import { useQueryClient } from '@tanstack/react-query';
import type { Done } from '../../parts/undoable.tsx';
import { confirmSignInChange, requestSignInChange } from '../../queries/sign-ins.ts';
import { EditDialog } from '../../ui/edit-form.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { EmailField } from '../../ui/text-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';

type Props = { member: Member; onClose: () => void; onDone: (done: Done) => void };

/** The dialog that requests another sign-in address, or unlinking the sign-in. */
export function SignInChangeDialog({ member, type, onClose, onDone }: Props & { type: SignInChangeType }) {
  const client = useQueryClient();
  const { firstNm } = member;
  const edit = useEditForm({
    schema: SignInChangeForm,
    initial: { type, email: type === 'address' ? '' : null, reason: '' },
    draft: `sign-in.${type}.${member._id}`,
    send: (form) => requestSignInChange(client, member._id, form),
    onSent: () => onDone({ text: 'Asked. It is done once somebody else of the office confirms it.' }),
    onClose,
  });
  return (
    <EditDialog
      title={type === 'address' ? 'Change the sign-in address' : 'Unlink the sign-in'}
      edit={edit}
      button="Ask for it"
      busyText="Asking"
      failed="It was not asked for"
    >
      {type === 'address' ? (
        <>
          <p>
            {firstNm} keeps the password and is signed out everywhere. The old and the new address get a mail.
            Make sure that it is {firstNm} who asks: who reads that mailbox sees what is theirs here.
          </p>
          <EmailField
            label="New address"
            hint="Another person of the office types it again."
            {...edit.field('email')}
            autoComplete="off"
          />
        </>
      ) : (
        <p>
          {firstNm} is signed out everywhere and gets a mail. Saved cards are deleted, and nothing is paid by
          itself any more. Afterwards {firstNm} can sign up with another address and link that account.
        </p>
      )}
      <ReasonField label="Why" {...edit.field('reason')} />
    </EditDialog>
  );
}

/** The dialog that confirms another user's request; a new address is typed again, against typing errors. */
export function ConfirmSignInChangeDialog({
  member,
  change: { type, requestedBy, requestedDt },
  onClose,
  onDone,
}: Props & { change: SignInChange }) {
  const client = useQueryClient();
  const { firstNm } = member;
  const edit = useEditForm({
    schema: ConfirmSignInChangeForm,
    initial: { requestedDt: requestedDt.toISOString(), email: type === 'address' ? '' : null },
    send: (form) => confirmSignInChange(client, member._id, form),
    onSent: () =>
      onDone({
        text:
          type === 'address'
            ? `${firstNm} signs in with the new address from now on.`
            : `The sign-in is no longer linked to ${firstNm}.`,
      }),
    onClose,
  });
  return (
    <EditDialog
      title={type === 'address' ? 'Confirm the new sign-in address' : 'Confirm that the sign-in is unlinked'}
      edit={edit}
      button="Confirm"
      busyText="Confirming"
      failed="It was not confirmed"
    >
      <p>
        Confirm only what you know yourself, for example because {firstNm} told you in person. {requestedBy}{' '}
        asked for it.
      </p>
      {type === 'address' && (
        <EmailField
          label="The new address, typed again"
          {...edit.field('email')}
          // What was sent was well-formed: its form needs no help.
          {...(edit.failure && { errorHelp: undefined })}
          autoComplete="off"
        />
      )}
    </EditDialog>
  );
}
