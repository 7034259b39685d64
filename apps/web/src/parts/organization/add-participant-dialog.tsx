import type { Campaign } from '@kinfold/domain/campaign';
import type { FoundOrganization } from '@kinfold/domain/organization';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { changeParticipants } from '../../queries/staff-campaigns.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useCall } from '../../ui/use-call.ts';
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
  const { isBusy, failure, call } = useCall();
  const add = async () => {
    if (!chosen) return;
    const { organizationNumber: number, organizationName } = chosen;
    const { organizationNumber, participatingOrganizations } = campaign;
    if ([organizationNumber, ...participatingOrganizations].includes(number))
      return onDone(`${organizationName} participates already.`);
    await call(async () => {
      await changeParticipants(client, campaign, (numbers) => [...new Set([...numbers, number])]);
      onDone(`${organizationName} participates now: its members may join.`);
    });
  };
  return (
    <Dialog title="Add Participating Organization" onClose={onClose}>
      <Form className="stack" onSubmit={add}>
        {failure && <ProblemNote {...failure} />}
        <p>Its members, and those of all below it, may join {campaign.campaignName} then.</p>
        <OrganizationField
          label="Organization"
          hint="From 2 letters of its name"
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
      </Form>
    </Dialog>
  );
}
