import type { Member } from '@kinfold/domain/member';
import { useQueryClient } from '@tanstack/react-query';
import Button from 'react-bootstrap/Button';
import { postMember } from '../../queries/members.ts';
import { ErrorLine } from '../../ui/error-line.tsx';
import { useCall } from '../../ui/use-call.ts';

/** Says that nothing of a member is left to be completed after an import. */
export function CompleteMember({ member: { _id } }: { member: Pick<Member, '_id'> }) {
  const client = useQueryClient();
  const { isBusy, failure, call } = useCall();
  return (
    <>
      {failure && <ErrorLine>{failure.problem.detail}</ErrorLine>}
      <Button
        size="sm"
        variant="outline-primary"
        disabled={isBusy}
        aria-busy={isBusy || undefined}
        onClick={() => void call(() => postMember(client, { _id, isComplete: true }))}
      >
        It is complete now
      </Button>
    </>
  );
}
