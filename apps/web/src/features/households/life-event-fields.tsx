import { NAME_MAX } from '@kinfold/domain/constants';
import type { Household } from '@kinfold/domain/household';
import type { Member } from '@kinfold/domain/member';
import { fullName } from '@kinfold/domain/person-name';
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
import { DateField } from '../../ui/date-field.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { nameOf } from './household-row.tsx';
import {
  mayLiveApart,
  nextPrimaries,
  nextPrimaryOf,
  type LifeEvent,
  type LifeEventValues,
} from './life-event-values.ts';
import { MemberChoice } from '../../parts/member/member-choice.tsx';
import { payersOf } from '../../parts/member/payers.ts';

type Props = {
  member: Member;
  household: Household;
  field: (
    name: Exclude<Path<LifeEventValues>, 'member_ids'>,
  ) => UseFormRegisterReturn & { error: string | undefined; required: boolean };
};

/** The fields of a life event. */
export function FieldsOfEvent({ event, ...props }: Props & { event: LifeEvent }) {
  const { member, household, field } = props;
  switch (event) {
    case 'marriage':
      return <MarriageFields {...props} />;
    case 'divorce':
      return <DivorceFields {...props} />;
    case 'own_household':
      return (
        <>
          {household.members.length > 2 && (
            <People
              legend="Who else moves out"
              household={household}
              offers={({ member_id }) => member_id !== member._id}
            />
          )}
          <NewPrimary household={household} leaver={member._id} />
          <Cover field={field} />
          <SelectField label="May the household that is left see it and pay for it?" {...field('isLinked')}>
            <option value="">No</option>
            <option value="yes">Yes, its primary member</option>
          </SelectField>
        </>
      );
    case 'move':
      return (
        <>
          <People legend="Who moves" household={household} />
          <Apart {...props} />
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

/** What becomes of the cover of who moves to another household. */
function Cover({ field }: Pick<Props, 'field'>) {
  return (
    <SelectField label="Who is covered together" {...field('cover')}>
      <option value="follow">Who lives together</option>
      <option value="stay">Everybody as now</option>
    </SelectField>
  );
}

/** Whether those who move live apart from then on, where others stay. */
function Apart({ member, household, field }: Props) {
  const { control } = useFormContext<LifeEventValues>();
  const [memberIds, isApart] = useWatch({ control, name: ['member_ids', 'isApart'] });
  if (!mayLiveApart(memberIds, household, member._id)) return null;
  return (
    <>
      <SelectField label="Do they live apart from now on?" {...field('isApart')}>
        <option value="">No, only their address changes</option>
        <option value="yes">Yes, in a household of {member.firstNm}</option>
      </SelectField>
      {isApart && (
        <>
          <NewPrimary household={household} />
          <Cover field={field} />
        </>
      )}
    </>
  );
}

/** A divorce: of the two, one moves out; the other one becomes primary where that is needed. */
function DivorceFields({ member, household, field }: Props) {
  const { control } = useFormContext<LifeEventValues>();
  const partnerId = useWatch({ control, name: 'partner' });
  const partners = payersOf(household, member._id);
  const partner = partners.find(({ member_id }) => member_id === partnerId);
  const others = household.members.filter(
    ({ member_id }) => member_id !== member._id && member_id !== partnerId,
  );
  return (
    <>
      <SelectField label="From whom" {...field('partner')}>
        {partners.map((one) => (
          <option key={one.member_id} value={one.member_id}>
            {nameOf(one)}
          </option>
        ))}
      </SelectField>
      <SelectField label="Who moves out" {...field('mover')}>
        <option value={member._id}>{fullName(member)}</option>
        {partner && <option value={partner.member_id}>{fullName(partner)}</option>}
      </SelectField>
      {others.length > 0 && (
        <People
          legend="Who goes along"
          household={household}
          offers={({ member_id }) => others.some((one) => one.member_id === member_id)}
        />
      )}
      <Cover field={field} />
    </>
  );
}

function NewAddress({ field }: Pick<Props, 'field'>) {
  const { control } = useFormContext<LifeEventValues>();
  const countryCd = useWatch({ control, name: 'address.countryCd' });
  return <AddressFields isForOthers field={(name) => field(`address.${name}`)} countryCd={countryCd} />;
}

function MarriageFields({ member, household, field }: Props) {
  const { control } = useFormContext<LifeEventValues>();
  const [spouseId, where, whom] = useWatch({ control, name: ['member_id', 'household', 'whom'] });
  const isNew = whom === 'new';
  const { data: other } = useQuery({ ...householdQuery(spouseId), enabled: spouseId !== '' && !isNew });
  return (
    <>
      <SelectField label="Is the spouse a member?" {...field('whom')}>
        <option value="member">Yes, already</option>
        <option value="new">Not yet: enter them here</option>
      </SelectField>
      {isNew ? (
        <NewSpouse field={field} />
      ) : (
        <MemberChoice label="Whom they marry" organizationNumber={member.organizationNumber} />
      )}
      <SelectField label="Where they live" {...field('household')}>
        {household.primaryMemberId === member._id ? (
          <option value="together">Together in this household</option>
        ) : (
          <option value="new">Together in a new household of {member.firstNm}</option>
        )}
        {!isNew && <option value="apart">Each in their own; each may see the other’s and pay for it</option>}
      </SelectField>
      {!isNew && where !== 'apart' && other && other.members.length > 1 && (
        <>
          <People
            legend="Who else moves in"
            household={other}
            offers={({ member_id }) => member_id !== spouseId}
          />
          <NewPrimary household={other} leaver={spouseId} />
        </>
      )}
      {(isNew || where !== 'apart') && <Cover field={field} />}
    </>
  );
}

/** A spouse who is entered as a member: they get the address of the one whom they marry. */
function NewSpouse({ field }: Pick<Props, 'field'>) {
  const { register } = useFormContext<LifeEventValues>();
  const text = (name: 'firstNm' | 'lastNm' | 'birthDt' | 'phoneNbr') => ({
    autoComplete: 'off',
    ...field(`spouse.${name}`),
  });
  return (
    <>
      <TextField label="Their first name" maxLength={NAME_MAX} {...text('firstNm')} required />
      <TextField label="Their last name" maxLength={NAME_MAX} {...text('lastNm')} required />
      <DateField
        label="Born on"
        isBirthDate
        errorHelp="Month, day and all four digits of the year, for example 03/07/1951."
        {...text('birthDt')}
      />
      <Checkbox label="Day of birth is not known" {...register('spouse.isBirthDtUnknown')} />
      <PhoneField label="Their phone" {...text('phoneNbr')} required={false} />
    </>
  );
}

/** The choice of people of a household. */
function People({
  legend,
  household,
  offers = () => true,
}: {
  legend: string;
  household: Household;
  offers?: (resident: Household['members'][number]) => boolean;
}) {
  const { control } = useFormContext<LifeEventValues>();
  const { field, fieldState } = useController({ control, name: 'member_ids' });
  const set = (id: string, isChosen: boolean) =>
    field.onChange([...field.value.filter((one) => one !== id), ...(isChosen ? [id] : [])]);
  return (
    <fieldset>
      <legend>{legend}</legend>
      {household.members.filter(offers).map((one) => (
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
