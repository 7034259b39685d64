import { useEffect, useState, type ReactNode } from 'react';
import { useClientConfig } from '../lib/client-config.ts';
import { dateInWords, dayOf } from '../lib/format.ts';
import { AT, forgetDraft, storedDraft, writeDraft } from '../lib/form-draft.ts';
import { isSame } from '../lib/merge-fields.ts';
import { useNow } from '../lib/use-now.ts';
import '../theme/draft-note.scss';

/** When a draft was last changed, if it says something else than the initial values. */
function draftTime(form: string | undefined, first: object): Date | undefined {
  const stored = form === undefined ? undefined : storedDraft(form);
  const at = Number(stored?.[AT]);
  const isOther = Object.entries(first).some(([name, value]) => !isSame(stored?.[name] ?? value, value));
  return isOther && at ? new Date(at) : undefined;
}

/** The time of an instant as `4:28 PM`. */
function timeInWords(instant: Date, timeZone: string): string {
  const options = { timeZone, hour: 'numeric', minute: '2-digit' } as const;
  // Newer browsers put a narrow space before PM.
  return new Intl.DateTimeFormat('en-US', options).format(instant).replace(/\s/g, ' ');
}

/**
 * Says at the top of a form that it shows a draft, and of when: 'Your draft of 4:28 PM: go on, or start anew'. `first` are
 * the values without a draft; `onStartAnew` puts them in.
 */
export function useDraftNote(draft: string | undefined, first: object, onStartAnew: () => void): ReactNode {
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
      {timeInWords(at, config.data?.timeZone ?? 'UTC')}:{' '}
      <button type="button" onClick={(event) => leave(event.currentTarget)}>
        go on
      </button>
      , or{' '}
      <button
        type="button"

        onClick={(event) => {
          onStartAnew();
          if (draft !== undefined) forgetDraft(draft);
          leave(event.currentTarget);
        }}
      >
        start anew
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
