import { LOADING_TOAST_MS } from '@kinfold/domain/constants';
import { useEffect, useState } from 'react';
import '../theme/toast.scss';

/** A note that a list is loading, shown for at most 3 s (spec section 9). */
export function LoadingToast({ isLoading, children }: { isLoading: boolean; children: string }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isLoading) return undefined;
    const timer = setTimeout(() => setOver(true), LOADING_TOAST_MS);
    return () => {
      clearTimeout(timer);
      setOver(false);
    };
  }, [isLoading]);
  return (
    <div className="toast-place" role="status">
      {isLoading && !isOver && <p className="loading-toast">{children}</p>}
    </div>
  );
}
