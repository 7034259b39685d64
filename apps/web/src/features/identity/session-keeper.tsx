import { TOKEN_REFRESH_SECONDS } from '@kinfold/domain/constants';
import { useEffect } from 'react';
import { http } from '../../lib/http.ts';
import { session } from '../../lib/session.ts';
import { IdleDialog } from './idle-dialog.tsx';
import { logout } from './identity-queries.ts';
import { forgetAway, rememberAway } from './signed-out.ts';
import { useIdle } from './use-idle.ts';

/** While somebody is signed in: fresh tokens every 600 s, and a question when nobody seems to be there. */
export function SessionKeeper() {
  const { secondsLeft, stay } = useIdle();
  useEffect(forgetAway, []);
  useEffect(keepTokensFresh, []);
  const isOver = secondsLeft === 0;
  useEffect(() => {
    if (!isOver) return;
    rememberAway();
    void logout();
  }, [isOver]);
  return secondsLeft === null ? null : (
    <IdleDialog secondsLeft={secondsLeft} onStay={stay} onLogout={() => void logout()} />
  );
}

/** One refresh for all tabs: fresh tokens of another tab start the time of this one anew. */
function keepTokensFresh(): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const plan = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // Without an answer the next call that needs a token tries again.
      http.refresh().catch(() => undefined);
      plan();
    }, TOKEN_REFRESH_SECONDS * 1000);
  };
  plan();
  const stop = session.subscribe(plan);
  return () => {
    clearTimeout(timer);
    stop();
  };
}
