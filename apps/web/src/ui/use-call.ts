import { useCallback, useRef, useState } from 'react';
import { asProblem, type Problem } from '../lib/problem.ts';
import type { Failure } from './problem-note.tsx';

/**
 * Sends one request at a time: while one is under way, another call does nothing and returns false. `call` returns true
 * if its work succeeded; otherwise `failure` has the reason, until the next call or `forget`, and `onFailure` is
 * called. With several buttons, `of` is the one pressed last.
 */
export function useCall<Of = string>(onFailure?: (problem: Problem) => void) {
  // State would update too late for a second press at the same moment.
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
