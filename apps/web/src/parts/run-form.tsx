import type { CampaignRun, CampaignRunForm } from '@kinfold/domain/campaign-run';
import { NAME_MAX, NEW_RUN_DAYS } from '@kinfold/domain/constants';
import { addDays, typedDate } from '@kinfold/domain/dates';
import type { ComponentProps } from 'react';
import { dayOf } from '../lib/format.ts';
import { DateField } from '../ui/date-field.tsx';
import { TextField } from '../ui/text-field.tsx';

export const LABELS = {
  name: 'Name',
  description: 'Description',
  startDt: 'First day',
  endDt: 'Last day',
} as const;
type RunFieldName = keyof typeof LABELS;

/** Returns the initial values of a new run: from today, for 30 days (spec section 9). */
export function newRunValues(now: Date): CampaignRunForm {
  const today = dayOf(now);
  const endDt = typedDate(addDays(today, NEW_RUN_DAYS));
  return { name: '', description: '', startDt: typedDate(today), endDt };
}

/** Returns a run as form values. */
export function valuesOf({ name, description, startDt, endDt }: CampaignRun): CampaignRunForm {
  return { name, description, startDt: typedDate(dayOf(startDt)), endDt: typedDate(dayOf(endDt)) };
}

/** The name of the draft of a new run; a form that was open at a reload is reopened. */
export const newRunDraft = (campaignId: string, email = '') => `new-run.${campaignId}.${email}`;

/** The fields of a run (spec section 5). */
export function RunFieldset({
  field,
}: {
  field: (name: RunFieldName) => Omit<ComponentProps<typeof TextField>, 'label'>;
}) {
  return (
    <>
      <TextField
        label={LABELS.name}
        hint="Members see it on their dues."
        autoComplete="off"
        maxLength={NAME_MAX}
        {...field('name')}
      />
      <TextField
        label={LABELS.description}
        hint="What it is for, in one line."
        autoComplete="off"
        maxLength={NAME_MAX}
        {...field('description')}
      />
      <DateField label={LABELS.startDt} autoComplete="off" {...field('startDt')} />
      <DateField
        label={LABELS.endDt}
        hint="It ends at midnight after this day."
        autoComplete="off"
        {...field('endDt')}
      />
    </>
  );
}
