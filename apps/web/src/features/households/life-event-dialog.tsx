import type { Household } from '@kinfold/domain/household';
import type { Member } from '@kinfold/domain/member';
import { fullName } from '@kinfold/domain/person-name';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { useWatch } from 'react-hook-form';
import { forgetDraft } from '../../lib/form-draft.ts';
import type { Done } from '../../parts/undoable.tsx';
import { enterLifeEvent, householdQuery, previewLifeEvent } from '../../queries/households.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EditForm } from '../../ui/edit-form.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { FieldsOfEvent } from './life-event-fields.tsx';
import { LifeEventMeans } from './life-event-means.tsx';
import {
  DIALOG_EVENTS,
  emptyLifeEvent,
  eventsOf,
  LifeEventFields,
  proposedPayers,
  requestOf,
  type LifeEvent,
  type LifeEventValues,
} from './life-event-values.ts';
import { Sentences } from './sentences.tsx';

/** The name of the draft of a member's life event. */
export const lifeEventDraft = (memberId: string) => `life-event.${memberId}`;

/** Enters a life event of a family: chosen, previewed, then saved. */
export function LifeEventDialog({
  member,
  household,
  event: chosen,
  onClose,
  onSaved,
}: {
  member: Member;
  household: Household;
  /** The event, if it is already known. */
  event: LifeEvent | undefined;
  onClose: () => void;
  onSaved: (done: Done) => void;
}) {
  const client = useQueryClient();
  const draft = lifeEventDraft(member._id);
  const [means, setMeans] = useState<Awaited<ReturnType<typeof previewLifeEvent>>>();
  const saving = useCall();
  const othersOf = ({ member_id }: LifeEventValues) =>
    client.getQueryData(householdQuery(member_id).queryKey);
  const request = () => {
    const values = edit.form.getValues();
    return requestOf(values, member._id, household, othersOf(values));
  };
  /** Asks for the effects; whoever is proposed as payer is sent. */
  const look = async () => {
    const values = edit.form.getValues();
    const proposed = proposedPayers(values, member._id, household, othersOf(values));
    const found = await previewLifeEvent(member._id, request(), proposed);
    edit.form.setValue('payerMemberId', found.payerMemberId);
    setMeans(found);
  };
  const edit = useEditForm({
    schema: LifeEventFields,
    initial: {
      ...emptyLifeEvent(member._id, household),
      ...(chosen && { event: chosen }),
    },
    draft,
    keepsDraft: true,
    fieldOf: (path) =>
      path === 'spouse_id'
        ? 'member_id'
        : path.startsWith('member_ids')
          ? 'member_ids'
          : path.startsWith('spouse.phones')
            ? 'spouse.phoneNbr'
            : undefined,
    send: async () => {
      saving.forget();
      edit.form.setValue('payerMemberId', '');
      await look();
    },
    onClose,
  });
  const event = useWatch({ control: edit.form.control, name: 'event' });
  if (event && means) {
    const save = async () => {
      await enterLifeEvent(client, member._id, request());
      forgetDraft(draft);
      onSaved({ text: `Saved: ${DIALOG_EVENTS[event]}.` });
    };
    const { sentences, about, payers = [], payer } = means;
    const isOfHousehold = !about || about.household.length > 0 || sentences.length === 0;
    const choosePayer = (payerMemberId: string) =>
      saving.call(async () => {
        const before = edit.form.getValues('payerMemberId');
        edit.form.setValue('payerMemberId', payerMemberId);
        try {
          await look();
        } catch (error) {
          edit.form.setValue('payerMemberId', before);
          throw error;
        }
      });
    return (
      <Dialog title={DIALOG_EVENTS[event]} onClose={edit.cancel}>
        {saving.failure && <ProblemNote {...saving.failure} />}
        {isOfHousehold && <Sentences sentences={about?.household ?? sentences} />}
        {about && sentences.length > 0 && (
          <LifeEventMeans
            means={means}
            choice={
              payers.length > 0 && (
                <SelectField
                  label="Who pays from now on"
                  value={means.payerMemberId || payer?.member_id}
                  disabled={saving.isBusy}
                  onChange={({ target }) => void choosePayer(target.value)}
                >
                  {payers.map((one) => (
                    <option key={one.member_id} value={one.member_id}>
                      {one.name}
                    </option>
                  ))}
                </SelectField>
              )
            }
          />
        )}
        <div className="button-row">
          {sentences.length > 0 && (
            <SubmitButton
              type="button"
              busy={saving.isBusy}
              busyText="Saving"
              onClick={() => void saving.call(save)}
            >
              Save
            </SubmitButton>
          )}
          <Button variant="outline-primary" onClick={() => setMeans(undefined)}>
            Back
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={`Life events of ${fullName(member)}`} onClose={edit.cancel}>
      <EditForm
        edit={edit}
        problem={(last) => (
          <ProblemNote {...last}>
            <p>Nothing was changed. What you typed is still here.</p>
          </ProblemNote>
        )}
      >
        <SelectField label="What happened" {...edit.field('event')}>
          <option value="">Choose what happened</option>
          {eventsOf(household, member._id).map((value) => (
            <option key={value} value={value}>
              {DIALOG_EVENTS[value]}
            </option>
          ))}
        </SelectField>
        {event && <FieldsOfEvent event={event} member={member} household={household} field={edit.field} />}
        {event ? (
          <DialogButtons isBusy={edit.isSubmitting} busyText="Checking" onCancel={edit.cancel}>
            Show what changes
          </DialogButtons>
        ) : (
          <div className="button-row">
            <Button variant="outline-primary" onClick={edit.cancel}>
              Cancel
            </Button>
          </div>
        )}
      </EditForm>
    </Dialog>
  );
}
