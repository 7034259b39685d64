import type { ReminderPreview } from '@kinfold/domain/message';
import { PLACEHOLDERS, REMINDER_TEXT_MAX, ReminderForm, type Placeholder } from '@kinfold/domain/reminder';
import { pluralOf } from '@kinfold/domain/text';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { RunIds } from '../../queries/campaign-runs.ts';
import { beginReminder, testReminder } from '../../queries/messages.ts';
import { Card } from '../../ui/card.tsx';
import { EditForm } from '../../ui/edit-form.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Said } from '../../ui/said.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { messageViewLink } from './message-view.ts';

/** The text of a reminder, kept as a draft; a preview to the user, and the button that sends it to all. */
export function ReminderText({
  ids,
  preview: { subject, text, memorials = [] },
  count,
}: {
  ids: RunIds;
  preview: Pick<ReminderPreview, 'subject' | 'text' | 'memorials'>;
  /** The number of recipients; undefined while they are counted. */
  count: number | undefined;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const area = useRef<HTMLTextAreaElement>(null);
  const [said, setSaid] = useState('');
  const testing = useCall();
  const edit = useEditForm({
    schema: ReminderForm,
    initial: { subject, text },
    draft: `reminder.${ids.campaignRunId}`,
    send: (values) => {
      setSaid('');
      testing.forget();
      return beginReminder(client, ids, values);
    },
    onSent: () => navigate(messageViewLink(query)),
  });
  const { form, field } = edit;
  const test = form.handleSubmit((values) =>
    testing.call(async () => {
      setSaid('');
      const { to } = await testReminder(ids, values);
      setSaid(`It is on its way to ${to}.`);
    }),
  );
  const insert = (word: Placeholder) => {
    const typed = form.getValues('text');
    const at = area.current?.selectionStart ?? typed.length;
    const end = area.current?.selectionEnd ?? at;
    form.setValue('text', `${typed.slice(0, at)}${word}${typed.slice(end)}`, { shouldDirty: true });
    area.current?.focus();
    area.current?.setSelectionRange(at + word.length, at + word.length);
  };
  const textField = field('text');
  return (
    <Card title="What it says">
      <EditForm
        edit={{ ...edit, failure: edit.failure ?? testing.failure }}
        problem={(last) => (
          <ProblemNote {...last}>
            <p>This one was not sent. What you typed is still here.</p>
          </ProblemNote>
        )}
      >
        <TextField label="Subject" autoComplete="off" {...field('subject')} />
        <TextArea
          label="Text"
          hint="The words in brackets are filled in for each person. A button to pay is added below automatically."
          maxLength={REMINDER_TEXT_MAX}
          {...textField}
          ref={(element) => {
            textField.ref(element);
            area.current = element;
          }}
        />
        <div className="d-flex flex-wrap align-items-center gap-2" role="group" aria-label="Words to insert">
          <span className="muted" aria-hidden="true">
            Insert:
          </span>
          {PLACEHOLDERS.map((word) => (
            <button key={word} type="button" className="field-button" onClick={() => insert(word)}>
              {word}
            </button>
          ))}
        </div>
        {memorials.length > 0 && <p>Below the text the mail has the words of the family:</p>}
        {memorials.map((words) => (
          <blockquote key={words}>{words}</blockquote>
        ))}
        <div className="button-row">
          <SubmitButton busy={edit.isSubmitting} busyText="Beginning" disabled={!count}>
            {count === undefined
              ? 'Remind them when they are counted'
              : pluralOf(count, 'Remind # person', 'Remind # people')}
          </SubmitButton>
          <Button
            variant="outline-primary"
            aria-busy={testing.isBusy || undefined}
            onClick={(event) => void test(event)}
          >
            Send a preview to me
          </Button>
          <Said>{said}</Said>
        </div>
      </EditForm>
    </Card>
  );
}
