import { useEffect, useState } from 'react';
import { dayOf } from './format.ts';

const LOOK_EVERY_MS = 60_000;

/** The time of the first render, and once a day has ended that of then. Components read the clock only here. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const look = () => {
      const next = new Date();
      if (dayOf(next) !== dayOf(now)) setNow(next);
    };
    const timer = setInterval(look, LOOK_EVERY_MS);
    // The timers of a tab that nobody looks at, and of a computer that sleeps, stand still.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [now]);
  return now;
}
