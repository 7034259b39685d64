import { zodResolver } from '@hookform/resolvers/zod';
import type { Member } from '@kinfold/domain/member';
import { useQueryClient } from '@tanstack/react-query';
import { FormProvider, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { forgetDraft, readDraft } from '../../lib/form-draft.ts';
import type { Done } from '../../parts/undoable.tsx';
import { linkHousehold, unlinkHousehold } from '../../queries/households.ts';
import { memberQuery } from '../../queries/members.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';
import { useKeepDraft } from '../../ui/use-keep-draft.tsx';
import { MemberChoice, NOBODY_CHOSEN } from './member-choice.tsx';

/** The sent value, and the name and birth date of the chosen member for display. */
const LinkForm = z.object({
  member_id: z.string().check(z.minLength(1, 'Member Id is required')),
  name: z.string(),
  birthDt: z.string(),
});

/** 'Link household': that of a member who is found by name, number or id (spec section 5). */
export function LinkHouseholdDialog({
  member,
  onClose,
  onLinked,
}: {
  member: Member;
  onClose: () => void;
  onLinked: (done: Done) => void;
}) {
  const client = useQueryClient();
  const draft = `linked-household.${member._id}`;
  const form = useForm({ resolver: zodResolver(LinkForm), defaultValues: readDraft(draft, NOBODY_CHOSEN) });
  const draftNote = useKeepDraft(draft, form, NOBODY_CHOSEN);
  const { formProps, failure, isSubmitting } = useFormCall(form, async ({ member_id, name }) => {
    const { household_id } = await client.ensureQueryData(memberQuery(member_id));
    await linkHousehold(client, member._id, { member_id });
    forgetDraft(draft);
    onLinked({
      text: `${member.firstNm} may look at the household of ${name} now, and pay for it.`,
      ...(household_id !== null && { undo: () => unlinkHousehold(client, member._id, household_id) }),
    });
  });
  const cancel = () => {
    forgetDraft(draft);
    onClose();
  };
  return (
    <Dialog title="Link household" onClose={cancel}>
      <FormProvider {...form}>
        <form {...formProps}>
          {draftNote}
          {failure && (
            <ProblemNote {...failure}>
              <p>Nothing was changed. Choose somebody else, or press Cancel.</p>
            </ProblemNote>
          )}
          <p>
            {member.firstNm} will see what the primary member of that household owes and is covered for, and
            may pay for it.
          </p>
          <MemberChoice organizationNumber={member.organizationNumber} />
          <DialogButtons isBusy={isSubmitting} busyText="Linking" onCancel={cancel}>
            Link household
          </DialogButtons>
        </form>
      </FormProvider>
    </Dialog>
  );
}
