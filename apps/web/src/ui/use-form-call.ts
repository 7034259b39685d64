import { useState, type FormEvent } from 'react';
import type { FieldValues, Path, RegisterOptions, UseFormReturn } from 'react-hook-form';
import { asProblem, type Problem } from '../lib/problem.ts';

/**
 * Connects a React Hook Form to the one request that it sends. On failure `failure` holds the Problem and
 * `submitCount`, and field errors of the server are set on the fields. `field(name)` are the props of a TextField or
 * SelectField.
 */
export function useFormCall<Form extends FieldValues, Sent>(
  form: UseFormReturn<Form, unknown, Sent>,
  call: (values: Sent) => Promise<unknown>,
) {
  const [problem, setProblem] = useState<Problem>();
  const { formState } = form;
  // React Hook Form focuses the first invalid field in the order of registration: here that of the default values,
  // which is that of the page.
  for (const name of Object.keys(formState.defaultValues ?? {})) form.register(name as Path<Form>);
  const forget = () => setProblem(undefined);
  const submit = form.handleSubmit(
    async (values) => {
      forget();
      try {
        await call(values);
      } catch (error) {
        const failed = asProblem(error);
        showBesideFields(form, failed);
        setProblem(failed);
      }
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
    failure: problem && { problem, attempt: formState.submitCount },
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
