import { useEffect, useEffectEvent, useRef } from 'react';

/** How long to wait for the connection, in ms: users do not expect a later retry. */
const WAITING_MS = 10 * 60_000;
/**
 * For this long after the connection returns, in ms, failed attempts are repeated after a pause: connections return
 * unsteadily.
 */
const SETTLING_MS = 15_000;
const PAUSE_MS = 2_000;

/**
 * While `isWaiting`: calls `retry` once the device is online and the page is visible, for example when the connection
 * returns or when users come back from their phone's settings. After ten minutes it calls `giveUp` instead
 * (docs/decisions/032).
 */
export function useRetryOnline(
  isWaiting: boolean,
  { retry, giveUp }: Record<'retry' | 'giveUp', () => void>,
) {
  const backAt = useRef(-SETTLING_MS);
  const onBack = useEffectEvent((since: number) => {
    if (!navigator.onLine || document.visibilityState !== 'visible') return;
    if (Date.now() - since < WAITING_MS) retry();
    else giveUp();
  });
  useEffect(() => {
    if (!isWaiting) return undefined;
    const since = Date.now();
    const look = () => onBack(since);
    const lookBack = () => {
      backAt.current = Date.now();
      look();
    };
    const isSettling = since - backAt.current < SETTLING_MS;
    const again = isSettling ? setTimeout(look, PAUSE_MS) : undefined;
    window.addEventListener('online', lookBack);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(again);
      window.removeEventListener('online', lookBack);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isWaiting]);
}
