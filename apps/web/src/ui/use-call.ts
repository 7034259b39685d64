import { useCallback, useRef, useState } from 'react';
import { asProblem } from '../lib/problem.ts';
import type { Failure } from './problem-note.tsx';

/**
 * Sends one request at a time: while one is under way, another call does nothing and gives false. `call` gives true when
 * its work succeeded; else `failure` says why, until the next call or `forget`.
 */
export function useCall() {
  // State would be too late for a second press in the same moment.
  const isRunning = useRef(false);
  const attempt = useRef(0);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const forget = useCallback(() => setFailure(undefined), []);
  const call = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    forget();
    try {
      await work();
      return true;
    } catch (error) {
      attempt.current += 1;
      setFailure({ problem: asProblem(error), attempt: attempt.current });
      return false;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { isBusy, failure, call, forget };
}
