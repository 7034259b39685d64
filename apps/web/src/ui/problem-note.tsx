import type { ReactNode } from 'react';
import { formatWait } from '@kinfold/domain/text';
import type { Problem } from '../lib/problem.ts';
import { FormProblem } from './form-problem.tsx';

/** A call that failed, and which try it was: a note takes the focus anew with each. */
export type Failure = { problem: Problem; attempt?: number };

/**
 * Why a call of a form failed. Too many tries and no answer are said the same way everywhere; for the rest a form
 * has its own words.
 */
export function ProblemNote({
  problem,
  attempt,
  title = problem.detail,
  children = <p>Nothing was changed. What you typed is still here; please try again.</p>,
}: Failure & {
  title?: ReactNode;
  /** The second line: what to do. */
  children?: ReactNode;
}) {
  if (problem.status === 429)
    return (
      <FormProblem title="There were too many tries" attempt={attempt}>
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
