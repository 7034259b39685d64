import { useCallback, useRef, useState } from 'react';
import { asProblem, type Problem } from '../lib/problem.ts';
import type { Failure } from './problem-note.tsx';

/**
 * Sends one request at a time: while one is under way, another call does nothing and gives false. `call` gives true when
 * its work succeeded; else `failure` says why, until the next call or `forget`, and `onFailure` is told. Of several buttons,
 * `of` says which one was pressed last.
 */
export function useCall<Of = string>(onFailure?: (problem: Problem) => void) {
  // State would be too late for a second press in the same moment.
  const isRunning = useRef(false);
  const attempt = useRef(0);
  const [isBusy, setBusy] = useState(false);
  const [of, setOf] = useState<Of>();
  const [failure, setFailure] = useState<Failure>();
  const forget = useCallback(() => setFailure(undefined), []);
  const call = async (work: () => Promise<unknown>, about?: Of): Promise<boolean> => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    setOf(about);
    forget();
    try {
      await work();
      return true;
    } catch (error) {
      attempt.current += 1;
      const problem = asProblem(error);
      setFailure({ problem, attempt: attempt.current });
      onFailure?.(problem);
      return false;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { isBusy, of, failure, call, forget };
}
