import type { MemberCoverage } from '@kinfold/domain/coverage';
import type { UseQueryResult } from '@tanstack/react-query';
import { asProblem } from '../../lib/problem.ts';
import { ErrorPanel } from '../../ui/states.tsx';

/** The error of loading the coverage, where the page works without it. */
export function CoverProblem({ coverage }: { coverage: UseQueryResult<MemberCoverage> }) {
  const { data, error, refetch } = coverage;
  if (data || !error) return null;
  return (
    <ErrorPanel
      problem={asProblem(error)}
      title="We cannot show at the moment which funds somebody else pays for."
      onRetry={() => void refetch()}
    />
  );
}
