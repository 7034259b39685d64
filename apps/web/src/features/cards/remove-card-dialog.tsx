import type { SavedCard } from '@kinfold/domain/card';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { asProblem, type Problem } from '../../lib/problem.ts';
import { removeCard } from '../../queries/cards.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';

/** Confirms the removal of a card, which cannot be undone without the card. */
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
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const remove = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await removeCard(client, memberId, card.id);
      onRemoved();
    } catch (thrown) {
      setProblem(asProblem(thrown));
      setBusy(false);
    }
  };
  return (
    <Dialog title={`Remove ${name}?`} role="alertdialog" onClose={onClose}>
      {problem && (
        <FormProblem title={`${name} is still kept`}>
          <p>{problem.detail} Please try again.</p>
        </FormProblem>
      )}
      <p>It will no longer be offered when you pay. What you have paid with it stays as it is.</p>
      <div className="button-row">
        <Button variant="outline-primary" onClick={onClose}>
          Keep card
        </Button>
        <Button
          variant="danger"
          disabled={isBusy}
          aria-busy={isBusy || undefined}
          onClick={() => void remove()}
        >
          Remove card
        </Button>
      </div>
    </Dialog>
  );
}
