import { TOAST_MS } from '@kinfold/domain/constants';
import { isSameName } from '@kinfold/domain/text';
import { useEffect, useState, type ReactNode } from 'react';
import '../theme/staff.scss';
import { Callout } from './callout.tsx';
import { Card } from './card.tsx';
import { Form } from './form.tsx';
import { SubmitButton } from './submit-button.tsx';
import { TextField } from './text-field.tsx';
import { useCall } from './use-call.ts';

/**
 * Removes what cannot be brought back once somebody's name was typed; what the server says against it stands in a red alert
 * for 5 s (spec section 8).
 */
export function RemoveByName({
  title,
  name,
  label,
  button,
  busyText,
  notRemoved,
  remove,
  children,
}: {
  title: string;
  name: string;
  /** Of the field: what to type. */
  label: string;
  button: string;
  busyText: string;
  /** Said after a refusal. */
  notRemoved: string;
  /** Removes it and leaves the page. */
  remove: () => Promise<void>;
  /** What it is for, and what goes with it. */
  children: ReactNode;
}) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const { isBusy, failure, call, forget } = useCall();
  useEffect(() => {
    if (!failure) return undefined;
    const timer = setTimeout(forget, TOAST_MS);
    return () => clearTimeout(timer);
  }, [failure, forget]);
  const submit = async () => {
    const isTyped = isSameName(typed, name);
    setError(isTyped ? undefined : `Type ${name}`);
    if (isTyped) await call(remove);
  };
  return (
    <Card title={title}>
      {children}
      {failure && (
        <Callout tone="danger" title={failure.problem.detail} role="alert">
          <p>{notRemoved}</p>
        </Callout>
      )}
      <Form className="stack narrow-form" onSubmit={submit}>
        <TextField
          label={label}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          error={error}
        />
        <SubmitButton variant="danger" busy={isBusy} busyText={busyText}>
          {button}
        </SubmitButton>
      </Form>
    </Card>
  );
}
