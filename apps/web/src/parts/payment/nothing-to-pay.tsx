import { useQuery } from '@tanstack/react-query';
import { coverageQuery } from '../../queries/coverage.ts';
import { Callout } from '../../ui/callout.tsx';
import { CoverProblem } from '../cover/cover-problem.tsx';
import { useNothingDue } from './use-nothing-due.ts';

/** A note that nothing is due for a member or one membership, and why. */
export function NothingToPay({
  memberId,
  membershipId,
  title = 'You have nothing to pay',
}: {
  memberId: string;
  membershipId?: string | null;
  title?: string;
}) {
  const nothingDue = useNothingDue(memberId, membershipId);
  const coverage = useQuery(coverageQuery(memberId));
  return (
    <>
      <Callout tone={nothingDue?.isPaid ? 'ok' : 'info'} title={title}>
        {nothingDue?.isPaid ? (
          <p>All dues are paid. Thank you for keeping up.</p>
        ) : (
          nothingDue?.notes.map((note) => <p key={note}>{note}</p>)
        )}
      </Callout>
      <CoverProblem coverage={coverage} />
    </>
  );
}
