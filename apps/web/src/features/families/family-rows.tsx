import { NAME_MAX } from '@kinfold/domain/constants';
import { FAMILY_MAX } from '@kinfold/domain/family';
import { isBlankRow, rowBelow, type FamilySheetValues } from '@kinfold/domain/family-form';
import { RELATIONSHIPS } from '@kinfold/domain/member';
import type { LikelyDuplicate } from '@kinfold/domain/member-duplicates';
import { fullName } from '@kinfold/domain/person-name';
import type { KeyboardEvent } from 'react';
import Button from 'react-bootstrap/Button';
import { useFieldArray, useFormContext, type Path, type UseFormRegisterReturn } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { DuplicateNote } from '../../parts/member/duplicate-note.tsx';
import { paths } from '../../paths.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';

type Name = Path<FamilySheetValues>;
/** The `field` of `useEditForm`. */
type Field = (name: Name) => UseFormRegisterReturn & { error: string | undefined; required: boolean };

/** The people of a family, a row each: Enter moves to the next row, and adds one after the last. */
export function FamilyRows({
  field,
  found,
}: {
  field: Field;
  /** Returns the members who are probably the person of a row. */
  found: (place: number) => readonly LikelyDuplicate[];
}) {
  const { control, getValues, setValue, setFocus } = useFormContext<FamilySheetValues>();
  const list = useFieldArray({ control, name: 'people' });
  const isFull = list.fields.length >= FAMILY_MAX;
  const goBelow = (place: number) => {
    const rows = getValues('people');
    const next = rows[place + 1];
    if (next && isBlankRow(next)) return setFocus(`people.${place + 1}.firstNm`);
    if (isFull) return undefined;
    return list.insert(place + 1, rowBelow(rows[place], place + 1), {
      focusName: `people.${place + 1}.firstNm`,
    });
  };
  const onKeyDown = (event: KeyboardEvent, place: number) => {
    const isField = event.target instanceof HTMLElement && event.target.matches('input, select');
    if (event.key !== 'Enter' || !isField || event.nativeEvent.isComposing) return;
    event.preventDefault();
    goBelow(place);
  };
  const remove = (place: number) => {
    list.remove(place);
    // The pressed button is gone.
    queueMicrotask(() => setFocus(`people.${Math.max(0, place - 1)}.firstNm`));
  };
  return (
    <section className="stack" aria-labelledby="family-people">
      <h2 id="family-people">Who they are</h2>
      <p className="muted">Enter in a row begins the next one. The Head of Household pays.</p>
      {list.fields.map(({ id }, place) => (
        // Enter continues in the sheet, from any of its fields. oxlint-disable-next-line
        // jsx-a11y/no-noninteractive-element-interactions
        <fieldset className="family-row" key={id} onKeyDown={(event) => onKeyDown(event, place)}>
          <legend className="muted">Person {place + 1}</legend>
          <TextField
            label="First Name"
            maxLength={NAME_MAX}
            autoComplete="off"
            {...field(`people.${place}.firstNm`)}
          />
          <TextField
            label="Last Name"
            maxLength={NAME_MAX}
            autoComplete="off"
            {...field(`people.${place}.lastNm`)}
          />
          <DateField
            label="Birth Date"
            isBirthDate
            autoComplete="off"
            errorHelp="For example 03/07/1951."
            {...field(`people.${place}.birthDt`)}
          />
          <SelectField label="Relationship" {...field(`people.${place}.relationship`)}>
            {RELATIONSHIPS.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
          <div className="family-row-end">
            <Checkbox
              label={
                <>
                  Day not known <span className="visually-hidden">of person {place + 1}</span>
                </>
              }
              // Checks the birth date again: an empty one is right now.
              {...control.register(`people.${place}.isBirthDtUnknown`, {
                deps: [`people.${place}.birthDt`],
              })}
            />
            {list.fields.length > 1 && (
              <button type="button" className="field-button" onClick={() => remove(place)}>
                Remove <span className="visually-hidden">person {place + 1}</span>
              </button>
            )}
          </div>
          <MaybeHere
            found={found(place)}
            onOther={(memberId) => {
              const others = getValues(`people.${place}.others`);
              setValue(`people.${place}.others`, [...others, memberId]);
              setFocus(`people.${place}.firstNm`);
            }}
          />
        </fieldset>
      ))}
      {!isFull && (
        <div className="button-row">
          <Button variant="outline-primary" onClick={() => goBelow(list.fields.length - 1)}>
            <Icon name="plus" /> Next person
          </Button>
        </div>
      )}
    </section>
  );
}

/** Members who may be the person of a row, for the user to decide. */
function MaybeHere({
  found,
  onOther,
}: {
  found: readonly LikelyDuplicate[];
  onOther: (memberId: string) => void;
}) {
  return (
    <DuplicateNote found={found} className="family-row-wide">
      {(one) => (
        <div className="button-row">
          <Link className="row-link" to={paths.member.href(one._id, 'household')}>
            This is the same person <span className="visually-hidden">: {fullName(one)}</span>
          </Link>
          <button type="button" className="field-button" onClick={() => onOther(one._id)}>
            A different person <span className="visually-hidden">than {fullName(one)}</span>
          </button>
        </div>
      )}
    </DuplicateNote>
  );
}
