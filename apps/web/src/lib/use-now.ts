import { useState } from 'react';

/** The instant at which the component appeared: components read the clock here and nowhere else. */
export function useNow(): Date {
  const [now] = useState(() => new Date());
  return now;
}
