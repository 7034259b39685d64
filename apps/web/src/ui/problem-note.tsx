import type { ReactNode } from 'react';
import { formatWait } from '@kinfold/domain/text';
import type { Problem } from '../lib/problem.ts';
import { FormProblem } from './form-problem.tsx';

/** A failed request; `attempt` makes `FormProblem` take the focus again. */
export type Failure = { problem: Problem; attempt?: number };

/**
 * The error of a form request. 429, no response and 5xx have standard texts; forms supply their own for other errors.
 */
export function ProblemNote({
  problem,
  attempt,
  title = problem.detail,
  children = <p>Nothing was changed. What you typed is still here; please try again.</p>,
}: Failure & {
  title?: ReactNode;
  /** The second line: how to correct it. */
  children?: ReactNode;
}) {
  if (problem.status === 429)
    return (
      <FormProblem title="There were too many attempts" attempt={attempt}>
        <p>
          To keep your account safe, please wait {formatWait(problem.retryAfter ?? 60)} and then try again.
          What you typed is still here.
        </p>
      </FormProblem>
    );
  if (problem.status === 0 || problem.status >= 500)
    return (
      <FormProblem title={problem.detail} attempt={attempt}>
        <p>
          {problem.status === 0 ? 'Check your connection and try' : 'Please try'} again in a minute. What you
          typed is still here.
        </p>
      </FormProblem>
    );
  return (
    <FormProblem title={title} attempt={attempt}>
      {children}
    </FormProblem>
  );
}
