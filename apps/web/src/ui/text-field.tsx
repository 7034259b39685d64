import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { Field, fieldInput } from './field.tsx';
import { Icon } from './icon.tsx';

type FieldProps = Omit<ComponentProps<'input'>, 'className' | 'id'> & {
  label: ReactNode;
  hint?: ReactNode;
  /** The error message, from React Hook Form's `errors`. */
  error?: string | undefined;
  /** How to correct it, below the error. */
  errorHelp?: ReactNode;
  /** Rendered inside the frame of the input, on the right. */
  adornment?: ReactNode;
};

/** A text input with label and error. Takes the props of `register(...)`; set `autoComplete` and `inputMode`. */
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

/** The field for the e-mail of a sign-in. */
export function EmailField(props: Omit<FieldProps, 'label' | 'type'> & { label?: string }) {
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

/** A password field with a button to show it; pasting is allowed. */
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
