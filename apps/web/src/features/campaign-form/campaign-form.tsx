import { zodResolver } from '@hookform/resolvers/zod';
import type { Campaign } from '@kinfold/domain/campaign';
import { TAX_NOTE_MAX } from '@kinfold/domain/campaign-form';
import { CAMPAIGN_NAME_MAX } from '@kinfold/domain/constants';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { forgetDraft } from '../../lib/form-draft.ts';
import { readJsonDraft } from '../../lib/json-draft.ts';
import { mergeFields } from '../../lib/merge-fields.ts';
import { SaveProblem, type Conflict } from '../../parts/save-problem.tsx';
import { campaignConflict, saveCampaign } from '../../queries/staff-campaigns.ts';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';
import { useKeepDraft } from '../../ui/use-keep-draft.tsx';
import './campaign-form.scss';
import {
  CampaignFields,
  changedRulesTexts,
  changeOf,
  EMPTY,
  JsonFields,
  fieldsOf,
  LABELS,
  OpenCampaignFields,
  showField,
  type Fields,
} from './campaign-values.ts';
import { FundRulesFields } from './fund-rules-fields.tsx';
import { PriceFields } from './price-fields.tsx';

/** The fields, and the campaign as it was read: a draft of yesterday must not hide what was stored since. */
const FormFields = z.extend(CampaignFields, { read: z.string() });
const Read = z.object({ fields: OpenCampaignFields, version: z.number() });
const ofFund = zodResolver(FormFields);
const ofOpen = zodResolver(z.extend(OpenCampaignFields, { read: z.string() }));
const resolver: typeof ofFund = (values, ...rest) =>
  (values.kind === 'fund' ? ofFund : ofOpen)(values, ...rest);

/**
 * The form of a campaign: a new one of an organization, or the one that is changed. Where somebody changed it meanwhile, fields
 * that only one of the two changed are brought together and saved; those that both changed are shown with both values.
 */
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
  const draft = `campaign.${campaign?._id ?? `new.${organizationNumber}`}`;
  const first = {
    ...(campaign ? fieldsOf(campaign) : EMPTY),
    read: campaign ? JSON.stringify({ fields: fieldsOf(campaign), version: campaign.version }) : '',
  };
  const form = useForm({
    resolver,
    defaultValues: readJsonDraft(draft, first, { ...JsonFields, read: Read }),
  });
  const draftNote = useKeepDraft(draft, form, first);
  const [conflict, setConflict] = useState<Conflict<keyof Fields>>();

  const save = async ({ read, ...fields }: z.output<typeof FormFields>): Promise<Campaign> => {
    if (!campaign) return saveCampaign(client, { organizationNumber, ...changeOf(fields) });
    const from = z.parse(Read, JSON.parse(read));
    try {
      return await saveCampaign(client, { _id: campaign._id, version: from.version, ...changeOf(fields) });
    } catch (error) {
      const changed = campaignConflict(error);
      if (!changed) throw error;
      const stored = fieldsOf(changed.current);
      const merged = mergeFields(from.fields, fields, stored);
      const next = {
        ...merged.fields,
        read: JSON.stringify({ fields: stored, version: changed.current.version }),
      };
      form.reset(next, { keepDefaultValues: true, keepSubmitCount: true });
      if (merged.clashes.length === 0) return save(next);
      setConflict({ ...changed, clashes: merged.clashes });
      throw error;
    }
  };
  const { formProps, field, failure, isSubmitting } = useFormCall(form, async (fields) => {
    setConflict(undefined);
    const saved = await save(fields);
    forgetDraft(draft);
    onSaved(saved);
  });
  const isFund = useWatch({ control: form.control, name: 'kind' }) === 'fund';
  return (
    <FormProvider {...form}>
      <form {...formProps} className="stack campaign-form">
        {draftNote}
        {failure && (
          <SaveProblem
            {...failure}
            conflict={conflict}
            onConflict={setConflict}
            labels={LABELS}
            typed={form.getValues()}
            show={showField}
            onTake={({ name, stored }) => form.setValue(name, stored)}
          />
        )}
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
        <SelectField label={LABELS.kind} {...field('kind')} error={kindErrorOf(failure)}>
          <option value="fund">Funeral fund: dues by membership</option>
          <option value="open">Open to any gift: who joined gives what they like</option>
        </SelectField>
        {isFund && (
          <>
            <Card title="What it costs">
              <PriceFields field={field} organizationNumber={organizationNumber} />
            </Card>
            <Card title="How this fund works">
              <p className="muted">Tick what holds in your fund. Members read these sentences.</p>
              <FundRulesFields />
              {campaign && <ChangedRules stored={fieldsOf(campaign)} />}
            </Card>
          </>
        )}
        <TextField
          label={LABELS.taxNote}
          hint="Empty: what is paid is not automatically tax-deductible. What you write stands on every yearly statement instead, for example: Gifts are tax-deductible, EIN 12-3456789."
          autoComplete="off"
          maxLength={TAX_NOTE_MAX}
          {...field('taxNote')}
          required={false}
        />
        <DialogButtons
          isBusy={isSubmitting}
          onCancel={() => {
            forgetDraft(draft);
            onCancel();
          }}
        >
          {campaign ? 'Save' : 'Add campaign'}
        </DialogButtons>
      </form>
    </FormProvider>
  );
}

/** What changed rules mean for those who are in the fund, before they are saved. */
function ChangedRules({ stored }: { stored: Fields }) {
  const { control } = useFormContext<Fields>();
  // What is watched is deep partial, but the form has all of its fields.
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

/** The server knows the kind by another name. */
const kindErrorOf = (failure: ReturnType<typeof useFormCall>['failure']): string | undefined =>
  failure?.problem.errors.find(({ path }) => path === 'requiresMembership')?.message;
