import type * as z from 'zod/mini';
import type { SignInChange } from '@kinfold/domain/sign-in-change';
import type { SignInChangeRecord } from './sign-in-change.model.ts';

/** A waiting change on the wire, for a user of the office. */
export function presentSignInChange(
  { type, email, reason, author, requestedDt }: SignInChangeRecord,
  userId: string | null,
): z.input<typeof SignInChange> {
  return {
    ...{ type, email, reason, requestedBy: author.name, requestedDt: requestedDt.toISOString() },
    isOwn: author.userId === userId,
  };
}
