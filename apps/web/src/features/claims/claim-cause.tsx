import { Claim } from '@kinfold/domain/claim';
import { DEATH_CAUSES, type DeathCause } from '@kinfold/domain/death-cause';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import * as z from 'zod/mini';
import { MeansPart } from '../../parts/member/means.tsx';
import { patchClaim } from '../../queries/claims.ts';
import { EditDialog } from '../../ui/edit-form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';

type Asked = { claim: Claim; coverage: NonNullable<Claim['coverage']> };

const CAUSES: Readonly<Record<DeathCause, string>> = {
  other: 'Neither suicide nor an accident',
  suicide: 'Suicide',
  accident: 'An accident',
};

/** The cause of the death, where the waiting times of the fund differ by it. */
export function ClaimCause({ claim, coverage }: Asked) {
  const [isOpen, setOpen] = useState(false);
  const { cause } = coverage;
  return (
    <MeansPart title="Cause of the death">
      <p>{cause ? CAUSES[cause] : 'Not said yet: the waiting time of this fund depends on it.'}</p>
      {claim.state === 'open' && claim.may.includes('edit') && (
        <Button variant="outline-primary" onClick={() => setOpen(true)}>
          {cause ? 'Change the cause' : 'Say the cause'}
        </Button>
      )}
      {isOpen && <CauseDialog claim={claim} coverage={coverage} onClose={() => setOpen(false)} />}
    </MeansPart>
  );
}

const CauseForm = z.object({ cause: z.enum(DEATH_CAUSES, 'Choose a cause') });

function CauseDialog({ claim, coverage, onClose }: Asked & { onClose: () => void }) {
  const client = useQueryClient();
  const causeOf = ({ cause }: Asked['coverage']) => ({ cause: cause ?? ('' as DeathCause) });
  const edit = useEditForm({
    schema: CauseForm,
    initial: causeOf(coverage),
    edited: {
      document: claim,
      schema: Claim,
      fieldsOf: (now) => causeOf(now.coverage ?? coverage),
      labels: { cause: 'Cause of the death' },
      onTaken: onClose,
    },
    send: ({ cause }, { version = claim.version }) => patchClaim(client, claim._id, { version, cause }),
    onSent: onClose,
    onClose,
  });
  return (
    <EditDialog title="Cause of the death" edit={edit}>
      <p>Only those who decide this claim read it, and it is not in the history.</p>
      <SelectField label="Cause" {...edit.field('cause')}>
        <option value="">Choose</option>
        {DEATH_CAUSES.map((each) => (
          <option key={each} value={each}>
            {CAUSES[each]}
          </option>
        ))}
      </SelectField>
    </EditDialog>
  );
}
