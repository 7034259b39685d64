/**
 * Admission: what an API that has too much to do refuses at once, instead of answering everybody too late. Reads are
 * refused first, then changes, and payments and sign-ins last; each kind counts its own, so that payments which wait for
 * the card provider leave no read out.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { overloaded } from '../platform/problem.ts';

/** Kinds of requests, in the order in which they are refused. */
export type Admission = 'read' | 'change' | 'last';

/** So many of a kind may be under way; where the event loop is late, half of them. */
export const DEPTHS: Readonly<Record<Admission, number>> = { read: 64, change: 128, last: 256 };
/** The mean delay of the event loop from which it is late, in ms, and how often that is looked at. */
const LATE_MS = 100;
const LOOKS_EVERY_MS = 500;
const RESOLUTION_MS = 10;

/** Whether the event loop was late lately; looked at while this process runs, and no reason for it to go on. */
function createLateness(): () => boolean {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let isLate = false;
  setInterval(() => {
    // NaN where nothing was measured.
    isLate = delay.mean / 1e6 - RESOLUTION_MS > LATE_MS;
    delay.reset();
  }, LOOKS_EVERY_MS).unref();
  return () => isLate;
}

let lateness: (() => boolean) | undefined;

/** Lets requests in, or refuses them. */
export type Admitter = {
  /** Counts a request as under way; what is returned ends that. Throws 503 with Retry-After when there are too many. */
  admit(kind: Admission): () => void;
};

/** Makes what admits the requests of an application. */
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
