import { Member } from '@kinfold/domain/member';
import { PREFERRED_WAYS, WAY_NAMES } from '@kinfold/domain/preferred-way';
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { saveOwnParts } from '../../queries/members.ts';
import { EditDialog } from '../../ui/edit-form.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';

const WayForm = z.object({ preferredWay: z.enum([...PREFERRED_WAYS, '']) });
type WayForm = z.infer<typeof WayForm>;

const fieldsOf = ({ preferredWay }: Member): WayForm => ({ preferredWay: preferredWay ?? '' });

export const wayDraft = (memberId: string) => `way.${memberId}`;

/** The dialog where a member chooses how to be notified of dues. */
export function WayDialog({
  member,
  onClose,
  onSaved,
}: {
  member: Member;
  onClose: () => void;
  onSaved: () => void;
}) {
  const client = useQueryClient();
  const edit = useEditForm({
    schema: WayForm,
    initial: fieldsOf(member),
    draft: wayDraft(member._id),
    edited: {
      document: member,
      schema: Member,
      fieldsOf,
      labels: { preferredWay: 'Reminders and letters' },
      show: (_name, way) => (way ? WAY_NAMES[way] : 'No preference'),
      onTaken: onClose,
    },
    send: (way, { version }) => saveOwnParts(client, { _id: member._id, version, ...way }),
    onSent: onSaved,
    onClose,
  });
  return (
    <EditDialog
      title="How we tell you what is due"
      edit={edit}
      problem={(last) => (
        <ProblemNote {...last} title="Your choice is not saved">
          <p>{last.problem.detail} What you chose is still here; please try again.</p>
        </ProblemNote>
      )}
    >
      <SelectField label="Reminders and letters" {...edit.field('preferredWay')} required={false}>
        <option value="">No preference</option>
        {PREFERRED_WAYS.map((way) => (
          <option key={way} value={way}>
            {WAY_NAMES[way]}
          </option>
        ))}
      </SelectField>
      <p className="form-text">
        Without a preference we write to your email. Receipts for your payments always go there.
      </p>
    </EditDialog>
  );
}
