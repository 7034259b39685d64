import { MINIMUM_AGE } from '@kinfold/domain/constants';
import type { Household } from '@kinfold/domain/household';
import type { Member } from '@kinfold/domain/member';
import { useQuery } from '@tanstack/react-query';
import {
  useController,
  useFormContext,
  useWatch,
  type Path,
  type UseFormRegisterReturn,
} from 'react-hook-form';
import { AddressFields } from '../../parts/member/address-fields.tsx';
import { householdQuery } from '../../queries/households.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { nameOf } from './household-row.tsx';
import type { LifeEvent, LifeEventValues } from './life-event-values.ts';
import { MemberChoice } from '../../parts/member/member-choice.tsx';

type Props = {
  member: Member;
  household: Household;
  field: (
    name: Exclude<Path<LifeEventValues>, 'member_ids'>,
  ) => UseFormRegisterReturn & { error: string | undefined; required: boolean };
};

/** The fields of a life event. */
export function FieldsOfEvent({ event, ...props }: Props & { event: LifeEvent }) {
  const { household, field } = props;
  switch (event) {
    case 'marriage':
      return <MarriageFields {...props} />;
    case 'own_household':
      return (
        <SelectField label="May the household that is left see it and pay for it?" {...field('isLinked')}>
          <option value="">No</option>
          <option value="yes">Yes, its primary member</option>
        </SelectField>
      );
    case 'move':
      return (
        <>
          <People legend="Who moves" household={household} />
          <NewAddress field={field} />
        </>
      );
    case 'leaving':
      return (
        <>
          <People legend="Who leaves" household={household} />
          <NewPrimary household={household} field={field} />
        </>
      );
  }
}

function NewAddress({ field }: Pick<Props, 'field'>) {
  const { control } = useFormContext<LifeEventValues>();
  const countryCd = useWatch({ control, name: 'address.countryCd' });
  return <AddressFields isForOthers field={(name) => field(`address.${name}`)} countryCd={countryCd} />;
}

function MarriageFields({ member, field }: Props) {
  const { control } = useFormContext<LifeEventValues>();
  const [spouseId, together] = useWatch({ control, name: ['member_id', 'household'] });
  const { data: other } = useQuery({ ...householdQuery(spouseId), enabled: spouseId !== '' });
  const isPrimary = other?.primaryMemberId === spouseId;
  return (
    <>
      <MemberChoice label="Whom they marry" organizationNumber={member.organizationNumber} />
      <SelectField label="Where they live" {...field('household')}>
        <option value="together">Together in this household</option>
        <option value="apart">Each in their own; each may see the other’s and pay for it</option>
      </SelectField>
      {together === 'together' && other && other.members.length > 1 && (
        <>
          <People
            legend="Who else moves in"
            household={{ ...other, members: other.members.filter(({ member_id }) => member_id !== spouseId) }}
          />
          {isPrimary && <NewPrimary household={other} field={field} />}
        </>
      )}
    </>
  );
}

/** Some people of a household. */
function People({ legend, household }: { legend: string; household: Household }) {
  const { control } = useFormContext<LifeEventValues>();
  const { field, fieldState } = useController({ control, name: 'member_ids' });
  const set = (id: string, isChosen: boolean) =>
    field.onChange([...field.value.filter((one) => one !== id), ...(isChosen ? [id] : [])]);
  return (
    <fieldset>
      <legend>{legend}</legend>
      {household.members.map((one) => (
        <Checkbox
          key={one.member_id}
          label={nameOf(one)}
          checked={field.value.includes(one.member_id)}
          onChange={(event) => set(one.member_id, event.target.checked)}
        />
      ))}
      {fieldState.error && <p className="field-error">{fieldState.error.message}</p>}
    </fieldset>
  );
}

/** Who becomes primary: an adult, active, alive, and not primary already. */
function NewPrimary({ household, field }: Pick<Props, 'household' | 'field'>) {
  const candidates = household.members.filter(
    ({ member_id, age, isActive, deceasedDt }) =>
      member_id !== household.primaryMemberId &&
      (age ?? MINIMUM_AGE) >= MINIMUM_AGE &&
      isActive === true &&
      !deceasedDt,
  );
  if (!candidates.length) return null;
  return (
    <SelectField label="Who becomes the primary member" {...field('primaryMemberId')}>
      <option value="">Nobody else</option>
      {candidates.map((one) => (
        <option key={one.member_id} value={one.member_id}>
          {nameOf(one)}
        </option>
      ))}
    </SelectField>
  );
}
