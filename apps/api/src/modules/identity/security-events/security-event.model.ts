import type { Session } from '../../../platform/database.ts';
import { newId } from '../../../platform/documents.ts';
import { date, orNull, text } from '../../../platform/fields.ts';
import { collectionOf, defineModel, type DocumentOf } from '../../../platform/model.ts';

/** The kinds of events around a sign-in. */
export type SecurityEventKind =
  | 'registered'
  | 'email_confirmed'
  | 'code_mailed'
  | 'code_refused'
  | 'signed_in'
  | 'sign_in_refused'
  | 'signed_out'
  | 'signed_out_everywhere'
  | 'user_token_reused'
  | 'password_changed'
  | 'password_change_refused'
  | 'password_given_again'
  | 'viewed_as'
  | 'link_refused';

/** An event; a TTL index removes it after 180 days. */
const SecurityEventModel = defineModel('security_events', {
  _id: text(),
  at: date(),
  kind: text<SecurityEventKind>(),
  /** Null for an email that no user has: the typed text may be a password. */
  userId: orNull(text()),
  email: orNull(text()),
  /** The network address, as limits count it; null where it is unknown. */
  address: orNull(text()),
});

/** Inserts an event. */
export async function insertSecurityEvent(
  event: Omit<DocumentOf<typeof SecurityEventModel>, '_id'>,
): Promise<void> {
  await collectionOf(SecurityEventModel).insertOne({ _id: newId(), ...event });
}

/** Deletes the events of a user. */
export async function eraseSecurityEventsOf(userId: string, session?: Session): Promise<void> {
  await collectionOf(SecurityEventModel).deleteMany({ userId }, { session });
}
