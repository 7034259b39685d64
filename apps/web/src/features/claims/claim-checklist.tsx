import { Claim } from '@kinfold/domain/claim';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import * as z from 'zod/mini';
import { changeChecked, patchClaim } from '../../queries/claims.ts';
import '../../theme/staff.scss';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { EditDialog } from '../../ui/edit-form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { byOn, CHECKS } from './claim-texts.ts';

type Item = Claim['checklist'][number];

/** What is checked before a claim is decided: who did it, who was asked, and what was noted. */
export function ClaimChecklist({ claim }: { claim: Claim }) {
  const client = useQueryClient();
  const { isBusy, of, failure, call } = useCall();
  const [noted, setNoted] = useState<Item>();
  const mayEdit = claim.state === 'open' && claim.may.includes('edit');
  const done = claim.checklist.filter(({ isDone }) => isDone).length;
  return (
    <Card
      title="Check"
      aside={<span className="muted tabular">{`${done} of ${claim.checklist.length}`}</span>}
    >
      {failure && (
        <ProblemNote {...failure}>
          <p>The list is as it is now.</p>
        </ProblemNote>
      )}
      <ul className="rows break-anywhere">
        {claim.checklist.map((item) => (
          <li key={item.code} className="line">
            {mayEdit ? (
              <Checkbox
                label={<Said item={item} />}
                // As it was pressed, until the answer is there.
                checked={isBusy && of === item.code ? !item.isDone : item.isDone}
                aria-busy={(isBusy && of === item.code) || undefined}
                onChange={({ target: { checked } }) =>
                  void call(
                    () => changeChecked(client, claim, { code: item.code, isDone: checked }),
                    item.code,
                  )
                }
              />
            ) : (
              <p className="d-flex gap-2">
                <Icon name={item.isDone ? 'check' : 'close'} />
                <span>
                  <span className="visually-hidden">{item.isDone ? 'Done: ' : 'Not done: '}</span>
                  <Said item={item} />
                </span>
              </p>
            )}
            {mayEdit && (
              <Button variant="link" onClick={() => setNoted(item)}>
                Note <span className="visually-hidden">about: {CHECKS[item.code].name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {noted && <NoteDialog claim={claim} item={noted} onClose={() => setNoted(undefined)} />}
    </Card>
  );
}

function Said({ item: { code, isDone, doneBy, doneDt, askedOf, note } }: { item: Item }) {
  const { name, hint } = CHECKS[code];
  return (
    <>
      {name}
      <span className="d-block row-note">
        {isDone && doneBy && doneDt ? byOn(doneBy, doneDt) : hint}
        {askedOf && ` Asked: ${askedOf}.`}
      </span>
      {note && <span className="d-block row-note lines">{note}</span>}
    </>
  );
}

const LABELS = { askedOf: 'Who was asked for it', note: 'Note' };
const NoteForm = z.object({
  askedOf: z.string().check(z.trim(), z.maxLength(100, 'At most 100 characters')),
  note: z.string().check(z.trim(), z.maxLength(500, 'At most 500 characters')),
});

const noteOf = ({ askedOf, note }: Pick<Item, 'askedOf' | 'note'>) => ({
  askedOf: askedOf ?? '',
  note: note ?? '',
});

/** Who was asked for something, and a note about it. */
function NoteDialog({ claim, item, onClose }: { claim: Claim; item: Item; onClose: () => void }) {
  const client = useQueryClient();
  const { code } = item;
  const edit = useEditForm({
    schema: NoteForm,
    initial: noteOf(item),
    draft: `claim.note.${claim._id}.${code}`,
    edited: {
      document: claim,
      schema: Claim,
      fieldsOf: ({ checklist }) => noteOf(checklist.find((one) => one.code === code) ?? item),
      labels: LABELS,
      onTaken: onClose,
    },
    send: ({ askedOf, note }, { version = claim.version }) =>
      patchClaim(client, claim._id, {
        version,
        checklist: [{ code, askedOf: askedOf || null, note: note || null }],
      }),
    onSent: onClose,
    onClose,
  });
  return (
    <EditDialog title={CHECKS[code].name} edit={edit}>
      <TextField
        label={LABELS.askedOf}
        autoComplete="off"
        maxLength={100}
        {...edit.field('askedOf')}
        required={false}
      />
      <TextArea
        label={LABELS.note}
        hint="Only the office reads it."
        rows={3}
        autoComplete="off"
        {...edit.field('note')}
        required={false}
      />
    </EditDialog>
  );
}
