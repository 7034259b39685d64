import { showTime } from '@kinfold/domain/time-of-day';
import { useEffect, useState, type ReactNode } from 'react';
import { useClientConfig } from '../lib/client-config.ts';
import { dateInWords, dayOf } from '../lib/format.ts';
import { AT, forgetDraft, storedDraft, writeDraft } from '../lib/form-draft.ts';
import { isSame } from '../lib/merge-fields.ts';
import { useNow } from '../lib/use-now.ts';
import '../theme/draft-note.scss';

/** Returns when a draft was last changed, if it differs from the initial values. */
function draftTime(form: string | undefined, first: object): Date | undefined {
  const stored = form === undefined ? undefined : storedDraft(form);
  const at = Number(stored?.[AT]);
  const isOther = Object.entries(first).some(([name, value]) => !isSame(stored?.[name] ?? value, value));
  return isOther && at ? new Date(at) : undefined;
}

/**
 * Returns the note at the top of a form with a draft: 'Your draft of 4:28 PM: go on, or start over'. `first` are the
 * values without a draft; `onStartOver` restores them.
 */
export function useDraftNote(draft: string | undefined, first: object, onStartOver: () => void): ReactNode {
  const [at, setAt] = useState(() => draftTime(draft, first));
  const now = useNow();
  // The time zone is unknown until this has loaded.
  const config = useClientConfig();
  if (!at || config.isPending) return null;
  const day = dayOf(at) === dayOf(now) ? '' : `${dateInWords(at)}, `;
  const leave = (button: HTMLElement) => {
    // The pressed button disappears: the focus moves to the first field, or to another element.
    const form = button.closest('form, section, dialog');
    setAt(undefined);
    queueMicrotask(() => form?.querySelector<HTMLElement>('input, select, textarea')?.focus());
  };
  return (
    <p className="draft-note">
      Your draft of {day}
      {/* A sentence may wrap before PM. */}
      {showTime(at, config.data?.timeZone ?? 'UTC').replace(/\s/, ' ')}:{' '}
      <button type="button" onClick={(event) => leave(event.currentTarget)}>
        go on
      </button>
      , or{' '}
      <button
        type="button"

        onClick={(event) => {
          onStartOver();
          if (draft !== undefined) forgetDraft(draft);
          leave(event.currentTarget);
        }}
      >
        start over
      </button>
    </p>
  );
}

type Subscribe = (payload: {
  formState: { values: true };
  callback: (state: { values: object }) => void;
}) => () => void;

/** Stores each change of a form; `subscribe` is React Hook Form's. */
export function useStoreDraft(draft: string, subscribe: Subscribe): void {
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => writeDraft(draft, values) }),
    [draft, subscribe],
  );
}
