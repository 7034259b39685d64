import { useDeferredValue } from 'react';

/** False in the first render of a component, true once that was painted: for parts that may render later. */
export function useIsAfterFirstPaint(): boolean {
  return useDeferredValue(true, false);
}
