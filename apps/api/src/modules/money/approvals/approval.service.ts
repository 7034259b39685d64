/**
 * What a second person approves before it is done (rules.md "Two people"): who asks never approves. What is done has an id
 * of its own, so that it is done once, also when a process dies between the approval and its end.
 */
import type * as z from 'zod/mini';
import { dollarsFromCents } from '@kinfold/domain/money';
import { isSamePerson, SECOND_PERSON, type Approval } from '@kinfold/domain/second-person';
import { ATTENTION_MAX } from '@kinfold/domain/staff-home';
import type { Author } from '../../../platform/author.ts';
import { inTransaction, isDuplicateKey } from '../../../platform/database.ts';
import { AppError, conflict, notFound } from '../../../platform/problem.ts';
import { readScopes } from '../../../platform/scopes.ts';
import { recordChanges, type Change } from '../../operations/audit/audit.service.ts';
import { findOrganization } from '../../organizations/organizations/organization.service.ts';
import { findMembers, fullName } from '../../people/members/member.service.ts';
import {
  countApprovals,
  deleteApproval,
  insertApproval,
  readApproval,
  readApprovals,
  setApproved,
  unsetApproved,
  type ApprovalRecord,
} from './approval.model.ts';

export { readApproval };
export type { ApprovalRecord };

/** The grant of the policy for one request. */
export type ApprovalGrant = { approval: ApprovalRecord };

type NewApproval = Omit<ApprovalRecord, 'scope' | 'approvedBy'>;

/** Asks a second person. The same id again changes nothing; throws 422 when it came with another request. */
export async function askApproval(asked: NewApproval, now: Date): Promise<void> {
  const { organizationNumber, author } = asked;
  const scope = (await readScopes([organizationNumber]))(organizationNumber);
  try {
    const change = await changeOf(asked, 'approval.requested', asked.reason);
    await inTransaction(async (session) => {
      await insertApproval({ ...asked, scope }, session);
      await recordChanges([change], author, now, session);
    });
  } catch (error) {
    if (!isDuplicateKey(error, 'money_approvals._id_')) throw error;
    const known = await readApproval(asked._id);
    if (known && known.request.hash !== asked.request.hash)
      throw new AppError(422, 'idempotency_mismatch', 'This was already asked for with other details.');
  }
}

async function changeOf(
  { organizationNumber, what }: NewApproval,
  action: 'approval.requested' | 'approval.given' | 'approval.declined',
  reason: string | null,
): Promise<Change> {
  const organization = await findOrganization(organizationNumber);
  const label = organization?.organizationName ?? organizationNumber;
  const subject = { type: 'organization' as const, id: organizationNumber, label };
  const changes = [{ field: 'request', from: null, to: what }];
  return { organizationNumber, action, subject, changes, ...(reason !== null && { reason }) };
}

const gone = () => notFound('This does not wait any more: somebody approved or declined it.');

/** The refusal to approve what one asked for. */
const otherPerson = () => new AppError(403, SECOND_PERSON, 'You asked for this: another person approves it.');

/**
 * Approves a request and does it. Throws 403 `second_person` to the person who asked; what `work` throws leaves it waiting. `work`
 * may run again after a crash.
 */
export async function approve<T>(
  { _id, author: asker }: ApprovalRecord,
  author: Author,
  now: Date,
  work: (approval: ApprovalRecord) => Promise<T>,
): Promise<T> {
  if (isSamePerson(asker, author)) throw otherPerson();
  const approval = await setApproved(_id, author);
  if (!approval) throw gone();
  let done: T;
  try {
    done = await work(approval);
  } catch (error) {
    if (error instanceof AppError && error.status < 500) await unsetApproved(_id);
    throw error;
  }
  const change = await changeOf(approval, 'approval.given', null);
  await inTransaction(async (session) => {
    if (await deleteApproval(_id, true, session))
      await recordChanges([change], approval.approvedBy ?? author, now, session);
  });
  return done;
}

/** Declines a request, with a reason; who asked may take it back so. Throws 409 while it is being done. */
export async function decline(
  approval: ApprovalRecord,
  reason: string,
  author: Author,
  now: Date,
): Promise<void> {
  const change = await changeOf(approval, 'approval.declined', reason);
  await inTransaction(async (session) => {
    if (!(await deleteApproval(approval._id, false, session)))
      throw conflict('approved', 'Somebody approved this meanwhile.');
    await recordChanges([change], author, now, session);
  });
}

/** What waits for a second person at an organization and all below it, oldest first; at most 100. */
export async function listApprovals(
  organizationNumber: string,
  readerId: string,
): Promise<z.input<typeof Approval>[]> {
  const waiting = await readApprovals(organizationNumber);
  const people = await findMembers([...new Set(waiting.flatMap(({ memberId }) => memberId ?? []))]);
  const byId = new Map(people.map((member) => [member._id, member]));
  return waiting.map(({ _id, type, organizationNumber: number, what, amount, reason, ...approval }) => {
    const { author, requestedDt, subjectId, memberId } = approval;
    const member = byId.get(memberId ?? '');
    return {
      ...{ _id, type, organizationNumber: number, what, reason },
      amount: dollarsFromCents(amount),
      by: author.name,
      at: requestedDt.toISOString(),
      isOwn: author.userId === readerId,
      ...(type === 'refund' && { paymentId: subjectId }),
      ...(type === 'batch' && { batchId: subjectId }),
      member: member ? { member_id: member._id, name: fullName(member) } : null,
    };
  });
}

/** How much waits for a second person that some organizations' roles see, up to 1,000. */
export async function countWaitingApprovals(organizationNumbers: readonly string[]): Promise<number> {
  return organizationNumbers.length ? countApprovals(organizationNumbers, ATTENTION_MAX) : 0;
}
