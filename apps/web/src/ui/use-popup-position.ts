import { useLayoutEffect, useState, type CSSProperties, type RefObject } from 'react';

const GAP_PX = 4;
/** The minimum height: three rows. */
const LEAST_PX = 150;

/**
 * The position of a popup list of at most `maxHeight` px: below its field, or above when the on-screen keyboard or
 * the window edge leaves more room there. Fixed to the window, so that a scrolling dialog does not clip it.
 */
export function usePopupPosition(
  field: RefObject<HTMLElement | null>,
  isShown: boolean,
  maxHeight: number,
): CSSProperties | undefined {
  const [place, setPlace] = useState<CSSProperties>();
  useLayoutEffect(() => {
    if (!isShown) return undefined;
    const view = window.visualViewport;
    const measure = () => {
      if (!field.current) return;
      const { top, bottom, left, width } = field.current.getBoundingClientRect();
      const viewTop = view?.offsetTop ?? 0;
      const below = viewTop + (view?.height ?? window.innerHeight) - bottom - 2 * GAP_PX;
      const above = top - viewTop - 2 * GAP_PX;
      const isAbove = below < LEAST_PX && above > below;
      setPlace({
        left,
        width,
        maxHeight: Math.min(maxHeight, Math.max(isAbove ? above : below, LEAST_PX)),
        ...(isAbove ? { bottom: window.innerHeight - top + GAP_PX } : { top: bottom + GAP_PX }),
      });
    };
    measure();
    window.addEventListener('scroll', measure, true);
    window.addEventListener('resize', measure);
    view?.addEventListener('resize', measure);
    return () => {
      window.removeEventListener('scroll', measure, true);
      window.removeEventListener('resize', measure);
      view?.removeEventListener('resize', measure);
    };
  }, [field, isShown, maxHeight]);
  return place;
}
