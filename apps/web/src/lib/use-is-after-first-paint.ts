import { useDeferredValue } from 'react';

/** False for a component's first drawing, true right after that was painted: what can wait comes then. */
export function useIsAfterFirstPaint(): boolean {
  return useDeferredValue(true, false);
}
