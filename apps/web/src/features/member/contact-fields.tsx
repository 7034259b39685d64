import type { MemberFormValues } from '@kinfold/domain/member-form';
import { useState, type ReactNode } from 'react';
import Button from 'react-bootstrap/Button';
import { Icon } from '../../ui/icon.tsx';

type FieldName = keyof MemberFormValues;

/** Several fields of one kind, of which the first is the preferred one; empty ones are shown when they are asked for. */
export function ContactFields({
  fields,
  one,
  values,
  onChange,
  children,
}: {
  fields: readonly FieldName[];
  /** What a field is: 'phone'. */
  one: string;
  values: MemberFormValues;
  /** Writes several fields at once. */
  onChange: (changed: Partial<MemberFormValues>) => void;
  children: (name: FieldName, label: string) => ReactNode;
}) {
  const filled = fields.filter((name) => values[name] !== '').length;
  const [added, setAdded] = useState(0);
  const last = fields.findLastIndex((name) => values[name] !== '');
  const shown = Math.min(fields.length, Math.max(last + 1, 1, added));
  const texts = fields.map((name) => values[name]);
  /** Writes the texts in another order, those that are there first. */
  const write = (ordered: readonly string[]) => {
    const there = ordered.filter(Boolean);
    onChange(Object.fromEntries(fields.map((name, index) => [name, there[index] ?? ''])));
  };
  return (
    <div className="vstack gap-3">
      {fields.slice(0, shown).map((name, index) => (
        <div key={name}>
          {children(name, index === 0 ? `Preferred ${one}` : `Another ${one}`)}
          {index > 0 && (
            <div className="button-row">
              {values[name] && (
                <button
                  type="button"
                  className="field-button"
                  onClick={() => write([values[name], ...texts.filter((_text, at) => at !== index)])}
                >
                  Prefer <span className="visually-hidden">this {one}</span>
                </button>
              )}
              <button
                type="button"
                className="field-button"
                onClick={() => {
                  setAdded(shown - 1);
                  write(texts.filter((_text, at) => at !== index));
                }}
              >
                Remove <span className="visually-hidden">this {one}</span>
              </button>
            </div>
          )}
        </div>
      ))}
      {shown < fields.length && filled >= shown && (
        <Button variant="link" onClick={() => setAdded(shown + 1)}>
          <Icon name="plus" /> Another {one}
        </Button>
      )}
    </div>
  );
}
