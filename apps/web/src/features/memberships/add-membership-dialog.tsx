import { MEMBER_SEARCH_MIN_CHARS, NAME_MAX } from '@kinfold/domain/constants';
import { fullName } from '@kinfold/domain/person-name';
import { SEARCH_LIMIT } from '@kinfold/domain/search';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { ageText, date } from '../../lib/format.ts';
import { useTypeahead } from '../../lib/use-typeahead.ts';
import { DidYouMean } from '../../parts/member/did-you-mean.tsx';
import { foundMembersText } from '../../parts/member/member-field.tsx';
import type { Done } from '../../parts/undoable.tsx';
import { householdQuery } from '../../queries/households.ts';
import { deleteMembership, makeMembership } from '../../queries/memberships.ts';
import { searchQuery } from '../../queries/search.ts';
import { CheckList } from '../../ui/check-list.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { EditDialog } from '../../ui/edit-form.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { NewMembershipMeans } from './new-membership-means.tsx';

/** The name of the draft of a new membership; a form that was open at a reload is reopened. */
export const newMembershipDraft = (campaignId: string) => `new-membership.${campaignId}`;

const AddMembershipForm = z.object({
  name: z.string(),
  member_id: z.string().check(z.minLength(1, 'Choose for whom')),
  /** Distinguishes the chosen member from others of the same name. */
  note: z.string(),
  /** The ids of the other covered members. */
  covered: z.array(z.string()),
});
type Values = z.infer<typeof AddMembershipForm>;
const NOBODY: Values = { name: '', member_id: '', note: '', covered: [] };

/**
 * Creates a membership by hand: for a member of the user's organizations, with the household members that it also
 * covers.
 */
export function AddMembershipDialog({
  campaignId,
  draft,
  onClose,
  onDone,
}: {
  campaignId: string;
  draft: string;
  onClose: () => void;
  onDone: (done: Done) => void;
}) {
  const client = useQueryClient();
  const edit = useEditForm({
    schema: AddMembershipForm,
    initial: NOBODY,
    draft,
    send: async ({ member_id: primaryMemberId, covered: members, name }): Promise<Done> => {
      const made = await makeMembership(client, { campaignId, primaryMemberId, members });
      return {
        text: `The membership of ${name} was added.`,
        undo: () => deleteMembership(client, made, { isLeft: false }),
      };
    },
    onSent: onDone,
    onClose,
  });
  const [member_id, covered] = useWatch({ control: edit.form.control, name: ['member_id', 'covered'] });
  return (
    <EditDialog
      title="Add Membership"
      edit={edit}
      button="Add Membership"
      busyText="Adding"
      problem={(last) => (
        <ProblemNote {...last} title={`The membership was not added: ${last.problem.detail}`}>
          <p>What you chose is still here.</p>
        </ProblemNote>
      )}
    >
      <PrimaryField />
      {member_id && (
        <>
          <Residents memberId={member_id} />
          <NewMembershipMeans form={{ campaignId, primaryMemberId: member_id, members: covered }} />
        </>
      )}
    </EditDialog>
  );
}

/** Searches the members of the user's organizations, from 3 characters. */
function PrimaryField() {
  const { control, setValue } = useFormContext<Values>();
  const { field, fieldState } = useController({ control, name: 'member_id' });
  const [text, chosen] = useWatch({ control, name: ['name', 'note'] });
  const choose = ({ name, note, member_id }: Omit<Values, 'covered'>) => {
    setValue('name', name);
    setValue('note', note);
    setValue('covered', []);
    field.onChange(member_id);
  };
  const search = useTypeahead(text, MEMBER_SEARCH_MIN_CHARS, searchQuery, chosen !== '');
  const found = search.found?.members;
  const note = search.noteOf('members', ({ members }) => foundMembersText(members.length, SEARCH_LIMIT));
  return (
    <Combobox
      label="Primary member"
      hint="Who pays. Type at least 3 characters of the name, or the member or phone number"
      text={text}
      maxLength={NAME_MAX}
      onText={(name) => choose({ ...NOBODY, name })}
      options={found}
      keyOf={({ _id }) => _id}
      onChoose={({ _id, birthDt, organizationName, ...name }) =>
        choose({
          member_id: _id,
          name: fullName(name),
          note: `Born ${date(birthDt)}, ${organizationName}`,
        })
      }
      note={chosen || note}
      below={(type) => found?.length === 0 && <DidYouMean term={text} onChoose={type} />}
      error={fieldState.error?.message}
      inputRef={field.ref}
    >
      {({ birthDt, organizationName, formerly, ...name }) => (
        <>
          <span>
            {fullName(name)}
            {formerly && <span className="muted"> (formerly {formerly})</span>}
          </span>{' '}
          <span className="muted small tabular">
            {date(birthDt)}, {organizationName}
          </span>
        </>
      )}
    </Combobox>
  );
}

/** The other household members, to be covered too. */
function Residents({ memberId }: { memberId: string }) {
  const { control } = useFormContext<Values>();
  const { field } = useController({ control, name: 'covered' });
  const { data } = useQuery(householdQuery(memberId));
  const others = data?.members.filter(
    ({ member_id, isActive, deceasedDt }) => member_id !== memberId && isActive !== false && !deceasedDt,
  );
  if (!others?.length) return null;
  return (
    <CheckList
      legend="Covers from the household too"
      choices={others.map(({ member_id, relationship, age, ...name }) => ({
        key: member_id,
        label: `${fullName(name)}, ${relationship}, ${ageText(age)}`,
      }))}
      value={field.value}
      onChange={field.onChange}
    />
  );
}
