import type { Campaign } from '@kinfold/domain/campaign';
import type { FoundOrganization } from '@kinfold/domain/organization';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import Button from 'react-bootstrap/Button';
import { asProblem } from '../lib/problem.ts';
import { changeParticipants } from '../queries/staff-campaigns.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ProblemNote, type Failure } from '../ui/problem-note.tsx';
import { SubmitButton } from '../ui/submit-button.tsx';
import { OrganizationField } from './organization-field.tsx';

/** 'Add Participating Organization' (spec section 2): disabled until one is chosen; one that participates already is skipped. */
export function AddParticipantDialog({
  campaign,
  onClose,
  onDone,
}: {
  campaign: Campaign;
  onClose: () => void;
  /** With what is to be said then. */
  onDone: (message: string) => void;
}) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<FoundOrganization>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (!chosen || isBusy) return;
    const { organizationNumber: number, organizationName } = chosen;
    const { organizationNumber, participatingOrganizations } = campaign;
    if ([organizationNumber, ...participatingOrganizations].includes(number))
      return onDone(`${organizationName} participates already.`);
    setBusy(true);
    try {
      await changeParticipants(client, campaign, (numbers) => [...new Set([...numbers, number])]);
      onDone(`${organizationName} participates now: its members may join.`);
    } catch (error) {
      setFailure({ problem: asProblem(error), attempt: (failure?.attempt ?? 0) + 1 });
      setBusy(false);
    }
  };
  return (
    <Dialog title="Add Participating Organization" onClose={onClose}>
      <form className="stack" noValidate onSubmit={(event) => void add(event)}>
        {failure && <ProblemNote {...failure} />}
        <p>Its members, and those of all below it, may join {campaign.campaignName} then.</p>
        <OrganizationField
          label="Organization"
          hint="From 3 letters of its name"
          text={text}
          isChosen={chosen !== undefined}
          onText={(typed) => {
            setText(typed);
            setChosen(undefined);
          }}
          onChoose={(found) => {
            setText(found.organizationName);
            setChosen(found);
          }}
        />
        <div className="button-row">
          <SubmitButton busy={isBusy} busyText="Adding" disabled={!chosen}>
            Add
          </SubmitButton>
          <Button variant="outline-primary" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
