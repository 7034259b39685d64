import { DAY_TO_COME } from '@kinfold/domain/coverage';
import { parseDate, type CalendarDate } from '@kinfold/domain/dates';
import type { DeathReport } from '@kinfold/domain/death-report';
import type { Household } from '@kinfold/domain/household';
import type { Member } from '@kinfold/domain/member';
import { fullName } from '@kinfold/domain/person-name';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import Button from 'react-bootstrap/Button';
import { dayOf } from '../../lib/format.ts';
import { asProblem } from '../../lib/problem.ts';
import { useNow } from '../../lib/use-now.ts';
import { payersOf } from '../../parts/member/payers.ts';
import { deathPreviewQuery } from '../../queries/deaths.ts';
import { enterLifeEvent } from '../../queries/households.ts';
import { Card } from '../../ui/card.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { EditForm } from '../../ui/edit-form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { DeathMeans } from './death-means.tsx';
import { DeathValues, dayOfDeath, firstValues, KNOWN } from './death-values.ts';

/** The form of a death: its day, its effects, and the button that enters it; for a stored death, another day. */
export function DeathForm({
  member,
  household,
  report,
  draft = `death.${member._id}`,
  onSaved,
  onCancel,
}: {
  member: Member;
  /** Undefined if they have none. */
  household: Household | undefined;
  /** An open report of the death: its day and its source fill in the form. */
  report: DeathReport | undefined;
  /** The name of the draft. */
  draft?: string | undefined;
  onSaved: () => void;
  onCancel?: () => void;
}) {
  const client = useQueryClient();
  const today = dayOf(useNow());
  const isCorrecting = Boolean(member.deceasedDt);
  const reportedDt = report ? dayOf(new Date(report.reportedDt)) : today;
  const payers = household ? payersOf(household, member._id) : [];
  const edit = useEditForm({
    schema: DeathValues,
    initial: firstValues(member, report, reportedDt),
    draft,
    send: async ({ toldBy, reason }) => {
      if (!told || !death) {
        await preview.refetch();
        return undefined;
      }
      const payer = told.payerMemberId && { payerMemberId: told.payerMemberId };
      const from = { ...(toldBy && { toldBy }), ...(reason && { reason }), version: household?.version };
      return enterLifeEvent(client, member._id, { event: 'death', ...death, ...payer, ...from });
    },
    onSent: (entered) => entered && onSaved(),
    onClose: onCancel,
  });
  const values = useWatch({ control: edit.form.control }) as DeathValues;
  const death = dayOfDeath(values);
  const proposed = isCorrecting ? '' : (payers[0]?.member_id ?? '');
  const isPrimary = household?.primaryMemberId === member._id;
  const payerMemberId = values.payerMemberId || (isPrimary ? proposed : '');
  const preview = useQuery({
    ...deathPreviewQuery(member._id, { ...death, ...(payerMemberId && { payerMemberId }) }, proposed),
    enabled: death !== undefined,
    placeholderData: keepPreviousData,
  });
  const told = death && !preview.isPlaceholderData ? preview.data : undefined;
  const faultOf = (field: 'deceasedDt' | 'reportedDt') => {
    const fault =
      death && preview.error
        ? asProblem(preview.error).errors.find(({ path }) => path === field)?.message
        : undefined;
    return fault && (parseDate(values[field]) ?? today) > today ? DAY_TO_COME : fault;
  };
  const isFaulty = (faultOf('deceasedDt') ?? faultOf('reportedDt')) !== undefined;
  const dateOf = (name: 'deceasedDt' | 'reportedDt') => {
    const field = edit.field(name);
    return { ...field, error: field.error ?? faultOf(name) };
  };
  return (
    <EditForm
      edit={edit}
      className="stack member-form break-anywhere"
      problem={(last) => (
        <ProblemNote {...last}>
          <p>Nothing was changed. What you typed is still here.</p>
        </ProblemNote>
      )}
    >
      <div className="fields">
        <SelectField label="What is known of the day" {...edit.field('known')}>
          {Object.entries(KNOWN).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
        {values.known !== 'unknown' && (
          <DateField
            label={values.known === 'day' ? 'Date of death' : 'Any day of the month of death'}
            {...dateOf('deceasedDt')}
          />
        )}
        {values.known !== 'day' && <DateField label="Reported on" {...dateOf('reportedDt')} />}
        <TextField
          label="Who told you"
          hint="It is kept in the history. You may leave it empty."
          autoComplete="off"
          {...edit.field('toldBy')}
          required={false}
        />
        {isCorrecting && (
          <TextField
            label="Why it is corrected"
            hint="Needed once a claim of this death is approved. It is kept in the history."
            autoComplete="off"
            {...edit.field('reason')}
            required={false}
          />
        )}
      </div>
      {death && !isFaulty && (
        <Card title="What this means">
          <Loaded
            query={preview}
            what="what it means"
            title="We cannot say at the moment what this means."
            kept="Nothing was changed."
            rows={6}
            on={{ 422: ({ detail }) => <p>{detail}</p> }}
          >
            {(means) => (
              <DeathMeans
                member={member}
                means={means}
                day={values.known === 'day' ? (death.deceasedDt as CalendarDate) : undefined}
                payer={
                  payers.length > 0 &&
                  (isPrimary || isCorrecting || means.payerMemberId !== '') && (
                    <SelectField
                      label="Who pays from now on"
                      value={payerMemberId || means.payerMemberId}
                      error={edit.form.formState.errors.payerMemberId?.message}
                      onChange={({ target }) =>
                        edit.form.setValue('payerMemberId', target.value, { shouldDirty: true })
                      }
                    >
                      {isCorrecting && <option value="">As it is now</option>}
                      {payers.map((one) => (
                        <option key={one.member_id} value={one.member_id}>
                          {fullName(one)}, {one.relationship}
                        </option>
                      ))}
                    </SelectField>
                  )
                }
              />
            )}
          </Loaded>
        </Card>
      )}
      <div className="button-row">
        <SubmitButton
          // Enter in a field submits the form, which must never enter a death.
          {...(told && { type: 'button', onClick: () => void edit.submit() })}
          busy={edit.isSubmitting || (death !== undefined && preview.isFetching)}
          busyText={edit.isSubmitting ? 'Saving' : 'Looking'}
        >
          {told ? `Enter the ${isCorrecting ? 'corrected day' : 'death'}` : 'Show what it means'}
        </SubmitButton>
        {onCancel && (
          <Button variant="outline-primary" onClick={edit.cancel}>
            Cancel
          </Button>
        )}
      </div>
    </EditForm>
  );
}
