import { useId, useState, type ComponentProps, type ReactNode } from 'react';
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
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className="field-frame">
        <input
          type="text"
          {...input}
          id={id}
          className={error ? 'form-control is-invalid' : 'form-control'}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          aria-required={required}
        />
        {adornment}
      </div>
      {error && (
        <div id={`${id}-error`}>
          <p className="field-error">
            <Icon name="alert" size={18} /> {error}
          </p>
          {errorHelp && <p className="field-hint">{errorHelp}</p>}
        </div>
      )}
    </div>
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
