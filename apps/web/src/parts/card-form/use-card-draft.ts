import { useState } from 'react';
import { readDraft, writeDraft } from '../../lib/form-draft.ts';
import { useDraftNote } from '../../ui/use-keep-draft.tsx';
import type { TypedDetails } from './use-card-fields.ts';

const EMPTY = { cardholderName: '', postalCode: '' };

/**
 * The typed billing details of a card, stored as a draft. Empty ones are filled from the member again after a reload.
 */
export function useCardDraft(key: string) {
  const [typed, setTyped] = useState<TypedDetails>(() => {
    const { cardholderName, postalCode } = readDraft(key, EMPTY);
    return { cardholderName: cardholderName || undefined, postalCode: postalCode || undefined };
  });
  const note = useDraftNote(key, EMPTY, () => setTyped({}));
  const onType = (change: TypedDetails) => {
    const next = { ...typed, ...change };
    writeDraft(key, next);
    setTyped(next);
  };
  return { typed, onType, note };
}
