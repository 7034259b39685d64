import type { Member } from '@kinfold/domain/member';
import { useQueryClient } from '@tanstack/react-query';
import type { Done } from '../../parts/undoable.tsx';
import { linkHousehold, unlinkHousehold } from '../../queries/households.ts';
import { memberQuery } from '../../queries/members.ts';
import { EditDialog } from '../../ui/edit-form.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { chosenMember, MemberChoice, NOBODY_CHOSEN } from '../../parts/member/member-choice.tsx';

const LinkForm = chosenMember();

/** 'Link household': the household of a member found by name, number or id (spec section 5). */
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
  const edit = useEditForm({
    schema: LinkForm,
    initial: NOBODY_CHOSEN,
    draft: `linked-household.${member._id}`,
    send: async ({ member_id, name }): Promise<Done> => {
      const { household_id } = await client.ensureQueryData(memberQuery(member_id));
      await linkHousehold(client, member._id, { member_id });
      return {
        text: `${member.firstNm} may see the household of ${name} now, and pay for it.`,
        ...(household_id !== null && { undo: () => unlinkHousehold(client, member._id, household_id) }),
      };
    },
    onSent: onLinked,
    onClose,
  });
  return (
    <EditDialog
      title="Link household"
      edit={edit}
      button="Link household"
      busyText="Linking"
      problem={(last) => (
        <ProblemNote {...last}>
          <p>Nothing was changed. Choose somebody else, or press Cancel.</p>
        </ProblemNote>
      )}
    >
      <p>
        {member.firstNm} will see what the primary member of that household owes and is covered for, and may
        pay for it.
      </p>
      <MemberChoice organizationNumber={member.organizationNumber} />
    </EditDialog>
  );
}
