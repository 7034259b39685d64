import { useSyncExternalStore } from 'react';

let message: string | null = null;
const listeners = new Set<() => void>();

function set(next: string | null): void {
  message = next;
  for (const listener of listeners) listener();
}

/** The error toast at the footer: for failures that have no place of their own on the screen. */
export const toast = {
  error: (text: string): void => set(text),
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
