/**
 * Admission control: an overloaded API refuses requests at once instead of answering everybody too late. Reads are
 * refused first, then changes, then payments and sign-ins. Each kind has its own count, so payments that wait for the
 * card provider do not crowd out reads.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { overloaded } from '../platform/problem.ts';

/** Kinds of requests, in the order in which they are refused. */
export type Admission = 'read' | 'change' | 'last';

/** How many requests of a kind may be in flight; half as many while the event loop is late. */
export const DEPTHS: Readonly<Record<Admission, number>> = { read: 64, change: 128, last: 256 };
/** The mean delay of the event loop, in ms, above which it is late, and the interval of the check. */
const LATE_MS = 100;
const LOOKS_EVERY_MS = 500;
const RESOLUTION_MS = 10;

/** Returns a function that says whether the event loop was late at the last check. Its timer does not keep the process alive. */
function createLateness(): () => boolean {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let isLate = false;
  setInterval(() => {
    // NaN (so not late) where nothing was measured.
    isLate = delay.mean / 1e6 - RESOLUTION_MS > LATE_MS;
    delay.reset();
  }, LOOKS_EVERY_MS).unref();
  return () => isLate;
}

let lateness: (() => boolean) | undefined;

/** Admits or refuses requests. */
export type Admitter = {
  /** Counts a request as in flight; the returned function ends that. Throws 503 with Retry-After when there are too many. */
  admit(kind: Admission): () => void;
};

/** Creates the admitter of an application. */
export function createAdmitter(isLate = (lateness ??= createLateness())): Admitter {
  const underWay: Record<Admission, number> = { read: 0, change: 0, last: 0 };
  return {
    admit(kind) {
      if (underWay[kind] >= DEPTHS[kind] / (isLate() ? 2 : 1)) throw overloaded();
      underWay[kind] += 1;
      let isOver = false;
      return () => {
        if (!isOver) underWay[kind] -= 1;
        isOver = true;
      };
    },
  };
}
