import type { Claim } from '@kinfold/domain/claim';
import { typedDate } from '@kinfold/domain/dates';
import { MEMORIAL_MAX, MemorialForm } from '@kinfold/domain/memorial';
import { readTypedDate } from '@kinfold/domain/typed-date';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import * as z from 'zod/mini';
import { hasDraft } from '../../lib/form-draft.ts';
import { dateInWords, dayOf } from '../../lib/format.ts';
import { useMayAnywhere } from '../../parts/access/use-may-anywhere.ts';
import { usePermissions } from '../../parts/access/use-permissions.ts';
import { setMemorial } from '../../queries/claims.ts';
import { campaignQuery } from '../../queries/staff-campaigns.ts';
import { DateField } from '../../ui/date-field.tsx';
import { EditDialog } from '../../ui/edit-form.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useEditForm } from '../../ui/use-edit-form.tsx';

const draftOf = ({ _id }: Claim) => `claim.memorial.${_id}`;

/** The line in memory on the collection: shown as it is to members, and changed or taken back whenever the family wishes. */
export function ClaimMemorial({ claim }: { claim: Claim }) {
  const { _id, memorial, campaign } = claim;
  const client = useQueryClient();
  const enabled = useMayAnywhere('campaign-runs.update') === true;
  const { data: fund } = useQuery({ ...campaignQuery(campaign.campaignId), enabled });
  const mayChange = usePermissions(fund?.organizationNumber)?.('campaign-runs.update') === true;
  const [isOpen, setOpen] = useState(() => hasDraft(draftOf(claim)));
  const { isBusy, failure, call } = useCall();
  if (!memorial && !mayChange) return null;
  return (
    <>
      {memorial ? (
        <>
          <blockquote>{memorial.words}</blockquote>
          <p className="muted">
            {memorial.agreedBy} agreed to these words on {dateInWords(memorial.agreedDt)}. They stand on the
            board, with the dues and in notices.
          </p>
        </>
      ) : (
        <p>The family may want a line in memory to stand with the collection.</p>
      )}
      {mayChange && (
        <div className="button-row">
          <Button variant="outline-primary" onClick={() => setOpen(true)}>
            {memorial ? 'Change the line' : 'Add a line in memory'}
          </Button>
          {memorial && (
            <SubmitButton
              type="button"
              variant="link"
              busy={isBusy}
              busyText="Taking it back"
              onClick={() => void call(() => setMemorial(client, _id, null))}
            >
              Take it back
            </SubmitButton>
          )}
        </div>
      )}
      {failure && <ProblemNote {...failure} />}
      {isOpen && mayChange && <MemorialDialog claim={claim} onClose={() => setOpen(false)} />}
    </>
  );
}

const MemorialValues = z.extend(MemorialForm, {
  agreedDt: z
    .string()
    .check(z.refine((text) => readTypedDate(text).day !== undefined, 'Enter a date as MM/DD/YYYY')),
});

function MemorialDialog({ claim, onClose }: { claim: Claim; onClose: () => void }) {
  const client = useQueryClient();
  const { _id, memorial } = claim;
  const edit = useEditForm({
    schema: MemorialValues,
    initial: {
      words: memorial?.words ?? '',
      agreedBy: memorial?.agreedBy ?? '',
      agreedDt: typedDate(memorial?.agreedDt ?? dayOf(new Date())),
    },
    draft: draftOf(claim),
    send: (form) => setMemorial(client, _id, form),
    onSent: onClose,
    onClose,
  });
  return (
    <EditDialog title="A line in memory" edit={edit}>
      <p>Only what the family wants to be said. Everybody who is asked reads it, until it is taken back.</p>
      <TextField
        label="Words of the family"
        hint={`At most ${MEMORIAL_MAX} characters.`}
        autoComplete="off"
        maxLength={MEMORIAL_MAX}
        {...edit.field('words')}
      />
      <TextField label="Who of the family agreed" autoComplete="off" {...edit.field('agreedBy')} />
      <DateField label="Agreed on" autoComplete="off" {...edit.field('agreedDt')} />
    </EditDialog>
  );
}
