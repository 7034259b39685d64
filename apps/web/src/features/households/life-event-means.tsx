import type { LifeEventPreview } from '@kinfold/domain/death';
import type { ReactNode } from 'react';
import { Lines, MeansPart, OpenDues } from '../../parts/member/means.tsx';

/** What a life event does to memberships: who pays from then on, who is covered where at what price, and what is open. */
export function LifeEventMeans({
  means: { memberships = [], openDues = [] },
  choice,
}: {
  means: LifeEventPreview;
  /** The choice of who pays from now on, if a payer is needed. */
  choice: ReactNode;
}) {
  return (
    <>
      <MeansPart title="Who pays, and what">
        {choice}
        {memberships.length === 0 && <p className="muted">No membership changes by it.</p>}
        {memberships.map(({ _id, campaignName, primaryMemberName, sentences }, place) => (
          <div key={_id ?? `new ${place}`} className="d-grid gap-1">
            <p className="row-name">
              {campaignName}, membership of {primaryMemberName}
            </p>
            <Lines lines={sentences} />
          </div>
        ))}
      </MeansPart>
      <OpenDues dues={openDues} />
    </>
  );
}
