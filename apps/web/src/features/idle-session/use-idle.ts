import { IDLE_GRACE_SECONDS, IDLE_SECONDS } from '@kinfold/domain/constants';
import { useEffect, useState } from 'react';
import { idleSeconds, recordActivity } from './last-activity.ts';

const ACTIVITY = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove', 'scroll', 'focus'] as const;

/**
 * Returns the seconds before the idle timeout signs out; null while the user is active. The countdown starts at 60
 * after 900 s without activity in any tab; only `stay` ends it.
 */
export function useIdle(): { secondsLeft: number | null; stay: () => void } {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  useEffect(() => {
    const look = () => {
      const idle = idleSeconds();
      setSecondsLeft(idle < IDLE_SECONDS ? null : Math.max(0, IDLE_SECONDS + IDLE_GRACE_SECONDS - idle));
    };
    const onActivity = () => {
      // During the countdown only the dialog counts as activity, not a mouse move.
      if (idleSeconds() < IDLE_SECONDS) recordActivity();
    };
    // Loading a page is activity, unless the session was already idle: a browser that was closed for too long is signed
    // out.
    onActivity();
    look();
    const timer = setInterval(look, 1000);
    for (const event of ACTIVITY)
      window.addEventListener(event, onActivity, { passive: true, capture: true });
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      for (const event of ACTIVITY) window.removeEventListener(event, onActivity, { capture: true });
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  const stay = () => {
    recordActivity();
    setSecondsLeft(null);
  };
  return { secondsLeft, stay };
}
