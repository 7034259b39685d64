/**
 * The history: an entry for every change, written in the transaction of the change (design of the staff side,
 * "History"). Entries of an organization form a chain: a number and a hash over the entry and the one before it.
 */
import type { AuditChange, AuditQuery } from '@kinfold/domain/audit';
import { addDays, startOfDay } from '@kinfold/domain/dates';
import type { Author } from '../../../platform/author.ts';
import { cutPage, placeOf } from '../../../platform/cursor.ts';
import { inTransaction, type Session } from '../../../platform/database.ts';
import { newId } from '../../../platform/documents.ts';
import { conflict, type AppError } from '../../../platform/problem.ts';
import { wasRestored } from '../../../work/restore-lock.ts';
import { readScopes } from '../../../platform/scopes.ts';
import { runCheck, type Checks, type Problems } from '../../../platform/verification.ts';
import { hashOfEntry, hasItsValues, markValues, withoutValues } from './audit-seal.ts';
import {
  countUnsealedFor,
  eachChain,
  eachEntryAbout,
  eachUnsealed,
  insertEntries,
  readChain,
  readChainEnd,
  readEntries,
  readEntry,
  readNewestEntry,
  readNextOfChain,
  readUnsealed,
  readUnsealedOrganizations,
  setErased,
  writeSeals,
  type AuditEntry,
  type SealedEntry,
  type StoredEntry,
} from './audit.model.ts';
import { presentEntry } from './audit.presenter.ts';

export { countInChains, findEntriesOf } from './audit.model.ts';

export type { AuditEntry };

/** The action, its subject, and the changed fields. */
export type Change = Pick<AuditEntry, 'organizationNumber' | 'action' | 'subject'> & {
  changes?: readonly AuditChange[];
  /** The members whom it names besides its subject. */
  memberIds?: readonly string[];
  reason?: string;
};

/**
 * Records changes in the history, in the transaction that makes them: both commit, or neither. Without a transaction only
 * where the change itself is not stored here, such as a card at the provider.
 */
export async function recordChanges(
  changes: readonly Change[],
  author: Author,
  now: Date,
  session: Session | undefined,
): Promise<void> {
  if (!changes.length) return;
  const { requestId, userId, name, email } = author;
  const scopeOf = await readScopes(
    changes.map(({ organizationNumber }) => organizationNumber),
    session,
  );
  const entries = changes.map((change): AuditEntry => ({
    _id: newId(),
    organizationNumber: change.organizationNumber,
    scope: scopeOf(change.organizationNumber),
    at: now,
    actor: { userId, name, email },
    action: change.action,
    subject: change.subject,
    changes: (change.changes ?? []).map(({ field, from, to }) => ({
      field,
      from: plainValue(from),
      to: plainValue(to),
    })),
    ...(change.memberIds?.length && { memberIds: [...change.memberIds] }),
    reason: change.reason ?? null,
    requestId,
  }));
  await insertEntries(entries, session);
}

