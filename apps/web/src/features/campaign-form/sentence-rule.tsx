import { useId, useState, type ReactNode } from 'react';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';

/** A rule that a fund may have: ticked it is a sentence with what is typed in it, and an example. */
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
  /** What is wrong with what is typed. */
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
  /** What it is, for who does not see the sentence around it. */
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
 * Whether a rule is ticked: it is as long as one of its fields has something in it, and while somebody types in them. Unticked
 * the fields are emptied, ticked they get what most funds have.
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
