import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { asProblem, type Problem } from '../../lib/problem.ts';

/** Puts the server's errors beside the fields they name, the first with the focus; gives the Problem. */
export function showProblem<Form extends FieldValues>(
  { getValues, setError }: Pick<UseFormReturn<Form>, 'getValues' | 'setError'>,
  error: unknown,
): Problem {
  const problem = asProblem(error);
  const fields = Object.keys(getValues());
  const own = problem.errors.map(({ path, message }) => ({
    field: fields.find((field) => field === path || path.endsWith(`.${field}`)),
    message,
  }));
  for (const { field, message } of own) if (field) setError(field as Path<Form>, { message });
  return problem;
}
