import { describe, expect, it } from 'vitest';
import type { AccessToken } from './auth.ts';
import { createSessions, type SessionState } from './sessions.ts';

const token: AccessToken = {
  userId: 'user',
  memberId: 'member',
  organizationNumber: null,
  email: 'a@demo.test',
  sessionId: 'session',
  sessionEpoch: 3,
};
const alive: SessionState = {
  sessionEpoch: 3,
  endedSessions: ['another'],
  confirmedSessions: [],
  memberId: 'member',
};
const at = (ms: number) => new Date(1_800_000_000_000 + ms);

/** The check over a state that a test changes, and how often it was read. */
function sessionsOf(first: SessionState | undefined) {
  const record = { state: first, reads: 0, fails: false };
  const sessions = createSessions(async () => {
    record.reads += 1;
    if (record.fails) throw new Error('the database is away');
    return record.state;
  });
  return { record, sessions };
}

describe('the session of a token', () => {
  it.each<[string, SessionState | undefined, boolean]>([
    ['lives', alive, true],
    ['is over when the user signed out everywhere', { ...alive, sessionEpoch: 4 }, false],
    ['is over when it was ended', { ...alive, endedSessions: ['another', 'session'] }, false],
    ['is over when there is no such user', undefined, false],
  ])('%s', async (_name, state, isAlive) => {
    const { sessions } = sessionsOf(state);
    for (const check of ['cached', 'uncached'] as const) {
      const actor = await sessions(token, check, at(0));
      expect(actor?.userId).toBe(isAlive ? 'user' : undefined);
    }
  });

  it('has the member that the user is linked to now', async () => {
    const { sessions } = sessionsOf({ ...alive, memberId: 'another' });
    expect(await sessions(token, 'cached', at(0))).toMatchObject({ memberId: 'another' });
  });

  it('is read once for the calls of one page, and not again for 5 s', async () => {
    const { record, sessions } = sessionsOf(alive);
    await Promise.all(Array.from({ length: 7 }, () => sessions(token, 'cached', at(0))));
    await sessions(token, 'cached', at(4_999));
    expect(record.reads).toBe(1);
    await sessions(token, 'cached', at(5_000));
    expect(record.reads).toBe(2);
  });

  it('is read at each call that must know it at once', async () => {
    const { record, sessions } = sessionsOf(alive);
    for (let call = 0; call < 3; call += 1) await sessions(token, 'uncached', at(call));
    expect(record.reads).toBe(3);
    record.state = { ...alive, sessionEpoch: 4 };
    // The result of such a call serves the others.
    expect(await sessions(token, 'uncached', at(10))).toBeNull();
    expect(await sessions(token, 'cached', at(11))).toBeNull();
  });

  it('is read again rather than refused by what is remembered, and when the clock was set back', async () => {
    const { record, sessions } = sessionsOf(alive);
    await sessions(token, 'cached', at(0));
    record.state = { ...alive, sessionEpoch: 4 };
    expect(await sessions({ ...token, sessionEpoch: 4 }, 'cached', at(1))).not.toBeNull();
    await sessions({ ...token, sessionEpoch: 4 }, 'cached', at(-60_000));
    expect(record.reads).toBe(3);
  });

  it('is not known from a read that failed', async () => {
    const { record, sessions } = sessionsOf(alive);
    record.fails = true;
    await expect(sessions(token, 'cached', at(0))).rejects.toThrow('away');
    record.fails = false;
    expect(await sessions(token, 'cached', at(1))).not.toBeNull();
  });
});
