import type { Contact } from '@kinfold/domain/organization';
import type { ContactRecord } from './contact.model.ts';

/** A contact on the wire. */
export function presentContact({ _id, member_id, name, title, phone, email }: ContactRecord): Contact {
  return { _id, member_id, name, title, phone, email };
}
