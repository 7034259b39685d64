import { zodResolver } from '@hookform/resolvers/zod';
import { useLayoutEffect, useRef, type FormEvent } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type UseFormReturn,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { asProblem, type Problem } from '../lib/problem.ts';
import { useCall } from './use-call.ts';

/** The schema and values of a form, and its request. */
export type FormCall<Typed extends FieldValues, Sent> = {
  schema: z.ZodMiniType<Sent, Typed>;
  initial: Typed;
  /** The values of a form that follows outside data. */
  values?: Typed;
  send: (values: Sent) => Promise<unknown>;
  /** Returns the field for a path in the request that differs from the field's name. */
  fieldOf?: ((path: string) => Path<Typed> | undefined) | undefined;
};

/**
 * A form with one request (`useCall`), its values checked by a schema. Server errors are shown beside their fields; an
 * invalid form focuses its first invalid field. `field(name)` returns the props of a TextField or SelectField.
 */
export function useFormCall<Typed extends FieldValues, Sent>({
  schema,
  initial,
  values,
  send,
  fieldOf,
}: FormCall<Typed, Sent>) {
  const form = useForm<Typed, unknown, Sent>({
    resolver: zodResolver<Typed, unknown, Sent>(schema),
    defaultValues: initial as DefaultValues<Typed>,
    ...(values && { values }),
    // Focuses the first invalid field on the page, whatever the order of registration.
    shouldFocusError: false,
  });
  const { isBusy, failure, call, forget } = useCall();
  const { formState } = form;
  const element = useRef<HTMLFormElement>(null);
  const isFaulty = useRef(false);
  useLayoutEffect(() => {
    if (isFaulty.current) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    isFaulty.current = false;
  }, [formState.submitCount]);
  const sendOnce = async (sent: Sent) => {
    await call(async () => {
      try {
        await send(sent);
      } catch (error) {
        showBesideFields(form, asProblem(error), fieldOf);
        throw error;
      }
    });
  };
  const refuse = () => {
    isFaulty.current = true;
    // The error of the last request does not apply to the new values.
    forget();
  };
  const submit = (event?: FormEvent) => form.handleSubmit(sendOnce, refuse)(event);
  return {
    form,
    submit,
    formProps: {
      className: 'stack',
      noValidate: true,
      ref: element,
      onSubmit: (event: FormEvent) => {
        // In React's tree the form of a dialog is inside the one that opened it, which must not be sent too.
        event.stopPropagation();
        void submit(event);
      },
    },
    failure,
    /** Clears the failure. */
    forget,
    // A form that is reset while being sent, as after a merge, is still being sent.
    isSubmitting: formState.isSubmitting || isBusy,
    field: (name: Path<Typed>, options?: RegisterOptions<Typed, Path<Typed>>) => ({
      ...form.register(name, options),
      error: form.getFieldState(name, formState).error?.message,
      required: true,
    }),
  };
}

/**
 * Shows server errors beside fields. They name a field by its path in the request: `address.cityNm` is the form field
 * `cityNm` if the form has no `address`, and `people.2` is shown at `people` if there is no third one.
 */
function showBesideFields<Typed extends FieldValues, Sent>(
  { getValues, setError }: UseFormReturn<Typed, unknown, Sent>,
  { errors }: Problem,
  fieldOf: FormCall<Typed, Sent>['fieldOf'],
): void {
  for (const { path, message } of errors) {
    const parts = path.split('.');
    const names = parts.flatMap((_, from) =>
      parts.slice(from).map((_part, index) => parts.slice(from, parts.length - index).join('.')),
    );
    const name = fieldOf?.(path) ?? names.find((one) => getValues(one as Path<Typed>) !== undefined);
    if (name !== undefined) setError(name as Path<Typed>, { message });
  }
}
