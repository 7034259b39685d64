import { zodResolver } from '@hookform/resolvers/zod';
import type { Member } from '@kinfold/domain/member';
import { PREFERRED_WAYS, WAY_NAMES } from '@kinfold/domain/preferred-way';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { forgetDraft, readDraft } from '../../lib/form-draft.ts';
import { MemberUpdateProblem, useMemberUpdate } from '../../parts/changed-meanwhile.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';
import { useKeepDraft } from '../../ui/use-keep-draft.tsx';

const WayForm = z.object({ preferredWay: z.enum([...PREFERRED_WAYS, '']) });

export const wayDraft = (memberId: string) => `way.${memberId}`;

/** The dialog where a member chooses how they are told of what is due. */
export function WayDialog({
  member,
  onClose,
  onSaved,
}: {
  member: Member;
  onClose: () => void;
  onSaved: () => void;
}) {
  const { save, conflict } = useMemberUpdate(member);
  const draft = wayDraft(member._id);
  const first: z.input<typeof WayForm> = { preferredWay: member.preferredWay ?? '' };
  const form = useForm({
    resolver: zodResolver(WayForm),
    defaultValues: WayForm.safeParse(readDraft(draft, first)).data ?? first,
  });
  const draftNote = useKeepDraft(draft, form, first);
  const { formProps, field, failure, isSubmitting } = useFormCall(form, async ({ preferredWay }) => {
    await save({ preferredWay });
    forgetDraft(draft);
    onSaved();
  });
  const cancel = () => {
    forgetDraft(draft);
    onClose();
  };
  return (
    <Dialog title="How we tell you what is due" onClose={cancel}>
      <form {...formProps}>
        {draftNote}
        <MemberUpdateProblem
          failure={failure}
          conflict={conflict}
          stored={({ preferredWay }) => (preferredWay ? WAY_NAMES[preferredWay] : 'No wish')}
          saveLabel="Save"
          onTakeStored={cancel}
          title="Your choice is not saved"
        >
          <p>{failure?.problem.detail} What you chose is still here; please try again.</p>
        </MemberUpdateProblem>
        <SelectField label="Reminders and letters" {...field('preferredWay')} required={false}>
          <option value="">No wish</option>
          {PREFERRED_WAYS.map((way) => (
            <option key={way} value={way}>
              {WAY_NAMES[way]}
            </option>
          ))}
        </SelectField>
        <p className="form-text">
          Without a wish we write to your email. Receipts for your payments always go there.
        </p>
        <DialogButtons isBusy={isSubmitting} onCancel={cancel} />
      </form>
    </Dialog>
  );
}
