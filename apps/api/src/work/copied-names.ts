/** Copies of names in lists: a change of a name calls this, and a job refreshes them (modules/operations/copied-names). */
import type { Author } from '../platform/author.ts';
import type { Session } from '../platform/database.ts';
import { startJob } from './jobs.ts';

/** The kind and id of a copied name (of a member also phone and email); an organization is identified by its number. */
export type CopiedName = { kind: 'member' | 'organization' | 'campaign' | 'campaign_run'; id: string };

export const COPIED_NAMES_JOB = 'copied-names';

/** Starts a job that refreshes the copies of a name, in the transaction that changes it. */
export async function refreshCopies(
  of: CopiedName,
  organizationNumber: string,
  author: Author,
  session: Session,
): Promise<void> {
  const job = { type: COPIED_NAMES_JOB, key: `${of.kind}:${of.id}`, organizationNumber, input: of };
  await startJob(job, author, { session, restarts: true });
}
