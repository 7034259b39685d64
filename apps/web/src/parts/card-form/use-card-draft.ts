import { useState } from 'react';
import { readDraft, writeDraft } from '../../lib/form-draft.ts';
import type { TypedDetails } from './use-card-fields.ts';

/** What was typed of a card, kept as a draft. What was left empty is filled from the member again after a reload. */
export function useCardDraft(key: string) {
  const [typed, setTyped] = useState<TypedDetails>(() => {
    const { cardholderName, postalCode } = readDraft(key, { cardholderName: '', postalCode: '' });
    return { cardholderName: cardholderName || undefined, postalCode: postalCode || undefined };
  });
  const onType = (change: TypedDetails) => {
    const next = { ...typed, ...change };
    writeDraft(key, next);
    setTyped(next);
  };
  return { typed, onType };
}
