import { useEffect, useEffectEvent } from 'react';

/** How long somebody waits for the connection: what comes later is no longer what they expect to happen. */
const WAITING_MS = 10 * 60_000;

/**
 * While `isWaiting`: calls `retry` once the device is online and the page is looked at, be it when the connection comes
 * back or when somebody returns from the settings of their phone. After ten minutes it calls `giveUp` instead
 * (docs/decisions/032).
 */
export function useRetryOnline(
  isWaiting: boolean,
  { retry, giveUp }: Record<'retry' | 'giveUp', () => void>,
) {
  const onBack = useEffectEvent((since: number) => {
    if (!navigator.onLine || document.visibilityState !== 'visible') return;
    if (Date.now() - since < WAITING_MS) retry();
    else giveUp();
  });
  useEffect(() => {
    if (!isWaiting) return undefined;
    const since = Date.now();
    const look = () => onBack(since);
    window.addEventListener('online', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('online', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isWaiting]);
}
