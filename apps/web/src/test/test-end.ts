/** Cleanup at the end of a test, and optional slow responses. */

const { setTimeout } = globalThis;
/** `SLOW_CALLS=1 npx vitest --project web` finds tests that rely on the order of responses. */
const isSlow = Boolean(process.env['SLOW_CALLS']);
const calls = new Set<Promise<Response>>();
const ends = new Set<() => void>();
let ending = new AbortController();

/** Waits for the next turn of the event loop, also with fake timers. */
const turn = () => new Promise((resolve) => setTimeout(resolve));

/** Waits a random time up to 150 ms, often 0, to vary the order of responses and rendering. */
async function take(signal: AbortSignal): Promise<void> {
  if (isSlow && Math.random() < 0.5) await new Promise((resolve) => setTimeout(resolve, Math.random() * 150));
  signal.throwIfAborted();
}

/** Tracks all requests, to end them with their test: a later request would reach the handlers of the next test. */
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

/** Waits for the answers of open requests; returns whether there were any. */
export async function callsAnswered(): Promise<boolean> {
  if (calls.size === 0) return false;
  await Promise.allSettled(calls);
  // A retry of a query starts one turn after its caller got the answer.
  await turn();
  await turn();
  return true;
}

/** Registers a cleanup. */
export function atTestEnd(end: () => void): void {
  ends.add(end);
}

/** Aborts open requests and waits until their callers have handled that. */
export async function endTest(): Promise<void> {
  for (const end of ends) end();
  ends.clear();
  ending.abort();
  while (await callsAnswered());
  ending = new AbortController();
}
