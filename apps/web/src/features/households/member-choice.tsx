import { useController, useFormContext, useWatch } from 'react-hook-form';
import { date } from '../../lib/format.ts';
import { MemberField } from '../../parts/member/member-field.tsx';

/** The fields of a form in which a member is chosen: the id is sent, name and birth date are shown. */
export type ChosenMember = { member_id: string; name: string; birthDt: string };
export const NOBODY_CHOSEN: ChosenMember = { member_id: '', name: '', birthDt: '' };

/** Chooses a member by name, number or id, in a form with the fields of `ChosenMember`. */
export function MemberChoice({
  label,
  organizationNumber,
  error,
}: {
  label?: string;
  organizationNumber: string;
  /** An error of the server; those of the form are shown anyway. */
  error?: string | undefined;
}) {
  const { control, setValue } = useFormContext<ChosenMember>();
  const { field, fieldState } = useController({ control, name: 'member_id' });
  const [name, birthDt] = useWatch({ control, name: ['name', 'birthDt'] });
  const choose = (chosen: ChosenMember) => {
    setValue('name', chosen.name);
    setValue('birthDt', chosen.birthDt);
    field.onChange(chosen.member_id);
  };
  return (
    <MemberField
      {...(label && { label })}
      organizationNumber={organizationNumber}
      findsIds
      text={name}
      onText={(text) => choose({ ...NOBODY_CHOSEN, name: text })}
      chosen={field.value && `Born ${date(birthDt || null)}`}
      onChoose={(found) =>
        choose({
          member_id: found.id,
          name: `${found.firstNm} ${found.lastNm}`,
          birthDt: found.birthDt ?? '',
        })
      }
      error={fieldState.error?.message ?? error}
      inputRef={field.ref}
    />
  );
}
