import { RefreshAnswer } from '@kinfold/domain/identity';
import * as z from 'zod/mini';
import { asProblem } from './problem.ts';
import { session } from './session.ts';

let inFlight: Promise<void> | undefined;

/** What one tab stores reaches the others a moment later; the next one waits for it before it looks. */
const STORAGE_SETTLES_MS = 500;

/** Runs the work while no other tab does the same, where the browser can tell. */
function oneTabAtATime(work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work();
  return new Promise((resolve, reject) => {
    navigator.locks
      .request('kinfold-token-refresh', async () => {
        // Whoever asked goes on at once; only the other tabs wait longer.
        await work().then(resolve, reject);
        await new Promise((done) => setTimeout(done, STORAGE_SETTLES_MS));
      })
      .catch(reject);
  });
}

/**
 * Replaces the tokens once, however many calls found them expired and in however many tabs.
 * `staleToken` is the access token that was refused. When the server refuses the user token the person is
 * signed out; that and every other failure throws its Problem.
 */
export function refreshAccessToken(
  staleToken: string,
  askServer: (userToken: string) => Promise<{ data: unknown }>,
): Promise<void> {
  inFlight ??= oneTabAtATime(async () => {
    // Another tab or an earlier call has done it.
    if (session.accessToken() !== staleToken) return;
    try {
      const { data } = await askServer(session.userToken() ?? '');
      const { access_token, token } = z.parse(RefreshAnswer, data);
      // Signed out meanwhile, in whichever tab: the fresh tokens must not sign in again.
      if (session.accessToken() === staleToken) session.signIn({ access_token, user_token: token });
    } catch (error) {
      if (session.accessToken() !== staleToken) return;
      const { status } = asProblem(error);
      if (status >= 400 && status < 500 && status !== 429) session.signOut('ended');
      throw error;
    }
  }).finally(() => {
    inFlight = undefined;
  });
  return inFlight;
}
