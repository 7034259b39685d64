import { forbiddenInPassword } from '@kinfold/domain/password';
import type { ComponentProps, ReactNode } from 'react';
import { PasswordField } from '../../ui/text-field.tsx';
import { PasswordChecklist } from './password-checklist.tsx';

type Field = Omit<ComponentProps<typeof PasswordField>, 'label'>;

/** The fields for a new password, with its checklist, and for its confirmation. */
export function NewPasswordFields({
  label,
  typed,
  password,
  confirmPassword,
}: {
  label: ReactNode;
  /** The current value of the password. */
  typed: string;
  password: Field;
  confirmPassword: Field;
}) {
  const forbidden = forbiddenInPassword(typed);
  return (
    <>
      <div className="d-grid gap-2">
        <PasswordField
          label={label}
          autoComplete="new-password"
          errorHelp={forbidden && `${forbidden}.`}
          {...password}
        />
        <PasswordChecklist password={typed} />
      </div>
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        errorHelp="Type the same password in both fields; Show lets you compare them."
        {...confirmPassword}
      />
    </>
  );
}
