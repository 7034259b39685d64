import { IDLE_GRACE_SECONDS, IDLE_SECONDS } from '@kinfold/domain/constants';
import { useEffect, useState } from 'react';
import { idleSeconds, recordActivity } from './last-activity.ts';

const ACTIVITY = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove', 'scroll', 'focus'] as const;

/**
 * Seconds that are left before an idle person is signed out; null while somebody is there. After 900 s without
 * activity in any tab it counts from 60; only `stay` ends that.
 */
export function useIdle(): { secondsLeft: number | null; stay: () => void } {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  useEffect(() => {
    const look = () => {
      const idle = idleSeconds();
      setSecondsLeft(idle < IDLE_SECONDS ? null : Math.max(0, IDLE_SECONDS + IDLE_GRACE_SECONDS - idle));
    };
    const onActivity = () => {
      // Whoever comes back late is asked first: a move of the mouse is no answer.
      if (idleSeconds() < IDLE_SECONDS) recordActivity();
    };
    // Opening a page is an activity too, and no answer: a tab that was closed meanwhile leaves nobody signed in.
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
