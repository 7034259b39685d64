import { DAY_TO_COME } from '@kinfold/domain/coverage';
import { dateField, parseDate } from '@kinfold/domain/dates';
import { DeathReportForm, type DeathReport } from '@kinfold/domain/death-report';
import type { CalendarDate } from '@kinfold/domain/dates';
import type { Member } from '@kinfold/domain/member';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import Button from 'react-bootstrap/Button';
import * as z from 'zod/mini';
import { dateInWords, dayOf } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { openReportsQuery, reportDeath } from '../../queries/deaths.ts';
import { Callout } from '../../ui/callout.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { EditForm } from '../../ui/edit-form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';

const dayOfDeath = dateField('Invalid date of death');
const ReportValues = z
  .object({
    deceasedDt: z.string(),
    isDayUnknown: z.boolean(),
    isMonthOnly: z.boolean(),
    toldBy: DeathReportForm.shape.toldBy,
    phone: z.string(),
    note: z.string(),
  })
  .check(
    z.refine(({ deceasedDt, isDayUnknown }) => isDayUnknown || dayOfDeath.safeParse(deceasedDt).success, {
      error: 'Invalid date of death',
      path: ['deceasedDt'],
    }),
  );

/** Reports a death to the office, for users who may not enter it; open reports come before the form. */
export function ReportDeath({ member }: { member: Member }) {
  const [made, setMade] = useState<DeathReport>();
  const [isMore, setMore] = useState(false);
  const open = useQuery(openReportsQuery(member._id));
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
    <Loaded query={open} what="the reports" rows={3}>
      {(reports) =>
        reports.length === 0 || isMore ? (
          // The new report must not replace the form before its answer is shown.
          <ReportForm member={member} onSend={() => setMore(true)} onMade={setMade} />
        ) : (
          <>
            <ul className="plain-list break-anywhere">
              {reports.map(({ _id, reportedBy, reportedDt }) => (
                <li key={_id}>
                  Reported on {dateInWords(new Date(reportedDt))} by {reportedBy}; the office has it.
                </li>
              ))}
            </ul>
            <div className="button-row">
              <Button variant="outline-primary" onClick={() => setMore(true)}>
                Tell the office more
              </Button>
            </div>
          </>
        )
      }
    </Loaded>
  );
}

function ReportForm({
  member,
  onSend,
  onMade,
}: {
  member: Member;
  onSend: () => void;
  onMade: (report: DeathReport) => void;
}) {
  const client = useQueryClient();
  const today = dayOf(useNow());
  const edit = useEditForm({
    schema: ReportValues,
    initial: { deceasedDt: '', isDayUnknown: false, isMonthOnly: false, toldBy: '', phone: '', note: '' },
    draft: `death-report.${member._id}`,
    send: ({ isDayUnknown, isMonthOnly, deceasedDt, ...told }) => {
      onSend();
      const day = isDayUnknown
        ? { deceasedDt: null }
        : { deceasedDt, ...(isMonthOnly && { isDayUnknown: true }) };
      return reportDeath(client, member._id, { ...told, ...day });
    },
    onSent: onMade,
  });
  const [isDayUnknown, isMonthOnly] = useWatch({
    control: edit.form.control,
    name: ['isDayUnknown', 'isMonthOnly'],
  });
  const day = edit.field('deceasedDt');
  const isToCome = day.error && (parseDate(edit.form.getValues('deceasedDt')) ?? today) > today;
  return (
    <EditForm edit={edit} className="stack narrow-form">
      <Checkbox label="The day is not known" {...edit.form.register('isDayUnknown')} />
      {!isDayUnknown && (
        <>
          <Checkbox label="Only the month is known" {...edit.form.register('isMonthOnly')} />
          <DateField
            label={isMonthOnly ? 'Any day of the month of death' : 'Date of death'}
            {...day}
            {...(isToCome && { error: DAY_TO_COME })}
          />
        </>
      )}
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
