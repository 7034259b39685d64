import { MEMBER_SEARCH_MIN_CHARS, NAME_MAX, TYPEAHEAD_DEBOUNCE_MS } from '@kinfold/domain/constants';
import { SEARCH_LIMIT } from '@kinfold/domain/search';
import { countOf } from '@kinfold/domain/text';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ageText, date } from '../../lib/format.ts';
import { forgetDraft, readDraft, writeDraft } from '../../lib/form-draft.ts';
import { asProblem } from '../../lib/problem.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import type { Done } from '../../parts/undoable.tsx';
import { householdQuery } from '../../queries/households.ts';
import { deleteMembership, makeMembership } from '../../queries/memberships.ts';
import { searchQuery } from '../../queries/search.ts';
import '../../theme/households.scss';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useDraftNote } from '../../ui/use-keep-draft.tsx';
import { NewMembershipMeans } from './new-membership-means.tsx';

/** Where the choices of a new membership are kept; a form that was open at a reload opens again. */
export const newMembershipDraft = (campaignId: string) => `new-membership.${campaignId}`;

/** `note` tells the chosen member from others of the name; `covered` has ids apart by blanks. */
const NOBODY = { name: '', member_id: '', note: '', covered: '' };
type Values = typeof NOBODY;

/** Makes a membership by hand: for a member of one's organizations, with those of the household that it covers too. */
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
  const [values, setValues] = useState<Values>(() => readDraft(draft, NOBODY));
  const [error, setError] = useState<string>();
  const { isBusy, failure, call } = useCall();
  const { name, member_id, note } = values;
  const covered = values.covered.split(' ').filter(Boolean);
  const change = (next: Values) => {
    writeDraft(draft, next);
    setValues(next);
    setError(undefined);
  };
  const toggle = (id: string) => {
    const next = covered.includes(id) ? covered.filter((one) => one !== id) : [...covered, id];
    change({ ...values, covered: next.join(' ') });
  };
  const draftNote = useDraftNote(draft, NOBODY, () => setValues(NOBODY));
  const close = () => {
    forgetDraft(draft);
    onClose();
  };
  const submit = async () => {
    setError(member_id ? undefined : 'Choose for whom');
    if (!member_id) return;
    await call(async () => {
      const made = await makeMembership(client, { campaignId, primaryMemberId: member_id, members: covered });
      forgetDraft(draft);
      onDone({
        text: `The membership of ${name} is made.`,
        undo: () => deleteMembership(client, made, { isLeft: false }),
      });
    });
  };
  return (
    <Dialog title="Add Membership" onClose={close}>
      <Form className="stack" onSubmit={submit}>
        {draftNote}
        {failure && (
          <ProblemNote {...failure} title={`The membership was not made: ${failure.problem.detail}`}>
            <p>What you chose is still here.</p>
          </ProblemNote>
        )}
        <PrimaryField
          text={name}
          chosen={note}
          error={error}
          onText={(text) => change({ ...NOBODY, name: text })}
          onChoose={(one) => change({ ...NOBODY, ...one })}
        />
        {member_id && <Residents memberId={member_id} covered={covered} onToggle={toggle} />}
        {member_id && (
          <NewMembershipMeans form={{ campaignId, primaryMemberId: member_id, members: covered }} />
        )}
        <DialogButtons isBusy={isBusy} busyText="Adding" onCancel={close}>
          Add Membership
        </DialogButtons>
      </Form>
    </Dialog>
  );
}

/** Searches the members of one's organizations, from 3 characters. */
function PrimaryField({
  text,
  chosen,
  error,
  onText,
  onChoose,
}: {
  text: string;
  chosen: string;
  error: string | undefined;
  onText: (text: string) => void;
  onChoose: (one: Omit<Values, 'covered'>) => void;
}) {
  const typed = text.trim();
  const term = useDebounced(typed, TYPEAHEAD_DEBOUNCE_MS);
  const isSearching = !chosen && typed.length >= MEMBER_SEARCH_MIN_CHARS;
  const search = useQuery({
    ...searchQuery(term),
    enabled: isSearching && term.length >= MEMBER_SEARCH_MIN_CHARS,
  });
  const isFresh = term === typed && !search.isFetching;
  const found = isSearching && !search.isError ? search.data?.members : undefined;
  const status = () => {
    if (chosen) return chosen;
    if (!isSearching) return null;
    if (search.isError && isFresh)
      return `The members cannot be searched at the moment. ${asProblem(search.error).detail}`;
    if (!found || !isFresh) return 'Searching…';
    if (found.length === 0) return 'Nobody is found. Check the spelling, or try the member or phone number.';
    if (found.length >= SEARCH_LIMIT)
      return `Only ${SEARCH_LIMIT} members are shown. Type more of the name to see others.`;
    return `${countOf(found.length, 'member', 'members')} found`;
  };
  return (
    <Combobox
      label="Primary member"
      hint="Who pays. Type at least 3 characters of the name, or the member or phone number"
      text={text}
      maxLength={NAME_MAX}
      onText={onText}
      options={found}
      keyOf={({ _id }) => _id}
      onChoose={({ _id, firstNm, lastNm, birthDt, organizationName }) =>
        onChoose({
          member_id: _id,
          name: `${firstNm} ${lastNm}`,
          note: `Born ${date(birthDt)}, ${organizationName}`,
        })
      }
      note={status()}
      error={error}
    >
      {({ firstNm, lastNm, birthDt, organizationName }) => (
        <>
          <span>
            {firstNm} {lastNm}
          </span>{' '}
          <span className="muted small tabular">
            {date(birthDt)}, {organizationName}
          </span>
        </>
      )}
    </Combobox>
  );
}

/** The others of the household, to be covered too. */
function Residents({
  memberId,
  covered,
  onToggle,
}: {
  memberId: string;
  covered: readonly string[];
  onToggle: (memberId: string) => void;
}) {
  const { data } = useQuery(householdQuery(memberId));
  const others = data?.members.filter(
    ({ member_id, isActive, deceasedDt }) => member_id !== memberId && isActive !== false && !deceasedDt,
  );
  if (!others?.length) return null;
  return (
    <fieldset className="choices">
      <legend>Covers from the household too</legend>
      {others.map(({ member_id, firstNm, lastNm, relationship, age }) => (
        <Checkbox
          key={member_id}
          label={`${firstNm} ${lastNm}, ${relationship}, ${ageText(age)}`}
          checked={covered.includes(member_id)}
          onChange={() => onToggle(member_id)}
        />
      ))}
    </fieldset>
  );
}
