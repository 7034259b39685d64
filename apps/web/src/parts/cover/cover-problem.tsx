import type { MemberCoverage } from '@kinfold/domain/coverage';
import type { UseQueryResult } from '@tanstack/react-query';
import { Loaded } from '../../ui/loaded.tsx';

/** The error when coverage cannot be loaded, on pages that work without it. */
export function CoverProblem({ coverage }: { coverage: UseQueryResult<MemberCoverage> }) {
  if (coverage.data) return null;
  return (
    <Loaded
      query={coverage}
      what="which funds somebody else pays for"
      title="We cannot show at the moment which funds somebody else pays for."
      loading={null}
    >
      {() => null}
    </Loaded>
  );
}
