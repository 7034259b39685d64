import { RefreshAnswer } from '@kinfold/domain/identity';
import * as z from 'zod/mini';
import { asProblem } from './problem.ts';
import { session } from './session.ts';

let inFlight: Promise<void> | undefined;

/** How long localStorage takes to reach other tabs, in ms; the lock is kept until then. */
const STORAGE_SETTLES_MS = 500;

/** Runs the work under a lock of all tabs, where the browser has locks (secure contexts). */
function oneTabAtATime(work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work();
  return new Promise((resolve, reject) => {
    navigator.locks
      .request('kinfold-token-refresh', async () => {
        // The caller continues at once; only other tabs wait for the lock.
        await work().then(resolve, reject);
        await new Promise((done) => setTimeout(done, STORAGE_SETTLES_MS));
      })
      .catch(reject);
  });
}

/**
 * Refreshes the tokens once for all requests and tabs that found them expired. `staleToken` is the refused access
 * token. Signs out when the server refuses the user token; rethrows the Problem.
 */
export function refreshAccessToken(
  staleToken: string,
  askServer: (userToken: string) => Promise<{ data: unknown }>,
): Promise<void> {
  inFlight ??= oneTabAtATime(async () => {
    // Another tab or an earlier request has refreshed them.
    if (session.accessToken() !== staleToken) return;
    try {
      const { data } = await askServer(session.userToken() ?? '');
      const { access_token, token } = z.parse(RefreshAnswer, data);
      // Not after a sign-out in the meantime, in any tab.
      if (session.accessToken() === staleToken) session.signIn({ access_token, user_token: token });
    } catch (error) {
      if (session.accessToken() !== staleToken) return;
      const { status } = asProblem(error);
      if (status >= 400 && status < 500 && status !== 429) session.refused();
      throw error;
    }
  }).finally(() => {
    inFlight = undefined;
  });
  return inFlight;
}
