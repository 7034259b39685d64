import type { Campaign } from '@kinfold/domain/campaign';
import { useQueryClient } from '@tanstack/react-query';
import Button from 'react-bootstrap/Button';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { changeParticipants } from '../../queries/staff-campaigns.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EditForm } from '../../ui/edit-form.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { OrganizationField } from './organization-field.tsx';

const ParticipantForm = z.object({ organizationNumber: z.string(), organizationName: z.string() });

/**
 * 'Add Participating Organization' (spec section 2): disabled until one is chosen; an organization that already
 * participates is skipped.
 */
export function AddParticipantDialog({
  campaign,
  onClose,
  onDone,
}: {
  campaign: Campaign;
  onClose: () => void;
  /** Called with the message to show. */
  onDone: (message: string) => void;
}) {
  const client = useQueryClient();
  const edit = useEditForm({
    schema: ParticipantForm,
    initial: { organizationNumber: '', organizationName: '' },
    send: async ({ organizationNumber: number, organizationName }) => {
      if ([campaign.organizationNumber, ...campaign.participatingOrganizations].includes(number))
        return `${organizationName} participates already.`;
      await changeParticipants(client, campaign, (numbers) => [...new Set([...numbers, number])]);
      return `${organizationName} participates now: its members may join.`;
    },
    onSent: onDone,
    onClose,
  });
  const { control, setValue } = edit.form;
  const [number, name] = useWatch({ control, name: ['organizationNumber', 'organizationName'] });
  const choose = (chosen: z.infer<typeof ParticipantForm>) => {
    setValue('organizationNumber', chosen.organizationNumber);
    setValue('organizationName', chosen.organizationName);
  };
  return (
    <Dialog title="Add Participating Organization" onClose={onClose}>
      <EditForm edit={edit}>
        <p>Its members, and those of all below it, may join {campaign.campaignName} then.</p>
        <OrganizationField
          label="Organization"
          hint="From 2 letters of its name"
          text={name}
          isChosen={number !== ''}
          onText={(organizationName) => choose({ organizationName, organizationNumber: '' })}
          onChoose={choose}
        />
        <div className="button-row">
          <SubmitButton busy={edit.isSubmitting} busyText="Adding" disabled={!number}>
            Add
          </SubmitButton>
          <Button variant="outline-primary" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </EditForm>
    </Dialog>
  );
}