/** A value as it is hashed: what JSON has, and null for what is missing. */
const plainValue = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** The fields, among some, in which two states of a document differ. */
export function changedFields<T extends object>(
  before: Partial<T>,
  after: Partial<T>,
  fields: readonly (keyof T & string)[],
): AuditChange[] {
  return fields
    .map((field) => ({ field, from: before[field] ?? null, to: after[field] ?? null }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
}

/**
 * 409 for an edit of a document that another user changed since it was read: `current` is its present state on the wire;
 * the author, time and fields of the last change come from its history.
 */
export async function changedMeanwhile(
  type: AuditEntry['subject']['type'],
  id: string,
  current: unknown,
): Promise<AppError> {
  const last = await readNewestEntry(type, id);
  const fields = last?.changes.map(({ field }) => field) ?? [];
  return conflict(
    'changed_meanwhile',
    'This was changed meanwhile. Nothing of yours was saved yet: please look at both and choose.',
    { current, ...(last && { changed: { by: last.actor.name, at: last.at.toISOString(), fields } }) },
  );
}

/** The grant of the policy for the history: the organizations at which, and below which, its reader may see entries and members. */
export type HistoryGrant = {
  /** Entries. */
  organizationNumbers: readonly string[];
  /** Members: elsewhere the entries hide birth dates, phones, addresses and emails. */
  membersAt: readonly string[];
};

/** A page of the history, newest first; `from` and `to` are days in the time zone. Throws 422 for a wrong cursor. */
export async function listHistory(
  { organizationNumbers, membersAt }: HistoryGrant,
  { subject_type: type, subject_id: id, actor, action, from, to, cursor, page_size }: AuditQuery,
  timeZone: string,
) {
  const filter = {
    scope: organizationNumbers,
    ...(type && id && { subject: { type, id } }),
    ...(actor && { actor }),
    ...(action && { action }),
    ...(from && { from: startOfDay(from, timeZone) }),
    ...(to && { before: startOfDay(addDays(to, 1), timeZone) }),
  };
  const found = await readEntries(filter, placeOf(cursor), page_size + 1);
  const { page, next } = cutPage(found, page_size, ({ at, _id }) => ({ at, id: _id }));
  const mayReadMembers = (scope: readonly string[]) => membersAt.some((number) => scope.includes(number));
  return { entries: page.map((entry) => presentEntry(entry, mayReadMembers(entry.scope))), next };
}

const BATCH = 200;

/** Seals the unsealed entries, organization by organization; any number of processes may seal at once. Returns the number of entries. */
export async function sealHistory(): Promise<number> {
  let sealed = 0;
  for (const organizationNumber of await readUnsealedOrganizations())
    for (;;) {
      const count = await inTransaction((session) => sealBatch(organizationNumber, session));
      sealed += count;
      if (count < BATCH) break;
    }
  return sealed;
}

async function sealBatch(organizationNumber: string, session: Session): Promise<number> {
  const waiting = await readUnsealed(organizationNumber, BATCH, session);
  let end = (await readChainEnd(organizationNumber, session)) ?? startOf(organizationNumber);
  const sealed: SealedEntry[] = [];
  for (const entry of waiting) {
    const seq = end.seq + 1;
    const marks = markValues(entry);
    end = { ...end, seq, hash: hashOfEntry(entry, marks, seq, end.hash) };
    sealed.push({ ...entry, seq, hash: end.hash, marks });
  }
  if (sealed.length) await writeSeals(sealed, end, session);
  return sealed.length;
}

const startOf = (organizationNumber: string) => ({ _id: organizationNumber, seq: 0, hash: '' });

const SEALED_WITHIN_MS = 60_000;

/** Verifies every chain: finds entries that are missing, changed, inserted, or not sealed. Returns the number of chains. */
export async function verifyHistory(checks: Checks, problems: string[]): Promise<number> {
  // Entries that were unsealed in a backup are older than a minute; the worker's minute begins when the restore ended.
  const unsealed = (await wasRestored(SEALED_WITHIN_MS)) ? 0 : await countUnsealedFor(SEALED_WITHIN_MS);
  if (unsealed)
    problems.push(`Not sealed within a minute: ${unsealed} entries of the history. Does the worker run?`);
  return runCheck({ keys: eachChain, problemsOf: chainProblems }, checks, problems);
}

async function chainProblems(organizationNumbers: readonly string[]): Promise<Problems> {
  const found: Problems = new Map();
  for (const number of organizationNumbers) {
    const problem = await chainProblem(number);
    if (problem) found.set(number, `The history of organization ${number} ${problem}.`);
  }
  return found;
}

/** The first problem of a chain. */
async function chainProblem(organizationNumber: string): Promise<string | undefined> {
  // The end first: entries sealed while the chain is read come after it.
  const end = (await readChainEnd(organizationNumber)) ?? startOf(organizationNumber);
  let { seq, hash } = startOf(organizationNumber);
  for await (const entry of readChain(organizationNumber)) {
    if (entry.seq > seq + 1) return `misses entry ${seq + 1}`;
    if (entry.seq <= seq) return `has entry ${seq} twice`;
    const marks = entry.marks ?? [];
    if (!hasItsValues(entry, marks) || hashOfEntry(entry, marks, entry.seq, hash) !== entry.hash)
      return `was changed at entry ${entry.seq}`;
    ({ seq, hash } = entry);
    if (seq === end.seq && hash !== end.hash) return `was changed at entry ${seq}`;
  }
  if (seq < end.seq) return `misses entry ${seq + 1}`;
  const newEnd = (await readChainEnd(organizationNumber)) ?? end;
  return seq > newEnd.seq ? `has entry ${newEnd.seq + 1} after its end` : undefined;
}

/** Where the history may name a person, and which of its values do. */
export type PersonInHistory = {
  organizationNumbers: readonly string[];
  subjectIds: readonly string[];
  memberId: string;
  /** Emails with which they sign or signed in. */
  signIns: readonly string[];
  /** Returns whether a value of an entry is theirs; `part` is the place of the value. */
  isTheirs: (entry: AuditEntry, value: unknown, part: 'actor' | 'label' | 'reason' | 'change') => boolean;
};

const PARTS = ['actor', 'label', 'reason'] as const;

/** The entries about a person, by them, or that name them by id, as they are stored. */
export async function* entriesOfPerson({ isTheirs, ...about }: PersonInHistory): AsyncGenerator<StoredEntry> {
  for await (const entry of eachEntryAbout(about))
    if (withoutValues(entry, (value, index) => isTheirs(entry, value, PARTS[index] ?? 'change'))) yield entry;
}

/** Where the next portion of the history begins for an erasure: in a chain, after an entry. */
export type PlaceInHistory = { organizationNumber: string; seq: number };

const PORTION = 500;

/**
 * Erases a person from the next portion of the history: their values and the salts of these. The actions, times and
 * figures stay. First come the entries about them and the unsealed ones, then the chains of their organizations. Returns
 * where the next portion begins, undefined after the last, and the number of entries read.
 */
export async function eraseFromHistory(
  person: PersonInHistory,
  place: PlaceInHistory | undefined,
): Promise<{ next: PlaceInHistory | undefined; count: number }> {
  const chains = person.organizationNumbers.toSorted();
  const startOfChain = (organizationNumber: string | undefined) =>
    organizationNumber === undefined ? undefined : { organizationNumber, seq: 0 };
  if (!place) {
    for await (const entry of eachEntryAbout(person)) await eraseFromOther(entry, person);
    for await (const entry of eachUnsealed(chains)) await eraseFromOther(entry, person);
    return { next: startOfChain(chains[0]), count: 0 };
  }
  const { organizationNumber, seq } = place;
  const read = await readNextOfChain(organizationNumber, seq, PORTION);
  for (const entry of read) await eraseFromOther(entry, person);
  const last = read.at(-1);
  const isEnd = !last || read.length < PORTION;
  const next = isEnd ? startOfChain(chains.find((chain) => chain > organizationNumber)) : undefined;
  return { next: isEnd ? next : { organizationNumber, seq: last.seq }, count: read.length };
}

/**
 * Erases a person from their own entries. An interrupted erasure identifies the person by these: they come after all
 * else, and the one that says so last.
 */
export async function eraseOwnHistory(person: PersonInHistory): Promise<void> {
  const own: StoredEntry[] = [];
  for await (const entry of eachEntryAbout({ subjectIds: [person.memberId], memberId: '', signIns: [] }))
    own.push(entry);
  const saysSo = ({ action }: StoredEntry) => action === 'member.erased';
  for (const entry of [...own.filter((one) => !saysSo(one)), ...own.filter(saysSo)])
    await eraseFromEntry(entry, person);
}

async function eraseFromOther(entry: StoredEntry, person: PersonInHistory): Promise<void> {
  if (entry.subject.id !== person.memberId) await eraseFromEntry(entry, person);
}

async function eraseFromEntry(found: StoredEntry, { isTheirs }: PersonInHistory): Promise<void> {
  for (let entry: StoredEntry | null = found; entry; entry = await readEntry(entry._id)) {
    const read: StoredEntry = entry;
    const left = withoutValues(read, (value, index) => isTheirs(read, value, PARTS[index] ?? 'change'));
    if (!left || (await setErased(read, left))) break;
  }
}
