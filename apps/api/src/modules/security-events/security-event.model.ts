import { newId } from '../../platform/documents.ts';
import { collection } from '../../platform/database.ts';

/** What can happen around a sign-in. */
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
  | 'link_refused';

/** An event; a TTL index removes it after 180 days. */
type SecurityEvent = {
  _id: string;
  at: Date;
  kind: SecurityEventKind;
  /** Null for an e-mail that no user has: what was typed there may be a password. */
  userId: string | null;
  email: string | null;
  /** The network address, as limits count it; null where none is known. */
  address: string | null;
};

/** Inserts an event. */
export async function insertSecurityEvent(event: Omit<SecurityEvent, '_id'>): Promise<void> {
  await collection<SecurityEvent>('security_events').insertOne({ _id: newId(), ...event });
}
