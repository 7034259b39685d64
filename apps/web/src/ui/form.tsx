import type { ComponentProps, FormEvent } from 'react';
import { flushSync } from 'react-dom';

/**
 * A form with its own state. When it is sent with faults, its first faulty field takes the focus, as React Hook Form
 * does for the others (`useFormCall`).
 */
export function Form({
  onSubmit,
  ...form
}: Omit<ComponentProps<'form'>, 'onSubmit'> & {
  /** Sets its errors before it waits for anything. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
}) {
  return (
    <form
      noValidate
      {...form}
      onSubmit={(event) => {
        event.preventDefault();
        flushSync(() => void onSubmit(event));
        event.currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
      }}
    />
  );
}
