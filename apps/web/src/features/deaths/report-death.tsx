import { dateField } from '@kinfold/domain/dates';
import { DeathReportForm, type DeathReport } from '@kinfold/domain/death-report';
import type { CalendarDate } from '@kinfold/domain/dates';
import type { Member } from '@kinfold/domain/member';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { dateInWords } from '../../lib/format.ts';
import { reportDeath } from '../../queries/deaths.ts';
import { Callout } from '../../ui/callout.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { EditForm } from '../../ui/edit-form.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';

const day = dateField('Invalid date of death');
const ReportValues = z
  .object({
    deceasedDt: z.string(),
    isDayUnknown: z.boolean(),
    toldBy: DeathReportForm.shape.toldBy,
    phone: z.string(),
    note: z.string(),
  })
  .check(
    z.refine(({ deceasedDt, isDayUnknown }) => isDayUnknown || day.safeParse(deceasedDt).success, {
      error: 'Invalid date of death',
      path: ['deceasedDt'],
    }),
  );

/** The form that reports a death to the office, for users who may not enter it. */
export function ReportDeath({ member }: { member: Member }) {
  const client = useQueryClient();
  const [made, setMade] = useState<DeathReport>();
  const edit = useEditForm({
    schema: ReportValues,
    initial: { deceasedDt: '', isDayUnknown: false, toldBy: '', phone: '', note: '' },
    draft: `death-report.${member._id}`,
    send: ({ isDayUnknown, deceasedDt, ...told }) =>
      reportDeath(client, member._id, { ...told, deceasedDt: isDayUnknown ? null : deceasedDt }),
    onSent: setMade,
  });
  const isDayUnknown = useWatch({ control: edit.form.control, name: 'isDayUnknown' });
  if (made)
    return (
      <Callout tone="ok" title="The office has your report." role="status">
        <p>
          They confirm it or ask you. Nobody writes to the household of {made.member.name} before{' '}
          {dateInWords(made.quietUntil as CalendarDate)}.
        </p>
      </Callout>
    );
  return (
    <EditForm edit={edit} className="stack narrow-form">
      <Checkbox label="The day is not known" {...edit.form.register('isDayUnknown')} />
      {!isDayUnknown && <DateField label="Date of death" {...edit.field('deceasedDt')} />}
      <TextField label="Who told you" autoComplete="off" {...edit.field('toldBy')} />
      <TextField
        label="Their phone"
        type="tel"
        autoComplete="off"
        {...edit.field('phone')}
        required={false}
      />
      <TextArea label="Note for the office" rows={3} {...edit.field('note')} required={false} />
      <div className="button-row">
        <SubmitButton busy={edit.isSubmitting} busyText="Sending">
          Report it to the office
        </SubmitButton>
      </div>
    </EditForm>
  );
}
