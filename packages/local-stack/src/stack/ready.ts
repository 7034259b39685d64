import { setTimeout as sleep } from 'node:timers/promises';

const timeoutMs = 60_000;

/** Whether `demoData` is the only failed check of an answer of `/ready`. */
async function hasAllButDemoData(response: Response): Promise<boolean> {
  const { checks = {} } = (await response.json()) as { checks?: Record<string, string> };
  const failed = Object.keys(checks).filter((name) => checks[name]?.startsWith('failed'));
  return failed.length === 1 && failed[0] === 'demoData';
}

/**
 * Waits until `GET /ready` answers 200, or until only the demo data is missing, which is loaded after that. Throws with
 * the last answer after a minute.
 */
export async function waitUntilReady(origin: string, isGivenUp: () => boolean): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  let last = 'it does not answer';
  while (!isGivenUp()) {
    try {
      const response = await fetch(`${origin}/ready`, { signal: AbortSignal.timeout(5000) });
      if (response.ok || (await hasAllButDemoData(response.clone()))) return;
      last = `it answers ${response.status} ${(await response.text()).slice(0, 500)}`;
    } catch {
      // Not listening yet.
    }
    if (Date.now() > deadline) throw new Error(`The API is not ready after ${timeoutMs / 1000} s: ${last}.`);
    await sleep(100);
  }
}
