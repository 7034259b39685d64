/**
 * The password again, where the server asks for it (403 `step_up`): one dialog for all calls, shown by `StaffPage` over
 * whatever is open, so that nothing typed is lost.
 */
import { STEP_UP } from '@kinfold/domain/step-up';
import { useSyncExternalStore } from 'react';
import { asProblem } from './problem.ts';

/** The question that is open: ended with true when the password was right, with false when it was canceled. */
type Question = { end: (isRight: boolean) => void };

const listeners = new Set<() => void>();
let question: Question | null = null;

function show(next: Question | null): void {
  question = next;
  for (const listener of listeners) listener();
}

/** The question that is open, or null. */
export function useStepUp(): Question | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => question,
  );
}

/** Closes the question. */
export function endStepUp(isRight: boolean): void {
  question?.end(isRight);
  show(null);
}

/**
 * Sends a request; when the server asks for the password first, asks the user and sends it again. `send` uses one
 * Idempotency-Key for both. Throws the server's refusal when the user cancels.
 */
export async function withStepUp<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (asProblem(error).code !== STEP_UP) throw error;
    const isRight = await new Promise<boolean>((end) => {
      question?.end(false);
      show({ end });
    });
    if (!isRight) throw error;
    return send();
  }
}
