import type { CampaignMembership } from '@kinfold/domain/campaign-membership';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ageText, date } from '../../lib/format.ts';
import { MemberField } from '../../parts/member/member-field.tsx';
import type { Done } from '../../parts/undoable.tsx';
import { householdQuery } from '../../queries/households.ts';
import { addCovered, removeCovered } from '../../queries/memberships.ts';
import '../../theme/checkbox.scss';
import '../../theme/households.scss';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { useCall } from '../../ui/use-call.ts';
import { Consequences, StepProblem } from './step-dialog.tsx';

type Chosen = { member_id: string; name: string; born: string };
const NOBODY: Chosen = { member_id: '', name: '', born: '' };

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
  const [chosen, setChosen] = useState(NOBODY);
  const [error, setError] = useState<string>();
  const { isBusy, failure, call } = useCall();
  const isCovered = (memberId: string) =>
    membership.members.some((one) => one.member_id === memberId && one.isActive !== false);
  const residents = household?.members.filter(
    ({ member_id, isActive, deceasedDt }) => isActive !== false && !deceasedDt && !isCovered(member_id),
  );
  const submit = async () => {
    const { member_id, name } = chosen;
    setError(member_id ? undefined : 'Choose whom to add');
    if (!member_id) return;
    await call(async () => {
      const changed = await addCovered(client, membership, member_id);
      onDone({
        text: `${name} is in this membership now.`,
        undo: () => removeCovered(client, changed, member_id),
      });
    });
  };
  return (
    <Dialog title="Add covered member" onClose={onClose}>
      <Form className="stack" onSubmit={submit}>
        {failure && <StepProblem {...failure} />}
        {residents && residents.length > 0 && (
          <fieldset className="choices">
            <legend>From the household</legend>
            {residents.map(({ member_id, firstNm, lastNm, relationship, age }) => (
              <div className="form-check" key={member_id}>
                <input
                  type="radio"
                  className="form-check-input"
                  name="resident"
                  id={`resident-${member_id}`}
                  checked={chosen.member_id === member_id}
                  onChange={() => setChosen({ member_id, name: `${firstNm} ${lastNm}`, born: '' })}
                />
                <label className="form-check-label" htmlFor={`resident-${member_id}`}>
                  {firstNm} {lastNm}, {relationship}, {ageText(age)}
                </label>
              </div>
            ))}
          </fieldset>
        )}
        <MemberField
          label={residents?.length ? 'Or somebody else' : 'Member'}
          organizationNumber={membership.organizationNumber}
          findsIds
          offers={(one) => !one.deceasedDt && one.isActive !== false && !isCovered(one.id)}
          text={chosen.born || !chosen.member_id ? chosen.name : ''}
          onText={(text) => setChosen({ ...NOBODY, name: text })}
          chosen={chosen.born}
          onChoose={({ id, firstNm, lastNm, birthDt }) =>
            setChosen({ member_id: id, name: `${firstNm} ${lastNm}`, born: `Born ${date(birthDt)}` })
          }
          error={error}
          inputRef={null}
        />
        {chosen.member_id && (
          <Consequences membershipId={membership._id} step={{ do: 'add', member_id: chosen.member_id }} />
        )}
        <DialogButtons isBusy={isBusy} busyText="Adding" onCancel={onClose}>
          Add to membership
        </DialogButtons>
      </Form>
    </Dialog>
  );
}
