import type { SavedCard } from '@kinfold/domain/card';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Button from 'react-bootstrap/Button';
import { listOf } from '@kinfold/domain/text';
import { autopaysQuery } from '../../queries/autopay.ts';
import { removeCard } from '../../queries/cards.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { useCall } from '../../ui/use-call.ts';

/** The confirmation before a card is removed, which cannot be undone without the card. */
export function RemoveCardDialog({
  memberId,
  card,
  name,
  onClose,
  onRemoved,
}: {
  memberId: string;
  card: SavedCard;
  name: string;
  onClose: () => void;
  onRemoved: () => void;
}) {
  const client = useQueryClient();
  const { isBusy, failure, call } = useCall();
  const paid = (useQuery(autopaysQuery(memberId)).data?.autopays ?? []).filter(
    ({ cardId, isStopped }) => cardId === card.id && !isStopped,
  );
  const remove = async () => {
    await removeCard(client, memberId, card.id);
    onRemoved();
  };
  return (
    <Dialog title={`Remove ${name}?`} role="alertdialog" onClose={onClose}>
      {failure && (
        <FormProblem title={`${name} is still kept`} attempt={failure.attempt}>
          <p>{failure.problem.detail} Please try again.</p>
        </FormProblem>
      )}
      <p>It will no longer be offered when you pay. What you have paid with it stays as it is.</p>
      {paid.length > 0 && (
        <p>
          <strong>
            It pays your dues of {listOf(paid.map(({ campaignName }) => campaignName))} by itself: that stops.
          </strong>
        </p>
      )}
      <div className="button-row">
        <Button variant="outline-primary" onClick={onClose}>
          Keep card
        </Button>
        <Button
          variant="danger"
          disabled={isBusy}
          aria-busy={isBusy || undefined}
          onClick={() => void call(remove)}
        >
          Remove card
        </Button>
      </div>
    </Dialog>
  );
}
