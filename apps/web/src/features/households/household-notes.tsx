import { HouseholdNoteForm, type HouseholdNote } from '@kinfold/domain/household-note';
import type { Member } from '@kinfold/domain/member';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { dateInWords } from '../../lib/format.ts';
import { DeletedRow } from '../../parts/deleted-row.tsx';
import { useRemovable } from '../../parts/use-removable.ts';
import {
  addHouseholdNote,
  deleteHouseholdNote,
  householdNotesQuery,
  restoreHouseholdNote,
} from '../../queries/household-notes.ts';
import '../../theme/staff.scss';
import { Card } from '../../ui/card.tsx';
import { EditForm } from '../../ui/edit-form.tsx';
import { List } from '../../ui/list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Said } from '../../ui/said.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';

type Props = { member: Member; mayChange: boolean };

/** What the office noted on the household of a member, which its people never see; who may change households writes it. */
export function HouseholdNotes({ member, mayChange }: Props) {
  const query = useQuery(householdNotesQuery(member._id));
  return (
    <Card title="Notes for the office">
      <Loaded
        query={query}
        what="the notes"
        on={{
          404: () => <EmptyState title="No household, no notes">Notes are kept with a household.</EmptyState>,
        }}
      >
        {(notes) => <Notes member={member} mayChange={mayChange} notes={notes} />}
      </Loaded>
    </Card>
  );
}

const newestFirst = (one: HouseholdNote, other: HouseholdNote) =>
  other.createdDt.getTime() - one.createdDt.getTime();

function Notes({ member, mayChange, notes }: Props & { notes: readonly HouseholdNote[] }) {
  const client = useQueryClient();
  const [written, setWritten] = useState(0);
  const { rows, isGone, isBusy, said, say, remove, undo } = useRemovable(notes, {
    isSame: (one, other) => one._id === other._id,
    remove: ({ _id }) => deleteHouseholdNote(client, member._id, _id),
    restore: async ({ _id }) => {
      await restoreHouseholdNote(client, member._id, _id);
      return 'The note is back.';
    },
  });
  return (
    <>
      {mayChange && (
        <NewNote
          key={written}
          member={member}
          isAgain={written > 0}
          say={say}
          onAdded={() => {
            setWritten(written + 1);
            say('The note is kept.');
          }}
        />
      )}
      <Said>{said}</Said>
      <List
        rows={rows.toSorted(newestFirst)}
        emptyTitle="No notes yet"
        emptyHint="What the office should know of this household is shown here. The household never sees it."
      >
        {(note) => {
          const signed = `${note.createdBy} on ${dateInWords(note.createdDt)}`;
          return isGone(note) ? (
            <DeletedRow
              key={note._id}
              isBusy={isBusy(note)}
              onUndo={mayChange ? () => undo(note) : undefined}
            >
              The note by {signed} was deleted.
            </DeletedRow>
          ) : (
            <li key={note._id} className="row-item">
              <p className="lines break-anywhere">{note.text}</p>
              <p className="row-note break-anywhere">{signed}</p>
              {mayChange && (
                <Button
                  variant="outline-primary"
                  aria-busy={isBusy(note) || undefined}
                  onClick={() => remove(note)}
                >
                  Delete <span className="visually-hidden">the note by {signed}</span>
                </Button>
              )}
            </li>
          );
        }}
      </List>
    </>
  );
}

/** Writes a note; a new one begins with a new form. */
function NewNote({
  member,
  isAgain,
  say,
  onAdded,
}: {
  member: Member;
  /** After another one: it takes the focus. */
  isAgain: boolean;
  say: (text: string) => void;
  onAdded: () => void;
}) {
  const client = useQueryClient();
  const edit = useEditForm({
    schema: HouseholdNoteForm,
    initial: { text: '' },
    draft: `household-note.${member.household_id ?? member._id}`,
    send: (note) => {
      say('');
      return addHouseholdNote(client, member._id, note);
    },
    onSent: onAdded,
  });
  const { setFocus } = edit.form;
  useEffect(() => {
    if (isAgain) setFocus('text');
  }, [isAgain, setFocus]);
  return (
    <EditForm edit={edit} failed="The note was not kept">
      <TextArea
        label="New note"
        hint="Only the office reads it. It is signed with your name."
        rows={3}
        {...edit.field('text')}
      />
      <div className="button-row">
        <SubmitButton variant="outline-primary" busy={edit.isSubmitting} busyText="Adding">
          Add note
        </SubmitButton>
      </div>
    </EditForm>
  );
}
