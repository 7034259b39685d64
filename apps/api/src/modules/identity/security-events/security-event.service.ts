/** Sign-ins, refused tries and codes: a list separate from the history, kept for 180 days (docs/security.md). */
import { addressKey } from '../../../platform/rate-limit.ts';
import { insertSecurityEvent, type SecurityEventKind } from './security-event.model.ts';

/** Records an event; `user` is undefined for an unknown user, `ip` without a request. */
export async function recordSecurityEvent(
  kind: SecurityEventKind,
  user: { _id: string; email: string } | undefined,
  ip: string | undefined,
  now: Date,
): Promise<void> {
  await insertSecurityEvent({
    at: now,
    kind,
    userId: user?._id ?? null,
    email: user?.email ?? null,
    address: ip === undefined ? null : addressKey(ip),
  });
}

export { eraseSecurityEventsOf } from './security-event.model.ts';
