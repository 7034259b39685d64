import { useId, useState, type ReactNode } from 'react';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';

/** An optional rule of a fund: once ticked, a sentence with inputs, and an example. */
export function SentenceRule({
  name,
  isOn,
  onToggle,
  errors = [],
  example,
  children,
}: {
  name: string;
  isOn: boolean;
  onToggle: (isOn: boolean) => void;
  /** The errors of the typed values. */
  errors?: readonly (string | undefined)[];
  example?: string | undefined;
  children?: ReactNode;
}) {
  const id = useId();
  const wrong = [...new Set(errors.filter(Boolean))];
  return (
    <div className="sentence-rule" role="group" aria-labelledby={id}>
      <Checkbox
        label={<span id={id}>{name}</span>}
        checked={isOn}
        onChange={({ target }) => onToggle(target.checked)}
      />
      {isOn && (
        <div className="sentence-body">
          {children && <p>{children}</p>}
          {wrong.map((message) => (
            <ErrorLine key={message}>{message}</ErrorLine>
          ))}
          {wrong.length === 0 && example && <p className="muted">{example}</p>}
        </div>
      )}
    </div>
  );
}

/** A number within a sentence. */
export function NumberInput({
  name,
  value,
  error,
  maxLength = 4,
  inputRef,
  onValue,
}: {
  /** The accessible name, for users who do not see the sentence around it. */
  name: string;
  value: string;
  error: string | undefined;
  maxLength?: number;
  inputRef: (input: HTMLInputElement | null) => void;
  onValue: (value: string) => void;
}) {
  return (
    <input
      ref={inputRef}
      className={error ? 'form-control is-invalid' : 'form-control'}
      aria-label={name}
      aria-invalid={error ? true : undefined}
      inputMode="numeric"
      autoComplete="off"
      maxLength={maxLength}
      value={value}
      onChange={({ target }) => onValue(target.value)}
    />
  );
}

/**
 * Returns whether a rule is ticked: while one of its fields has a value, and while the user types in them. Unticking
 * empties the fields; ticking fills in usual values.
 */
export function useRuleSwitch(
  values: readonly string[],
  set: (values: readonly string[]) => void,
  usual: readonly string[],
) {
  const [isOpen, setOpen] = useState(false);
  return {
    isOn: isOpen || values.some(Boolean),
    onToggle: (isOn: boolean) => {
      setOpen(isOn);
      set(isOn ? usual : usual.map(() => ''));
    },
  };
}
