import type * as z from 'zod/mini';
import { HIDDEN_VALUE, type AuditEntry } from '@kinfold/domain/audit';
import type { StoredEntry } from './audit.model.ts';

/** Fields with birth dates or contact data; `user` is the email of a sign-in. */
const PRIVATE = /birth|phone|address|e-?mail|^user$/i;

/** A value without its private parts, at any depth; a missing value stays missing. */
function hidden(field: string, value: unknown): unknown {
  if (value === null) return null;
  if (PRIVATE.test(field)) return HIDDEN_VALUE;
  if (Array.isArray(value)) return value.map((item) => hidden('', item));
  if (typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, hidden(name, inner)]));
}

/** An entry of the history on the wire; readers who may not read members do not see birth dates, phones, addresses and emails. */
export function presentEntry(entry: StoredEntry, mayReadMembers: boolean): z.input<typeof AuditEntry> {
  const { _id, seq = null, at, actor, action, subject, changes, memberIds, reason } = entry;
  return {
    _id,
    seq,
    at: at.toISOString(),
    actor: { name: actor.name, email: actor.email },
    action,
    subject,
    changes: mayReadMembers
      ? changes
      : changes.map(({ field, from, to }) => ({ field, from: hidden(field, from), to: hidden(field, to) })),
    ...(memberIds && mayReadMembers && { memberIds }),
    reason,
    organizationNumber: entry.organizationNumber,
  };
}
