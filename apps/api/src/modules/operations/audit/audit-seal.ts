/**
 * Hashes an entry of the history (docs/decisions/045). Values that may be personal (the author, the name of the subject,
 * the reason, texts before and after) enter the hash as salted digests. Deleting a value and its salt erases it, and the
 * chain still verifies.
 */
import { randomBytes } from 'node:crypto';
import { ERASED_PERSON } from '@kinfold/domain/erasure';
import { sha256 } from '../../../platform/hash.ts';
import type { AuditEntry } from './audit.model.ts';

type Content = Omit<AuditEntry, 'scope'>;

/** Values that may be personal, in the order of an entry's marks: the actor, the label, the reason, each field before and after. */
function sealedValues({ actor, subject, reason, changes }: Content): unknown[] {
  return [
    [actor.name, actor.email],
    subject.label,
    reason,
    ...changes.flatMap(({ field: _field, from, to }) => [from, to]),
  ];
}

/** Figures, flags and missing values name nobody. */
const isPlain = (value: unknown) => value === null || typeof value === 'number' || typeof value === 'boolean';

const digest = (salt: string, value: unknown) => sha256(`${salt}${JSON.stringify(value)}`);

/** The marks of an entry: `salt.digest` of each value that may be personal, an empty text for the others. */
export function markValues(entry: Content): string[] {
  return sealedValues(entry).map((value) => {
    if (isPlain(value)) return '';
    const salt = randomBytes(16).toString('base64url');
    return `${salt}.${digest(salt, value)}`;
  });
}

/** SHA-256 over an entry with the digests of its marks, its number and the hash before it. */
export function hashOfEntry(entry: Content, marks: readonly string[], seq: number, before: string): string {
  const { _id, organizationNumber, at, actor, action, subject, changes, requestId, memberIds = [] } = entry;
  const values = sealedValues(entry).map((value, index) => marks[index]?.split('.')[1] ?? value);
  return sha256(
    JSON.stringify([
      ...[before, seq, _id, organizationNumber, at.toISOString(), action, actor.userId],
      ...[subject.type, subject.id, changes.map(({ field }) => field), values, requestId, memberIds],
    ]),
  );
}

/** Returns whether each value matches its mark; where the salt is gone, a person was erased, and the value must say so. */
export function hasItsValues(entry: Content, marks: readonly string[]): boolean {
  const values = sealedValues(entry);
  return (
    values.length === marks.length &&
    values.every((value, index) => {
      const [salt = '', expected] = marks[index]?.split('.') ?? [];
      if (expected === undefined) return isPlain(value);
      return salt === '' ? isErased(value) : digest(salt, value) === expected;
    })
  );
}

const isErased = (value: unknown) =>
  value === ERASED_PERSON || JSON.stringify(value) === JSON.stringify([ERASED_PERSON, '']);

/** An entry without some of its values, given by their indexes among `sealedValues`; null when they are gone already. */
export function withoutValues(
  entry: AuditEntry & { marks?: string[] },
  isGone: (value: unknown, index: number) => boolean,
): (Pick<AuditEntry, 'actor' | 'subject' | 'reason' | 'changes'> & { marks?: string[] }) | null {
  const gone = new Set(
    sealedValues(entry).flatMap((value, index) =>
      !isPlain(value) && !isErased(value) && isGone(value, index) ? [index] : [],
    ),
  );
  if (!gone.size) return null;
  const { actor, subject, reason, changes, marks } = entry;
  const left = (value: unknown, index: number) => (gone.has(index) ? ERASED_PERSON : value);
  return {
    actor: gone.has(0) ? { ...actor, name: ERASED_PERSON, email: '' } : actor,
    subject: gone.has(1) ? { ...subject, label: ERASED_PERSON } : subject,
    reason: gone.has(2) ? ERASED_PERSON : reason,
    changes: changes.map((change, index) => ({
      ...change,
      from: left(change.from, 3 + 2 * index),
      to: left(change.to, 4 + 2 * index),
    })),
    ...(marks && {
      marks: marks.map((mark, index) => (gone.has(index) ? `.${mark.split('.')[1] ?? ''}` : mark)),
    }),
  };
}
