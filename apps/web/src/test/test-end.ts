/** Cleanup at the end of a test, and optional slow responses. */

const { setTimeout } = globalThis;
/** `SLOW_CALLS=1 npx vitest --project web` finds the tests that rely on what comes first. */
const isSlow = Boolean(process.env['SLOW_CALLS']);
const calls = new Set<Promise<Response>>();
const ends = new Set<() => void>();
let ending = new AbortController();

/** The next turn of the event loop, also while the time of the page is stopped. */
const turn = () => new Promise((resolve) => setTimeout(resolve));

/** A random delay up to 150 ms, often 0, to vary the order of responses and rendering. */
async function take(signal: AbortSignal): Promise<void> {
  if (isSlow && Math.random() < 0.5) await new Promise((resolve) => setTimeout(resolve, Math.random() * 150));
  signal.throwIfAborted();
}

/** Tracks all requests, to end them with their test: a later one would reach the handlers of the next test. */
export function watchCalls(): void {
  const real = globalThis.fetch;
  const ask = async (...[input, init]: Parameters<typeof fetch>) => {
    const signal = AbortSignal.any([ending.signal, ...(init?.signal ? [init.signal] : [])]);
    await take(signal);
    const answer = await real(input, { ...init, signal });
    await take(signal);
    return answer;
  };
  globalThis.fetch = (...request) => {
    const call = ask(...request);
    calls.add(call);
    const forget = () => calls.delete(call);
    call.then(forget, forget);
    return call;
  };
}

/** Waits for the answers of open requests, and gives whether there were any. */
export async function callsAnswered(): Promise<boolean> {
  if (calls.size === 0) return false;
  await Promise.allSettled(calls);
  // A query asks once more in a turn after the one in which its caller was answered.
  await turn();
  await turn();
  return true;
}

/** Registers a cleanup. */
export function atTestEnd(end: () => void): void {
  ends.add(end);
}

/** Aborts open requests and waits until their callers have handled it. */
export async function endTest(): Promise<void> {
  for (const end of ends) end();
  ends.clear();
  ending.abort();
  while (await callsAnswered());
  ending = new AbortController();
}
