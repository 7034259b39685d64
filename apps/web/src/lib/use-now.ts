import { useEffect, useState } from 'react';
import { dayOf } from './format.ts';

const LOOK_EVERY_MS = 60_000;

/** Returns the time of the first render, updated when the day ends. Components read the clock only here. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const look = () => {
      const next = new Date();
      if (dayOf(next) !== dayOf(now)) setNow(next);
    };
    const timer = setInterval(look, LOOK_EVERY_MS);
    // Timers stop in a hidden tab and on a sleeping computer.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [now]);
  return now;
}
