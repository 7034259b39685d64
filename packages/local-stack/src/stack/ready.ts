import { setTimeout as sleep } from 'node:timers/promises';

const timeoutMs = 60_000;

/** Waits until `GET /ready` answers 200. Throws with the API's last answer when it does not within a minute. */
export async function waitUntilReady(port: number, isGivenUp: () => boolean): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  let last = 'it does not answer';
  while (!isGivenUp()) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/ready`, { signal: AbortSignal.timeout(5000) });
      if (response.ok) return;
      last = `it answers ${response.status} ${(await response.text()).slice(0, 500)}`;
    } catch {
      // Not listening yet.
    }
    if (Date.now() > deadline) throw new Error(`The API is not ready after ${timeoutMs / 1000} s: ${last}.`);
    await sleep(100);
  }
}
