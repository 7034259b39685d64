import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { Field, fieldInput } from './field.tsx';
import { Icon } from './icon.tsx';

type FieldProps = Omit<ComponentProps<'input'>, 'className' | 'id'> & {
  label: ReactNode;
  hint?: ReactNode;
  /** The message beside the input; from React Hook Form's `errors`. */
  error?: string | undefined;
  /** What to do about the error, below it. */
  errorHelp?: string;
  /** Right inside the input's frame: a button. */
  adornment?: ReactNode;
};

/**
 * An input with its label above and its error beside. Spread React Hook Form's `register(...)` into it, and
 * name `autoComplete` and `inputMode`.
 */
export function TextField({ label, hint, error, errorHelp, adornment, required, ...input }: FieldProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error} errorHelp={errorHelp}>
      <div className="field-frame">
        <input type="text" {...input} {...fieldInput({ id, hint, error })} aria-required={required} />
        {adornment}
      </div>
    </Field>
  );
}

/** An email address, by which one also signs in. */
export function EmailField(props: Omit<FieldProps, 'label' | 'type'>) {
  return (
    <TextField
      label="Email"
      type="email"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      errorHelp="Write it like name@example.com."
      {...props}
    />
  );
}

/** A password that may be shown while it is typed; pasting is allowed. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'adornment'>) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={isShown ? 'text' : 'password'}
      adornment={
        <button type="button" className="field-button" onClick={() => setShown((was) => !was)}>
          <Icon name={isShown ? 'eye-off' : 'eye'} /> {isShown ? 'Hide' : 'Show'}{' '}
          <span className="visually-hidden">password</span>
        </button>
      }
    />
  );
}
