import { useSyncExternalStore } from 'react';
import type { Problem } from './problem.ts';

let message: string | null = null;
const listeners = new Set<() => void>();

function set(next: string | null): void {
  message = next;
  for (const listener of listeners) listener();
}

/** The error toast at the footer: for failures that have no place of their own on the screen. */
export const toast = {
  error: (text: string): void => set(text),
  /** A call that failed, by status and message (spec section 8); where no answer came there is no status. */
  problem: ({ status, detail }: Problem): void => set(status ? `${status}: ${detail}` : detail),
  dismiss: (): void => set(null),
};

/** The text that the toast shows now, or null. */
export function useToast(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => message,
  );
}
