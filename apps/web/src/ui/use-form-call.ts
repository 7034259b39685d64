import { useState, type FormEvent } from 'react';
import type { FieldValues, Path, RegisterOptions, UseFormReturn } from 'react-hook-form';
import { asProblem, type Problem } from '../lib/problem.ts';

/**
 * A form of React Hook Form that makes one call when it is sent. A call that fails leaves the server's errors beside the
 * fields they name, and `failure` for the note above them; `field(name)` is what a field of ours takes.
 */
export function useFormCall<Form extends FieldValues, Sent>(
  form: UseFormReturn<Form, unknown, Sent>,
  call: (values: Sent) => Promise<unknown>,
) {
  const [problem, setProblem] = useState<Problem>();
  const { formState } = form;
  // An invalid form focuses the first faulty field in the order of registration. That is the order of the default values,
  // which is that of the page, wherever a component happens to call `field` first.
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
    // What the last call met says nothing of the fields that are marked now.
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

/** The server names a field by its path in the request: `address.cityNm` is the form's `cityNm`. */
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
