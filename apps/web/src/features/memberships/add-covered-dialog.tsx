import type { CampaignMembership } from '@kinfold/domain/campaign-membership';
import type { Household } from '@kinfold/domain/household';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import {
  chosenMember,
  MemberChoice,
  NOBODY_CHOSEN,
  useChosenMember,
} from '../../parts/member/member-choice.tsx';
import { ageText } from '../../lib/format.ts';
import type { Done } from '../../parts/undoable.tsx';
import { householdQuery } from '../../queries/households.ts';
import { addCovered, removeCovered } from '../../queries/memberships.ts';
import '../../theme/checkbox.scss';
import '../../theme/households.scss';
import { EditDialog } from '../../ui/edit-form.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { Consequences, StepProblem } from './step-dialog.tsx';

const AddCoveredForm = chosenMember('Choose whom to add');

/** Has a membership cover somebody: of the primary member's household first, or anybody by name, number or id. */
export function AddCoveredDialog({
  membership,
  onClose,
  onDone,
}: {
  membership: CampaignMembership;
  onClose: () => void;
  onDone: (done: Done) => void;
}) {
  const client = useQueryClient();
  const { data: household } = useQuery(householdQuery(membership.primaryMemberId));
  const edit = useEditForm({
    schema: AddCoveredForm,
    initial: NOBODY_CHOSEN,
    send: async ({ member_id: chosen, name }): Promise<Done> => {
      const changed = await addCovered(client, membership, chosen);
      return {
        text: `${name} is in this membership now.`,
        undo: () => removeCovered(client, changed, chosen),
      };
    },
    onSent: onDone,
    onClose,
  });
  const member_id = useWatch({ control: edit.form.control, name: 'member_id' });
  const isCovered = (memberId: string) =>
    membership.members.some((one) => one.member_id === memberId && one.isActive !== false);
  const residents = (household?.members ?? []).filter(
    (one) => one.isActive !== false && !one.deceasedDt && !isCovered(one.member_id),
  );
  return (
    <EditDialog
      title="Add covered member"
      edit={edit}
      button="Add to membership"
      busyText="Adding"
      problem={(last) => <StepProblem {...last} />}
    >
      {residents.length > 0 && <Residents residents={residents} />}
      <MemberChoice
        label={residents.length ? 'Or somebody else' : 'Member'}
        organizationNumber={membership.organizationNumber}
        offers={(one) => !one.deceasedDt && one.isActive !== false && !isCovered(one.id)}
      />
      {member_id && <Consequences membershipId={membership._id} step={{ do: 'add', member_id }} />}
    </EditDialog>
  );
}

/** Those of the household whom the membership does not cover. */
function Residents({ residents }: { residents: Household['members'] }) {
  const { member_id: chosen, choose } = useChosenMember();
  return (
    <fieldset>
      <legend>From the household</legend>
      {residents.map(({ member_id, firstNm, lastNm, relationship, age }) => (
        <div className="form-check" key={member_id}>
          <input
            type="radio"
            className="form-check-input"
            name="resident"
            id={`resident-${member_id}`}
            checked={chosen === member_id}
            onChange={() => choose({ member_id, name: `${firstNm} ${lastNm}`, birthDt: '' })}
          />
          <label className="form-check-label" htmlFor={`resident-${member_id}`}>
            {firstNm} {lastNm}, {relationship}, {ageText(age)}
          </label>
        </div>
      ))}
    </fieldset>
  );
}
