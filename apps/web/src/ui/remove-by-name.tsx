import { TOAST_MS } from '@kinfold/domain/constants';
import { isSameName } from '@kinfold/domain/text';
import { useEffect, useId, useState, type ReactNode } from 'react';
import Button from 'react-bootstrap/Button';
import * as z from 'zod/mini';
import '../theme/staff.scss';
import { Callout } from './callout.tsx';
import { Card } from './card.tsx';
import { Icon } from './icon.tsx';
import { SubmitButton } from './submit-button.tsx';
import { TextField } from './text-field.tsx';
import { useFormCall } from './use-form-call.ts';

/**
 * Removes what cannot be brought back once its name was typed: folded, so that nobody is offered it in passing. A
 * refusal by the server is shown in a red alert for 5 s (spec section 8).
 */
export function RemoveByName({
  title,
  name,
  label,
  button,
  busyText,
  notRemoved,
  remove,
  isOpen = false,
  children,
}: {
  title: string;
  name: string;
  /** The label of the field: what to type. */
  label: string;
  button: string;
  busyText: string;
  /** Shown after a refusal. */
  notRemoved: string;
  /** Removes it and leaves the page. */
  remove: () => Promise<void>;
  /** It is what the page offers now, and stands open. */
  isOpen?: boolean;
  /** The purpose of removing it, and what else is removed. */
  children: ReactNode;
}) {
  const id = useId();
  const [isUnfolded, setUnfolded] = useState(isOpen);
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
    <Card
      title={title}
      aside={
        <Button
          variant="link"
          aria-expanded={isUnfolded}
          aria-controls={id}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {isUnfolded ? 'Close' : 'Open'} <Icon name="chevron-down" size={18} />
        </Button>
      }
    >
      <div id={id} className={isUnfolded ? 'stack' : 'stack d-none'}>
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
      </div>
    </Card>
  );
}
