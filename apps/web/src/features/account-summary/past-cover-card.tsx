import type { PersonCoverage } from '@kinfold/domain/coverage';
import { CoverStatus } from '../../parts/cover/cover-status.tsx';
import { FundCard } from './fund-card.tsx';

/** A membership that no longer covers the member, why, and what to do. */
export function PastCoverCard({ cover, isOnlyOne }: { cover: PersonCoverage; isOnlyOne: boolean }) {
  return (
    <FundCard fund={cover} isOnlyOne={isOnlyOne}>
      <div className="d-grid gap-2">
        <CoverStatus cover={cover} />
        {cover.action && <p>{cover.action}</p>}
      </div>
    </FundCard>
  );
}
