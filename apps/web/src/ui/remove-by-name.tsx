import { TOAST_MS } from '@kinfold/domain/constants';
import { isSameName } from '@kinfold/domain/text';
import { useEffect, type ReactNode } from 'react';
import * as z from 'zod/mini';
import '../theme/staff.scss';
import { Callout } from './callout.tsx';
import { Card } from './card.tsx';
import { SubmitButton } from './submit-button.tsx';
import { TextField } from './text-field.tsx';
import { useFormCall } from './use-form-call.ts';

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
  const { formProps, field, isSubmitting, failure, forget } = useFormCall({
    schema: z.object({
      typed: z.string().check(z.refine((typed) => isSameName(typed, name), `Type ${name}`)),
    }),
    initial: { typed: '' },
    send: remove,
  });
  useEffect(() => {
    if (!failure) return undefined;
    const timer = setTimeout(forget, TOAST_MS);
    return () => clearTimeout(timer);
  }, [failure, forget]);
  return (
    <Card title={title}>
      {children}
      {failure && (
        <Callout tone="danger" title={failure.problem.detail} role="alert">
          <p>{notRemoved}</p>
        </Callout>
      )}
      <form {...formProps} className="stack narrow-form">
        <TextField label={label} autoComplete="off" {...field('typed')} required={false} />
        <SubmitButton variant="danger" busy={isSubmitting} busyText={busyText}>
          {button}
        </SubmitButton>
      </form>
    </Card>
  );
}
