import { zodResolver } from '@hookform/resolvers/zod';
import type { Member } from '@kinfold/domain/member';
import { PhoneForm } from '@kinfold/domain/member-edit';
import {
  formatTypedPhone,
  isValidPhone,
  storedPhone as phoneToStore,
  TYPED_PHONE_MAX,
} from '@kinfold/domain/phone';
import { useForm } from 'react-hook-form';
import { forgetDraft, readDraft } from '../../lib/form-draft.ts';
import { formatKeepingCaret } from '../../lib/input-mask.ts';
import { MemberUpdateProblem, useMemberUpdate } from '../../parts/changed-meanwhile.tsx';
import { Phone } from '../../parts/member/phone.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';
import { useKeepDraft } from '../../ui/use-keep-draft.tsx';

export const phoneDraft = (memberId: string) => `phone.${memberId}`;

/** The dialog 'Update Phone' (rules.md "Oddities of the spec"): changes the first number and keeps the others. */
export function PhoneDialog({
  member,
  onClose,
  onSaved,
}: {
  member: Member;
  onClose: () => void;
  onSaved: () => void;
}) {
  const { save, conflict } = useMemberUpdate(member);
  const draft = phoneDraft(member._id);
  const first = { phoneNbr: formatTypedPhone(member.phones[0]?.phoneNbr ?? '') };
  const form = useForm({
    resolver: zodResolver(PhoneForm),
    defaultValues: readDraft(draft, first),
  });
  const draftNote = useKeepDraft(draft, form, first);
  const { formProps, field, failure, isSubmitting } = useFormCall(form, async ({ phoneNbr }) => {
    // Invalid numbers are dropped: the server would refuse the request because of them.
    const [, ...others] = (conflict?.current ?? member).phones;
    const kept = others.filter((other) => isValidPhone(other.phoneNbr));
    await save({ phones: [{ phoneNbr: phoneToStore(phoneNbr) }, ...kept] });
    forgetDraft(draft);
    onSaved();
  });
  const cancel = () => {
    forgetDraft(draft);
    onClose();
  };
  const phone = field('phoneNbr');
  return (
    <Dialog title="Update Phone" onClose={cancel}>
      <form {...formProps}>
        {draftNote}
        <MemberUpdateProblem
          failure={failure}
          conflict={conflict}
          stored={storedPhone}
          saveLabel="Save"
          onTakeStored={cancel}
          title="Your phone number is not saved"
        >
          <p>{failure?.problem.detail} What you typed is still here; please try again.</p>
        </MemberUpdateProblem>
        <TextField
          label="Phone number"
          hint="Ten digits, with the area code"
          type="tel"
          autoComplete="tel-national"
          inputMode="tel"
          maxLength={TYPED_PHONE_MAX}
          errorHelp="Type ten digits, for example (301) 555-0142."
          {...phone}
          onChange={(event) => {
            formatKeepingCaret(event.target, formatTypedPhone);
            void phone.onChange(event);
          }}
        />
        <DialogButtons isBusy={isSubmitting} onCancel={cancel} />
      </form>
    </Dialog>
  );
}

function storedPhone({ phones: [first] }: Member) {
  return first ? <Phone value={first.phoneNbr} /> : 'No phone number on file';
}
