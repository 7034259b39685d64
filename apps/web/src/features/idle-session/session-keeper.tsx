import { TOKEN_REFRESH_SECONDS } from '@kinfold/domain/constants';
import { useEffect } from 'react';
import { refreshTokens } from '../../lib/client.ts';
import { asProblem } from '../../lib/problem.ts';
import { session } from '../../lib/session.ts';
import { forgetSignedOut } from '../../lib/signed-out.ts';
import { logout } from '../../queries/identity.ts';
import { IdleDialog } from './idle-dialog.tsx';
import { useIdle } from './use-idle.ts';

/**
 * The delays of the retries when the answer to a refresh was lost. Together under 30 s, while the server still accepts
 * the old user token.
 */
const RETRY_AFTER_SECONDS = [3, 7, 12];
const RETRY_LATER_SECONDS = 60;

/** While signed in: refreshes the tokens every 600 s and shows the idle warning. */
export function SessionKeeper() {
  const { secondsLeft, stay } = useIdle();
  useEffect(forgetSignedOut, []);
  useEffect(keepTokensFresh, []);
  const isOver = secondsLeft === 0;
  useEffect(() => {
    if (isOver) logout('away');
  }, [isOver]);
  return secondsLeft === null ? null : (
    <IdleDialog secondsLeft={secondsLeft} onStay={stay} onLogout={() => logout()} />
  );
}

/** A refresh in another tab restarts the timer of this one. */
function keepTokensFresh(): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let isOver = false;
  const refresh = async (retries = RETRY_AFTER_SECONDS) => {
    const [soon, ...later] = retries;
    try {
      await refreshTokens();
      plan();
    } catch (error) {
      if (soon && asProblem(error).code === 'no_response') plan(soon, later);
      // Tries again later: after 20 minutes without a refresh the session would end.
      else plan(RETRY_LATER_SECONDS);
    }
  };
  const plan = (seconds = TOKEN_REFRESH_SECONDS, retries?: number[]) => {
    clearTimeout(timer);
    // A refresh that was under way may be answered after the sign-out.
    if (!isOver) timer = setTimeout(() => void refresh(retries), seconds * 1000);
  };
  plan();
  const stop = session.subscribe(() => plan());
  return () => {
    isOver = true;
    clearTimeout(timer);
    stop();
  };
}
