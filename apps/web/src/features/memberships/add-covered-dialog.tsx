import type { CampaignMembership } from '@kinfold/domain/campaign-membership';
import { fullName } from '@kinfold/domain/person-name';
import { listOf, pluralOf } from '@kinfold/domain/text';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import { ageText, date } from '../../lib/format.ts';
import { MemberField } from '../../parts/member/member-field.tsx';
import type { Done } from '../../parts/undoable.tsx';
import { householdQuery } from '../../queries/households.ts';
import { addSeveralCovered, removeCovered } from '../../queries/memberships.ts';
import { CheckList } from '../../ui/check-list.tsx';
import { EditDialog } from '../../ui/edit-form.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { Consequences, StepProblem } from './step-dialog.tsx';

const AddCoveredForm = z.object({
  member_ids: z.array(z.string()).check(z.minLength(1, 'Choose whom to add')),
});

/** A person who may be added. */
type Candidate = { key: string; label: string; name: string };

/**
 * Adds several covered members to a membership: from the primary member's household, or found by name, number or id.
 */
export function AddCoveredDialog({
  membership,
  initial = [],
  onClose,
  onDone,
}: {
  membership: CampaignMembership;
  /** The people chosen initially, if they are not covered yet. */
  initial?: readonly string[];
  onClose: () => void;
  onDone: (done: Done) => void;
}) {
  const client = useQueryClient();
  const { data: household } = useQuery(householdQuery(membership.primaryMemberId));
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly Candidate[]>([]);
  const isCovered = (memberId: string) =>
    membership.members.some((one) => one.member_id === memberId && one.isActive !== false);
  const residents = (household?.members ?? []).flatMap((one): Candidate[] => {
    if (one.isActive === false || one.deceasedDt || isCovered(one.member_id)) return [];
    const name = fullName(one);
    return [{ key: one.member_id, name, label: `${name}, ${one.relationship}, ${ageText(one.age)}` }];
  });
  const candidates = [...residents, ...found];
  const edit = useEditForm({
    schema: AddCoveredForm,
    initial: { member_ids: initial.filter((id) => !isCovered(id)) },
    send: async ({ member_ids: ids }): Promise<Done> => {
      const changed = await addSeveralCovered(client, membership, ids);
      const names = candidates.flatMap(({ key, name }) => (ids.includes(key) ? [name] : []));
      return {
        text: pluralOf(
          ids.length,
          '{names} is in this membership now.',
          '{names} are in this membership now.',
          { names: listOf(names) },
        ),
        undo: async () => {
          for (const id of ids) await removeCovered(client, changed, id);
        },
      };
    },
    onSent: onDone,
    onClose,
  });
  const { field, fieldState } = useController({ control: edit.form.control, name: 'member_ids' });
  const chosen = field.value;
  return (
    <EditDialog
      title="Add covered member"
      edit={edit}
      button="Add to membership"
      busyText="Adding"
      problem={(last) => <StepProblem {...last} />}
    >
      {candidates.length > 0 && (
        <CheckList
          legend={found.length ? 'Whom to add' : 'From the household'}
          choices={candidates}
          value={chosen}
          onChange={field.onChange}
        />
      )}
      <MemberField
        label={residents.length ? 'Or somebody else' : 'Member'}
        organizationNumber={membership.organizationNumber}
        findsIds
        offers={(one) =>
          !one.deceasedDt &&
          one.isActive !== false &&
          !isCovered(one.id) &&
          !candidates.some(({ key }) => key === one.id)
        }
        text={text}
        onText={setText}
        chosen=""
        onChoose={({ id, birthDt, ...one }) => {
          const name = fullName(one);
          setFound([...found, { key: id, name, label: `${name}, born ${date(birthDt)}` }]);
          setText('');
          field.onChange([...chosen, id]);
        }}
        error={fieldState.error?.message}
        inputRef={field.ref}
      />
      {chosen.length > 0 && (
        <Consequences membershipId={membership._id} step={{ do: 'add', member_ids: chosen }} />
      )}
    </EditDialog>
  );
}
