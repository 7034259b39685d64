import type { FormEvent } from 'react';
import type { FieldValues, Path, RegisterOptions, UseFormReturn } from 'react-hook-form';
import { asProblem, type Problem } from '../lib/problem.ts';
import { useCall } from './use-call.ts';

/**
 * Connects a React Hook Form to the one request that it sends (`useCall`). On failure, field errors of the server are set
 * on the fields. `field(name)` are the props of a TextField or SelectField.
 */
export function useFormCall<Form extends FieldValues, Sent>(
  form: UseFormReturn<Form, unknown, Sent>,
  send: (values: Sent) => Promise<unknown>,
) {
  const { failure, call: start, forget } = useCall();
  const { formState } = form;
  // React Hook Form focuses the first invalid field in the order of registration: here that of the default values,
  // which is that of the page.
  for (const name of Object.keys(formState.defaultValues ?? {})) form.register(name as Path<Form>);
  const submit = form.handleSubmit(
    async (values) => {
      await start(async () => {
        try {
          await send(values);
        } catch (error) {
          showBesideFields(form, asProblem(error));
          throw error;
        }
      });
    },
    // The error of the last request does not apply to these values.
    forget,
  );
  return {
    submit,
    formProps: {
      className: 'stack',
      noValidate: true,
      onSubmit: (event: FormEvent) => void submit(event),
    },
    failure,
    isSubmitting: formState.isSubmitting,
    field: (name: Path<Form>, options?: RegisterOptions<Form, Path<Form>>) => ({
      ...form.register(name, options),
      error: form.getFieldState(name, formState).error?.message,
      required: true,
    }),
  };
}

/** Server errors name a field by its path in the request: `address.cityNm` is the form field `cityNm`. */
function showBesideFields<Form extends FieldValues, Sent>(
  { getValues, setError }: UseFormReturn<Form, unknown, Sent>,
  problem: Problem,
): void {
  const fields = Object.keys(getValues()) as Path<Form>[];
  for (const { path, message } of problem.errors) {
    const field = fields.find((name) => name === path || path.endsWith(`.${name}`));
    if (field) setError(field, { message });
  }
}
