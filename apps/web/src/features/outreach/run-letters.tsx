import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { asProblem } from '../../lib/problem.ts';
import type { RunIds } from '../../queries/campaign-runs.ts';
import { runLettersQuery } from '../../queries/outreach.ts';
import '../../theme/outreach.scss';
import '../../theme/runs.scss';
import { Card } from '../../ui/card.tsx';
import { GrowingList } from '../../ui/growing-list.tsx';
import { LettersRow } from './letters-row.tsx';
import { MakeLetters } from './make-letters.tsx';

/**
 * Letters to people who owe in a run: started, followed, printed, with the people who got none and why. Empty for users
 * who may not see its money.
 */
export function RunLetters({
  ids,
  isPayable,
  organizationNumber,
}: {
  ids: RunIds;
  /** False if the run is paused. */
  isPayable: boolean;
  organizationNumber?: string;
}) {
  const [params] = useSearchParams();
  const asked = organizationNumber ?? params.get('organization_number') ?? '';
  const query = useInfiniteQuery(runLettersQuery(ids));
  if (query.error && asProblem(query.error).status === 403) return null;
  return (
    <Card title="Letters">
      <p>
        One page each on US Letter paper, to be folded into #10 window envelopes, in the order of the postal
        codes. Where many words in memory need a second page, it bears the name of who gets it.
      </p>
      {isPayable && <MakeLetters ids={ids} asked={asked} />}
      <GrowingList
        query={query}
        rowsOf={({ letters }) => letters}
        many="letters"
        skeletonRows={2}
        empty={<p className="muted">No letters were made of this run yet.</p>}
      >
        {(all) => (
          <ul className="entries">
            {all.map((letters) => (
              <LettersRow key={letters._id} ids={ids} letters={letters} />
            ))}
          </ul>
        )}
      </GrowingList>
    </Card>
  );
}
