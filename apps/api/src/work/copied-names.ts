/** Copies of names that lists show: whoever changes a name asks here, and a job refreshes them (modules/operations/copied-names). */
import type { Author } from '../platform/author.ts';
import type { Session } from '../platform/database.ts';
import { startJob } from './jobs.ts';

/** Whose name (of a member also phone and e-mail) is copied; an organization goes by its number. */
export type CopiedName = { kind: 'member' | 'organization' | 'campaign' | 'campaign_run'; id: string };

export const COPIED_NAMES_JOB = 'copied-names';

/** Has the copies of a name refreshed in the background, in the transaction that changes it. */
export async function refreshCopies(
  of: CopiedName,
  organizationNumber: string,
  author: Author,
  session: Session,
): Promise<void> {
  const job = { type: COPIED_NAMES_JOB, key: `${of.kind}:${of.id}`, organizationNumber, input: of };
  await startJob(job, author, { session, restarts: true });
}
