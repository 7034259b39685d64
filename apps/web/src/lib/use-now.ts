import { useState } from 'react';

/** The time of the first render. Components read the clock only here. */
export function useNow(): Date {
  const [now] = useState(() => new Date());
  return now;
}
