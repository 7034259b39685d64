import { useSyncExternalStore } from 'react';
import type { Problem } from './problem.ts';

let message: string | null = null;
const listeners = new Set<() => void>();

function set(next: string | null): void {
  message = next;
  for (const listener of listeners) listener();
}

/** The error toast in the footer, for errors that have no place on the page. */
export const toast = {
  error: (text: string): void => set(text),
  /** Shows status and message (spec section 8); without a response only the message. */
  problem: ({ status, detail }: Problem): void => set(status ? `${status}: ${detail}` : detail),
  dismiss: (): void => set(null),
};

/** The text of the toast, or null. */
export function useToast(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => message,
  );
}
