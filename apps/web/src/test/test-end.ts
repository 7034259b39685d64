/** What a test has begun ends with it; its calls may be made to take their time. */

const { setTimeout } = globalThis;
/** `SLOW_CALLS=1 npx vitest --project web` finds the tests that rely on what comes first. */
const isSlow = Boolean(process.env['SLOW_CALLS']);
const calls = new Set<Promise<Response>>();
const ends = new Set<() => void>();
let ending = new AbortController();

/** Up to 150 ms, and often none: other calls, drawing and typing come before and after by chance. */
async function take(signal: AbortSignal): Promise<void> {
  if (isSlow && Math.random() < 0.5) await new Promise((resolve) => setTimeout(resolve, Math.random() * 150));
  signal.throwIfAborted();
}

/** Has every call end with its test: what comes later would be asked of the next one's fake server. */
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

/** Has this done when the test ends. */
export function atTestEnd(end: () => void): void {
  ends.add(end);
}

/** Ends what is still under way, and lets whoever waits for it learn that. */
export async function endTest(): Promise<void> {
  for (const end of ends) end();
  ends.clear();
  ending.abort();
  await Promise.allSettled(calls);
  await new Promise((resolve) => setTimeout(resolve));
  ending = new AbortController();
}
