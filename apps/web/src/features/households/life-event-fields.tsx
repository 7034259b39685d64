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
import { nextPrimaries, nextPrimaryOf, type LifeEvent, type LifeEventValues } from './life-event-values.ts';
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
          <NewPrimary household={household} />
        </>
      );
  }
}

function NewAddress({ field }: Pick<Props, 'field'>) {
  const { control } = useFormContext<LifeEventValues>();
  const countryCd = useWatch({ control, name: 'address.countryCd' });
  return <AddressFields isForOthers field={(name) => field(`address.${name}`)} countryCd={countryCd} />;
}

function MarriageFields({ member, household, field }: Props) {
  const { control } = useFormContext<LifeEventValues>();
  const [spouseId, where] = useWatch({ control, name: ['member_id', 'household'] });
  const { data: other } = useQuery({ ...householdQuery(spouseId), enabled: spouseId !== '' });
  return (
    <>
      <MemberChoice label="Whom they marry" organizationNumber={member.organizationNumber} />
      <SelectField label="Where they live" {...field('household')}>
        {household.primaryMemberId === member._id ? (
          <option value="together">Together in this household</option>
        ) : (
          <option value="new">Together in a new household of {member.firstNm}</option>
        )}
        <option value="apart">Each in their own; each may see the other’s and pay for it</option>
      </SelectField>
      {where !== 'apart' && other && other.members.length > 1 && (
        <>
          <People
            legend="Who else moves in"
            household={{ ...other, members: other.members.filter(({ member_id }) => member_id !== spouseId) }}
          />
          <NewPrimary household={other} leaver={spouseId} />
        </>
      )}
    </>
  );
}

/** The choice of people of a household. */
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

/**
 * The choice of the new primary member of a household if its primary member is among the leaving ones; `leaver` always
 * leaves.
 */
function NewPrimary({ household, leaver }: { household: Household; leaver?: string }) {
  const { control, setValue } = useFormContext<LifeEventValues>();
  const [chosen, memberIds] = useWatch({ control, name: ['primaryMemberId', 'member_ids'] });
  const candidates = nextPrimaries(household, leaver ? [...memberIds, leaver] : memberIds);
  if (!candidates.length) return null;
  return (
    <SelectField
      label="Who becomes the primary member"
      value={nextPrimaryOf(candidates, chosen)}
      onChange={({ target }) => setValue('primaryMemberId', target.value, { shouldDirty: true })}
    >
      {candidates.map((one) => (
        <option key={one.member_id} value={one.member_id}>
          {nameOf(one)}
        </option>
      ))}
    </SelectField>
  );
}
