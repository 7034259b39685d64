import { useDeferredValue } from 'react';

/**
 * False in the first render of a component, true in the next, after the first was painted: for parts that may come
 * later.
 */
export function useIsAfterFirstPaint(): boolean {
  return useDeferredValue(true, false);
}
