import { useEffect, useEffectEvent, useRef } from 'react';

/** How long somebody waits for the connection: what comes later is no longer what they expect to happen. */
const WAITING_MS = 10 * 60_000;
/** For so long after the connection came back a try that fails is made again, after a pause: lines come back in parts. */
const SETTLING_MS = 15_000;
const PAUSE_MS = 2_000;

/**
 * While `isWaiting`: calls `retry` once the device is online and the page is looked at, be it when the connection comes
 * back or when somebody returns from the settings of their phone. After ten minutes it calls `giveUp` instead
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
