import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router-dom';
import type { Problem } from '../../../lib/problem.ts';
import { Callout } from '../../../ui/callout.tsx';
import { ErrorPanel } from '../../../ui/states.tsx';

/** Why a mailed link leads nowhere: it is over, with what to do then, or it cannot be read now. */
export function LinkProblem({
  problem,
  title,
  children,
}: {
  problem: Problem;
  /** What cannot be done at the moment. */
  title: string;
  children: ReactNode;
}) {
  const { revalidate } = useRevalidator();
  if (problem.status !== 404)
    return <ErrorPanel problem={problem} title={title} onRetry={() => void revalidate()} />;
  return (
    <Callout tone="warn" title="This link no longer works">
      <p>{children}</p>
    </Callout>
  );
}
