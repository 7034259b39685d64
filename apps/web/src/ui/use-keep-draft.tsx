import { useEffect, useState, type ReactNode } from 'react';
import { useClientConfig } from '../lib/client-config.ts';
import { dateInWords, dayOf, timeInWords } from '../lib/format.ts';
import { draftTime, forgetDraft, writeDraft } from '../lib/form-draft.ts';
import { useNow } from '../lib/use-now.ts';
import '../theme/draft-note.scss';

/**
 * Says at the top of a form that it shows a draft, and of when: 'Your draft of 4:28 PM: go on, or start anew'. `first` are
 * the values without a draft; `onStartAnew` puts them in.
 */
export function useDraftNote(
  draft: string,
  first: Record<string, string>,
  onStartAnew: () => void,
): ReactNode {
  const [at, setAt] = useState(() => draftTime(draft, first));
  const now = useNow();
  // Until it is loaded the time zone is not known.
  const config = useClientConfig();
  if (!at || config.isPending) return null;
  const day = dayOf(at) === dayOf(now) ? '' : `${dateInWords(at)}, `;
  const leave = (button: HTMLElement) => {
    // The pressed button goes: the focus comes to the first field, or what else there is.
    const form = button.closest('form, section, dialog');
    setAt(undefined);
    queueMicrotask(() => form?.querySelector<HTMLElement>('input, select, textarea')?.focus());
  };
  return (
    <p className="draft-note">
      Your draft of {day}
      {timeInWords(at)}:{' '}
      <button type="button" onClick={(event) => leave(event.currentTarget)}>
        go on
      </button>
      , or{' '}
      <button
        type="button"

        onClick={(event) => {
          onStartAnew();
          forgetDraft(draft);
          leave(event.currentTarget);
        }}
      >
        start anew
      </button>
    </p>
  );
}

/** Stores each change of a React Hook Form; returns what the form says of a draft that it shows. */
export function useKeepDraft<First extends Record<string, string>>(
  draft: string,
  form: {
    subscribe: (payload: {
      formState: { values: true };
      callback: (state: { values: object }) => void;
    }) => () => void;
    reset: (values: First) => void;
  },
  first: First,
): ReactNode {
  const { subscribe } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => writeDraft(draft, values),
      }),
    [draft, subscribe],
  );
  return useDraftNote(draft, first, () => form.reset(first));
}
