import type { Household } from '@kinfold/domain/household';
import { LIFE_EVENTS, type LifeEventForm } from '@kinfold/domain/life-event';
import type { Member } from '@kinfold/domain/member';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { forgetDraft, readDraft } from '../../lib/form-draft.ts';
import { asProblem } from '../../lib/problem.ts';
import type { Done } from '../../parts/undoable.tsx';
import { enterLifeEvent, householdQuery, previewLifeEvent } from '../../queries/households.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemNote, type Failure } from '../../ui/problem-note.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';
import { useKeepDraft } from '../../ui/use-keep-draft.tsx';
import { LifeEventFields } from './life-event-fields.tsx';
import { emptyLifeEvent, payersOf, requestOf, type LifeEventValues } from './life-event-values.ts';
import { Sentences } from './sentences.tsx';

/** Where what is typed of a life event of a member is kept. */
export const lifeEventDraft = (memberId: string) => `life-event.${memberId}`;

/** What happened in a family: chosen, then what it changes is read, then saved. */
export function LifeEventDialog({
  member,
  household,
  event: chosen,
  onClose,
  onSaved,
}: {
  member: Member;
  household: Household;
  /** What happened, where that is known already. */
  event: LifeEventForm['event'] | undefined;
  onClose: () => void;
  onSaved: (done: Done) => void;
}) {
  const client = useQueryClient();
  const draft = lifeEventDraft(member._id);
  const first = {
    ...emptyLifeEvent([member._id], payersOf(household, member._id)[0]?.member_id),
    ...(chosen && { event: chosen }),
  };
  const form = useForm({
    defaultValues: readDraft(draft, first),
  });
  const draftNote = useKeepDraft(draft, form, first);
  const [sentences, setSentences] = useState<string[]>();
  const [failedSave, setFailedSave] = useState<Failure>();
  const [isSaving, setSaving] = useState(false);
  const event = useWatch({ control: form.control, name: 'event' });
  const request = (values: LifeEventValues) =>
    requestOf(values, household, client.getQueryData(householdQuery(values.member_id).queryKey));
  const { formProps, field, failure, isSubmitting } = useFormCall(form, async (values) => {
    setFailedSave(undefined);
    setSentences(await previewLifeEvent(member._id, request(values)));
  });
  const close = () => {
    forgetDraft(draft);
    onClose();
  };
  const save = async () => {
    if (isSaving) return;
    setSaving(true);
    try {
      const values = form.getValues();
      await enterLifeEvent(client, member._id, request(values));
      forgetDraft(draft);
      const text = `Saved: ${LIFE_EVENTS[values.event as LifeEventForm['event']]}.`;
      const undo =
        values.event === 'death' && !member.deceasedDt
          ? () => enterLifeEvent(client, member._id, { event: 'death', undo: true })
          : undefined;
      onSaved({ text, ...(undo && { undo }) });
    } catch (error) {
      setFailedSave((before) => ({ problem: asProblem(error), attempt: (before?.attempt ?? 0) + 1 }));
      setSaving(false);
    }
  };
  if (sentences)
    return (
      <Dialog title={LIFE_EVENTS[event as LifeEventForm['event']]} onClose={close}>
        {failedSave && <ProblemNote {...failedSave} />}
        <Sentences sentences={sentences} />
        <div className="button-row">
          {sentences.length > 0 && (
            <SubmitButton type="button" busy={isSaving} busyText="Saving" onClick={() => void save()}>
              Save
            </SubmitButton>
          )}
          <Button variant="outline-primary" onClick={() => setSentences(undefined)}>
            Back
          </Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={`Life events of ${member.firstNm} ${member.lastNm}`} onClose={close}>
      <FormProvider {...form}>
        <form {...formProps}>
          {draftNote}
          {failure && (
            <ProblemNote {...failure}>
              <p>Nothing was changed. What you typed is still here.</p>
            </ProblemNote>
          )}
          <SelectField label="What happened" {...field('event')}>
            <option value="">Choose what happened</option>
            {Object.entries(LIFE_EVENTS).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectField>
          {event && (
            <LifeEventFields
              event={event}
              member={member}
              household={household}
              field={field}
              problem={failure?.problem}
            />
          )}
          {event ? (
            <DialogButtons isBusy={isSubmitting} busyText="Looking" onCancel={close}>
              Show what changes
            </DialogButtons>
          ) : (
            <div className="button-row">
              <Button variant="outline-primary" onClick={close}>
                Cancel
              </Button>
            </div>
          )}
        </form>
      </FormProvider>
    </Dialog>
  );
}
