import type { FoundMember } from '@kinfold/domain/member';
import { fullName } from '@kinfold/domain/person-name';
import { useState } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { date } from '../../lib/format.ts';
import { deathText, MemberField } from './member-field.tsx';

/** The form fields for choosing a member: the id is sent, name and birth date are only shown. */
export const chosenMember = (message = 'Member Id is required') =>
  z.object({ member_id: z.string().check(z.minLength(1, message)), name: z.string(), birthDt: z.string() });
type ChosenMember = z.infer<ReturnType<typeof chosenMember>>;
export const NOBODY_CHOSEN: ChosenMember = { member_id: '', name: '', birthDt: '' };

/**
 * Returns the chosen member, and the function that chooses one, in a form with the fields of `chosenMember`. `birthDt`
 * is empty unless the member was found by name.
 */
function useChosenMember() {
  const { control, setValue } = useFormContext<ChosenMember>();
  const { field, fieldState } = useController({ control, name: 'member_id' });
  const [name, birthDt] = useWatch({ control, name: ['name', 'birthDt'] });
  const choose = (chosen: ChosenMember) => {
    setValue('name', chosen.name);
    setValue('birthDt', chosen.birthDt);
    field.onChange(chosen.member_id);
  };
  return { member_id: field.value, name, birthDt, choose, error: fieldState.error?.message, ref: field.ref };
}

const NOT_KNOWN = 'not known';

/**
 * The field that chooses a member by name, number or, with `findsIds`, id, in a form with the fields of `chosenMember`.
 */
export function MemberChoice({
  findsIds = true,
  ...field
}: {
  label?: string;
  organizationNumber: string;
  findsIds?: boolean;
  offers?: (member: FoundMember) => boolean;
}) {
  const { member_id, name, birthDt, choose, error, ref } = useChosenMember();
  const [found, setFound] = useState<FoundMember>();
  const death = found?.id === member_id ? deathText(found) : '';
  return (
    <MemberField
      {...field}
      findsIds={findsIds}
      text={birthDt || !member_id ? name : ''}
      onText={(text) => choose({ ...NOBODY_CHOSEN, name: text })}
      chosen={birthDt && `Born ${birthDt === NOT_KNOWN ? NOT_KNOWN : date(birthDt)}${death}`}
      onChoose={(one) => {
        setFound(one);
        choose({ member_id: one.id, name: fullName(one), birthDt: one.birthDt ?? NOT_KNOWN });
      }}
      error={error}
      inputRef={ref}
    />
  );
}
