import { Campaign } from '@kinfold/domain/campaign';
import { TAX_NOTE_MAX } from '@kinfold/domain/campaign-form';
import { firstRunDescription } from '@kinfold/domain/campaign-run';
import { CAMPAIGN_NAME_MAX } from '@kinfold/domain/constants';
import { useQueryClient } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { saveCampaign } from '../../queries/staff-campaigns.ts';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { EditForm } from '../../ui/edit-form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import './campaign-form.scss';
import {
  CampaignFields,
  changedRulesTexts,
  changeOf,
  EMPTY,
  fieldOf,
  fieldsOf,
  LABELS,
  showField,
  type Fields,
} from './campaign-values.ts';
import { FundRulesFields } from './fund-rules-fields.tsx';
import { PriceFields } from './price-fields.tsx';

/** The form of a campaign: a new one of an organization, or one to change. */
export function CampaignForm({
  organizationNumber,
  campaign,
  onSaved,
  onCancel,
}: {
  organizationNumber: string;
  campaign: Campaign | undefined;
  onSaved: (campaign: Campaign) => void;
  onCancel: () => void;
}) {
  const client = useQueryClient();
  const edit = useEditForm({
    schema: CampaignFields,
    initial: campaign ? fieldsOf(campaign) : EMPTY,
    draft: `campaign.${campaign?._id ?? `new.${organizationNumber}`}`,
    edited: campaign && {
      ...{ document: campaign, schema: Campaign, fieldsOf, labels: LABELS, show: showField },
    },
    fieldOf,
    send: (fields, { version }) =>
      saveCampaign(client, {
        ...(campaign ? { _id: campaign._id, version } : { organizationNumber }),
        ...changeOf(fields),
      }),
    onSent: onSaved,
    onClose: onCancel,
  });
  const { field } = edit;
  const isFund = useWatch({ control: edit.form.control, name: 'kind' }) === 'fund';
  return (
    <EditForm edit={edit} className="stack campaign-form" failed="It was not saved">
      <TextField
        label={LABELS.campaignName}
        hint={`At most ${CAMPAIGN_NAME_MAX} letters`}
        autoComplete="off"
        maxLength={CAMPAIGN_NAME_MAX}
        errorHelp="For example Grace Funeral Fund."
        {...field('campaignName')}
      />
      <TextField
        label={LABELS.shortDescription}
        autoComplete="off"
        maxLength={300}
        errorHelp="For example: Stands by a family when someone dies."
        {...field('shortDescription')}
      />
      {!campaign && <FirstRun />}
      <SelectField label={LABELS.kind} {...field('kind')}>
        <option value="fund">Funeral fund: dues by membership</option>
        <option value="open">Open to any gift: people who joined give what they like</option>
      </SelectField>
      {isFund && (
        <>
          <Card title="What it costs">
            <PriceFields field={field} organizationNumber={organizationNumber} />
          </Card>
          <Card title="How this fund works">
            <p className="muted">Tick the rules of your fund. Members read these sentences.</p>
            <FundRulesFields />
            {campaign && <ChangedRules stored={fieldsOf(campaign)} />}
          </Card>
        </>
      )}
      <TextField
        label={LABELS.taxNote}
        hint="Empty: statements say that payments are not automatically tax-deductible. Your text replaces that on every yearly statement, for example: Gifts are tax-deductible, EIN 12-3456789."
        autoComplete="off"
        maxLength={TAX_NOTE_MAX}
        {...field('taxNote')}
        required={false}
      />
      <DialogButtons isBusy={edit.isSubmitting} onCancel={edit.cancel}>
        {campaign ? 'Save' : 'Add campaign'}
      </DialogButtons>
    </EditForm>
  );
}

/** How the first run will be described, where the description of the campaign is too long for it. */
function FirstRun() {
  const { control } = useFormContext<Fields>();
  const description = useWatch({ control, name: 'shortDescription' }).trim();
  const shown = firstRunDescription(description);
  return (
    <div role="status">
      {shown !== description && (
        <p className="muted">
          Its first run will be described as “{shown}”. Is that right? You can change it there.
        </p>
      )}
    </div>
  );
}

/** The effects of changed rules on people in the fund, shown before they are saved. */
function ChangedRules({ stored }: { stored: Fields }) {
  const { control } = useFormContext<Fields>();
  // `useWatch` returns a deep partial type, but the form has all of its fields.
  const texts = changedRulesTexts(stored, useWatch({ control }) as Fields);
  return (
    <div role="status">
      {texts.length > 0 && (
        <Callout tone="warn">
          {texts.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Callout>
      )}
    </div>
  );
}
