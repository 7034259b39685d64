import type { ComponentProps, ReactNode } from 'react';
import { PasswordField } from '../../ui/text-field.tsx';
import { PasswordChecklist } from './password-checklist.tsx';

type Field = Omit<ComponentProps<typeof PasswordField>, 'label'>;

/** A new password, with what it still needs, and the same once more. */
export function NewPasswordFields({
  label,
  typed,
  password,
  confirmPassword,
}: {
  label: ReactNode;
  /** The password as it stands. */
  typed: string;
  password: Field;
  confirmPassword: Field;
}) {
  return (
    <>
      <div className="stack-tight">
        <PasswordField label={label} autoComplete="new-password" {...password} />
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
