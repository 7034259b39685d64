/**
 * Whether the session of an access token still lives. A token is signed for 15 minutes; a new password, a sign-out or a
 * user token that was used twice ends its session long before. One read of the user by `_id` answers it, and what it
 * said may be used again for less than 5 s, where the URL map allows that: no process keeps an ended session longer.
 */
import type { AccessToken, Actor } from './auth.ts';

/** What the user's record says of sessions. */
export type SessionState = {
  /** Tokens of another number are dead: it is raised to sign the user out everywhere. */
  sessionEpoch: number;
  /** Sessions that were ended one by one and whose tokens have not all expired yet. */
  endedSessions: readonly string[];
  /** The member that the user is linked to now, whatever the token says. */
  memberId: string | null;
};

/** How a route asks: of the database now, or of what it said less than 5 s ago. */
export type SessionCheck = 'uncached' | 'cached';

/** Gives the actor of a token while its session lives, null otherwise. */
export type Sessions = (token: AccessToken, check: SessionCheck, now: Date) => Promise<Actor | null>;

const FRESH_MS = 5_000;
/** Users that one process remembers; when there are more, it starts anew. */
const MAX_KNOWN = 10_000;

type Known = { state: Promise<SessionState | undefined>; readMs: number };

/** The check over a function that reads a user's state; each process (each `Deps`) remembers by itself. */
export function createSessions(read: (userId: string) => Promise<SessionState | undefined>): Sessions {
  const known = new Map<string, Known>();

  function readNow(userId: string, nowMs: number): Known['state'] {
    if (known.size >= MAX_KNOWN) known.clear();
    const state = read(userId);
    const entry = { state, readMs: nowMs };
    known.set(userId, entry);
    // The calls of one page share one read; a failed one is nobody's answer but its own.
    state.catch(() => known.get(userId) === entry && known.delete(userId));
    return state;
  }

  return async (token, check, now) => {
    const nowMs = now.getTime();
    const entry = check === 'cached' ? known.get(token.userId) : undefined;
    const age = entry ? nowMs - entry.readMs : FRESH_MS;
    const remembered = entry && age >= 0 && age < FRESH_MS ? await entry.state : undefined;
    // What is remembered may only say yes: a token that is newer than it must not be refused.
    if (remembered && isAlive(token, remembered) && token.memberId === remembered.memberId)
      return actorOf(token, remembered);
    const state = await readNow(token.userId, nowMs);
    return state && isAlive(token, state) ? actorOf(token, state) : null;
  };
}

function isAlive(token: AccessToken, state: SessionState): boolean {
  return token.sessionEpoch === state.sessionEpoch && !state.endedSessions.includes(token.sessionId);
}

function actorOf({ sessionEpoch: _of, ...actor }: AccessToken, { memberId }: SessionState): Actor {
  return { ...actor, memberId };
}
