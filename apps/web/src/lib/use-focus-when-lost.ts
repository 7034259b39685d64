import { useEffect, useRef } from 'react';

/**
 * Returns the ref of an element that takes the focus when it was lost because the pressed button is gone, whenever
 * `said` changes to a text.
 */
export function useFocusWhenLost<E extends HTMLElement>(said: string | undefined) {
  const ref = useRef<E>(null);
  const last = useRef(said);
  useEffect(() => {
    if (said === last.current) return;
    last.current = said;
    if (said && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  }, [said]);
  return ref;
}
