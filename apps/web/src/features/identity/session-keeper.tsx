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
 * When a refresh is tried again whose answer was lost, one after another: within the 30 s in which the server still
 * takes the old token, which it may have exchanged already.
 */
const RETRY_AFTER_SECONDS = [3, 7, 12];
const RETRY_LATER_SECONDS = 60;

/** While somebody is signed in: fresh tokens every 600 s, and a question when nobody seems to be there. */
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

/** One refresh for all tabs: fresh tokens of another tab start the time of this one anew. */
function keepTokensFresh(): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const refresh = async (retries = RETRY_AFTER_SECONDS) => {
    const [soon, ...later] = retries;
    try {
      await refreshTokens();
      plan();
    } catch (error) {
      if (soon && asProblem(error).code === 'no_response')
        timer = setTimeout(() => void refresh(later), soon * 1000);
      // The next call that needs a token tries again, and so do we: after 20 minutes the session would be over.
      else plan(RETRY_LATER_SECONDS);
    }
  };
  const plan = (seconds = TOKEN_REFRESH_SECONDS) => {
    clearTimeout(timer);
    timer = setTimeout(() => void refresh(), seconds * 1000);
  };
  plan();
  const stop = session.subscribe(() => plan());
  return () => {
    clearTimeout(timer);
    stop();
  };
}
