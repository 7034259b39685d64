/** What waits for a second person. */
import { APPROVALS_MAX, type ApprovalType } from '@kinfold/domain/second-person';
import { authorField } from '../../../platform/author.ts';
import type { Session } from '../../../platform/database.ts';
import { date, list, mixed, money, object, optional, orNull, text } from '../../../platform/fields.ts';
import { collectionOf, defineModel, type DocumentOf } from '../../../platform/model.ts';

/**
 * A refund, waiver or closing of a batch that waits for a second person; deleted when it is done or declined, which the
 * history keeps. `_id` is `refund:refundId`, `waiver:donationId:waiverId` or `batch:batchId`.
 */
const ApprovalModel = defineModel('money_approvals', {
  _id: text(),
  type: text<ApprovalType>(),
  organizationNumber: text(),
  /** The organizations whose roles see it: see `readScopes`. */
  scope: list(text()),
  what: text(),
  amount: money(),
  reason: orNull(text()),
  /** The payment, dues or batch. */
  subjectId: text(),
  memberId: orNull(text()),
  /** What is done once it is approved. */
  request: object({ id: text(), hash: text(), form: mixed() }),
  author: authorField,
  requestedDt: date(),
  /** Who approved it, while it is being done: from then on it cannot be declined. */
  approvedBy: optional(authorField),
});
export type ApprovalRecord = DocumentOf<typeof ApprovalModel>;

const approvals = () => collectionOf(ApprovalModel);

/** Stores a request. Throws a duplicate key error when it waits already. */
export async function insertApproval(approval: ApprovalRecord, session: Session): Promise<void> {
  await approvals().insertOne(approval, { session });
}

/** A request by its id. */
export async function readApproval(_id: string): Promise<ApprovalRecord | undefined> {
  return (await approvals().findOne({ _id })) ?? undefined;
}

/** What waits that an organization's roles see, oldest first. */
export async function readApprovals(organizationNumber: string): Promise<ApprovalRecord[]> {
  const found = approvals().find({ scope: organizationNumber }).sort({ requestedDt: 1, _id: 1 });
  return found.limit(APPROVALS_MAX).toArray();
}

/** How much waits that some organizations' roles see, up to a limit. */
export async function countApprovals(organizationNumbers: readonly string[], limit: number): Promise<number> {
  return approvals().countDocuments({ scope: { $in: [...organizationNumbers] } }, { limit });
}

/** Keeps who approved it, unless somebody did; undefined: it does not wait any more. */
export async function setApproved(
  _id: string,
  approvedBy: ApprovalRecord['author'],
): Promise<ApprovalRecord | undefined> {
  await approvals().updateOne({ _id, approvedBy: { $exists: false } }, { $set: { approvedBy } });
  return readApproval(_id);
}

/** It waits again: it could not be done. */
export async function unsetApproved(_id: string): Promise<void> {
  await approvals().updateOne({ _id }, { $unset: { approvedBy: 1 } });
}

/** Deletes a request; `isApproved`: one that is being done, or only one that is not. Returns false when there is none. */
export async function deleteApproval(_id: string, isApproved: boolean, session: Session): Promise<boolean> {
  const filter = { _id, approvedBy: { $exists: isApproved } };
  return (await approvals().deleteOne(filter, { session })).deletedCount === 1;
}
