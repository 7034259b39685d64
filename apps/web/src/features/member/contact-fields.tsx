import { EMAILS_MAX, PHONES_MAX } from '@kinfold/domain/member-edit';
import type { MemberFormValues } from '@kinfold/domain/member-form';
import type { ReactNode } from 'react';
import Button from 'react-bootstrap/Button';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { Icon } from '../../ui/icon.tsx';

const LISTS = {
  phones: { one: 'phone', max: PHONES_MAX, empty: { phoneNbr: '' } },
  emails: { one: 'email', max: EMAILS_MAX, empty: { email: '' } },
};

/** The phones or e-mails of a member; the first one is preferred. */
export function ContactFields({
  name,
  children,
}: {
  name: keyof typeof LISTS;
  children: (place: number, label: string) => ReactNode;
}) {
  const { one, max, empty } = LISTS[name];
  const { control } = useFormContext<MemberFormValues>();
  const list = useFieldArray({ control, name });
  const isFilled = useWatch({ control, name }).map((row) => Object.values(row).some(Boolean));
  return (
    <div className="vstack gap-3">
      {list.fields.map(({ id }, place) => (
        <div key={id}>
          {children(place, place === 0 ? `Preferred ${one}` : `Another ${one}`)}
          {place > 0 && (
            <div className="button-row">
              {isFilled[place] && (
                <button type="button" className="field-button" onClick={() => list.move(place, 0)}>
                  Prefer <span className="visually-hidden">this {one}</span>
                </button>
              )}
              <button type="button" className="field-button" onClick={() => list.remove(place)}>
                Remove <span className="visually-hidden">this {one}</span>
              </button>
            </div>
          )}
        </div>
      ))}
      {list.fields.length < max && isFilled.every(Boolean) && (
        <Button variant="link" onClick={() => list.append(empty, { shouldFocus: false })}>
          <Icon name="plus" /> Another {one}
        </Button>
      )}
    </div>
  );
}
