/** Moves an organization below another one: its place in the tree, that of all below it, and the scopes of their history. */
import { BELOW_ITSELF, canStandBelow } from '@kinfold/domain/organization';
import type { Author } from '../../../platform/author.ts';
import type { Session } from '../../../platform/database.ts';
import type { JobHandler } from '../../../work/job-worker.ts';
import { startJob } from '../../../work/jobs.ts';
import { invalid } from '../../../platform/problem.ts';
import { writeScopes } from '../../../platform/scopes.ts';
import type { Change } from '../../operations/audit/audit.service.ts';
import { readPathsBelow, setPaths } from './organization.model.ts';
import {
  auditSubject,
  countInOrganization,
  findOrganization,
  type OrganizationRecord,
} from './organization.service.ts';

export const ORGANIZATION_SCOPES_JOB = 'organization-scopes';

/** An organization's place in the tree. */
type Place = Pick<OrganizationRecord, 'parentOrganization' | 'path'>;

/**
 * Moves all below an organization along with it, counts in both parents, and starts a job that rewrites the scopes of
 * their history. Returns the new place, which the caller writes in the same transaction, and the history entries;
 * undefined where the parent stays or is not named. Throws 422 for a parent that is unknown, or is the organization
 * itself or below it.
 *
 * Concurrent moves cannot form a circle: each writes every organization that it moves, and its new parent.
 */
export async function moveBelow(
  organization: OrganizationRecord,
  parentOrganization: string | null | undefined,
  author: Author,
  session: Session,
): Promise<{ place: Place; change: Change } | undefined> {
  const { organizationNumber, parentOrganization: from, path: oldPath } = organization;
  if (parentOrganization === undefined || parentOrganization === from) return undefined;
  const parent = parentOrganization === null ? null : await findOrganization(parentOrganization, session);
  if (parent === undefined)
    throw invalid([{ path: 'parentOrganization', message: 'There is no such organization' }]);
  if (parent && !canStandBelow(organizationNumber, parent.path)) throw invalid([BELOW_ITSELF]);
  const path = [...(parent?.path ?? []), organizationNumber];
  const below = await readPathsBelow(organizationNumber, session);
  await setPaths(
    below
      .filter((one) => one.organizationNumber !== organizationNumber)
      .map((one) => ({ ...one, path: [...path, ...one.path.slice(oldPath.length)] })),
    session,
  );
  const former = from === null ? undefined : await findOrganization(from, session);
  if (from !== null) await countInOrganization(from, 'childrenCnt', -1, session);
  if (parent) await countInOrganization(parent.organizationNumber, 'childrenCnt', 1, session);
  const job = { type: ORGANIZATION_SCOPES_JOB, key: organizationNumber, organizationNumber };
  await startJob({ ...job, input: { organizationNumber } }, author, { session, restarts: true });
  const above = { from: former?.organizationName ?? null, to: parent?.organizationName ?? null };
  return {
    place: { parentOrganization, path },
    change: {
      organizationNumber,
      action: 'organization.moved',
      subject: auditSubject(organization),
      changes: [{ field: 'above', ...above }],
    },
  };
}

const BATCH = 20;

/** Rewrites the scopes of the history and the jobs of a moved organization and all below it, some a step. */
export const organizationScopesJob: JobHandler = {
  count: async ({ input }) => (await readPathsBelow(movedOf(input))).length,
  async step({ input, cursor }) {
    const numbers = (await readPathsBelow(movedOf(input)))
      .map(({ organizationNumber }) => organizationNumber)
      .toSorted();
    const rest = typeof cursor === 'string' ? numbers.filter((number) => number > cursor) : numbers;
    const batch = rest.slice(0, BATCH);
    for (const number of batch) await writeScopes(number);
    return { cursor: batch.at(-1) ?? cursor, done: batch.length, isLast: rest.length <= BATCH };
  },
};

const movedOf = (input: unknown) => (input as { organizationNumber: string }).organizationNumber;
