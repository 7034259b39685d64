/**
 * Whether the session of an access token is still active. A token is valid for 15 minutes; a new password, a sign-out
 * or the reuse of a user token ends its session earlier. The check reads the user by `_id`; where the URL map allows
 * it, a result is cached for less than 5 s per process.
 */
import type { AccessToken, Actor } from './auth.ts';

/** The session state in the user's record. */
export type SessionState = {
  /** Tokens with another number are invalid; it is incremented to sign the user out everywhere. */
  sessionEpoch: number;
  /** Ids of single sessions that were ended and whose tokens may not have expired yet. */
  endedSessions: readonly string[];
  /** Sessions in which the password was given again, and when. */
  confirmedSessions: readonly { sid: string; dt: Date }[];
  /** The member that the user is linked to now; it may differ from the token's. */
  memberId: string | null;
};

/** How a route checks: with a read of the database, or with a result less than 5 s old. */
export type SessionCheck = 'uncached' | 'cached';

/** The actor of a token while its session is active, else null. */
export type Sessions = (token: AccessToken, check: SessionCheck, now: Date) => Promise<Actor | null>;

const FRESH_MS = 5_000;
/** Users in the cache; it is emptied when it is full. */
const MAX_KNOWN = 10_000;

type Known = { state: Promise<SessionState | undefined>; readMs: number };

/** The check over a function that reads a user's state. Each `Deps`, so each process, has a cache of its own. */
export function createSessions(read: (userId: string) => Promise<SessionState | undefined>): Sessions {
  const known = new Map<string, Known>();

  function readNow(userId: string, nowMs: number): Known['state'] {
    if (known.size >= MAX_KNOWN) known.clear();
    const state = read(userId);
    const entry = { state, readMs: nowMs };
    known.set(userId, entry);
    // Concurrent requests share one read; a failed one is not kept.
    state.catch(() => known.get(userId) === entry && known.delete(userId));
    return state;
  }

  return async (token, check, now) => {
    const nowMs = now.getTime();
    const entry = check === 'cached' ? known.get(token.userId) : undefined;
    const age = entry ? nowMs - entry.readMs : FRESH_MS;
    const remembered = entry && age >= 0 && age < FRESH_MS ? await entry.state : undefined;
    // A cached state may only accept: the token may be newer than it.
    if (remembered && isAlive(token, remembered) && token.memberId === remembered.memberId)
      return actorOf(token, remembered, now);
    const state = await readNow(token.userId, nowMs);
    return state && isAlive(token, state) ? actorOf(token, state, now) : null;
  };
}

function isAlive(token: AccessToken, state: SessionState): boolean {
  return token.sessionEpoch === state.sessionEpoch && !state.endedSessions.includes(token.sessionId);
}

function actorOf(
  { sessionEpoch: _of, ...actor }: AccessToken,
  { memberId, confirmedSessions }: SessionState,
  askedDt: Date,
): Actor {
  const confirmed = confirmedSessions.find(({ sid }) => sid === actor.sessionId);
  return { ...actor, memberId, askedDt, signedInDt: confirmed?.dt ?? actor.signedInDt };
}
