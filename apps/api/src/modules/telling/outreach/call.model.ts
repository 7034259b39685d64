/** Calls to people who owe in runs. Their ids are texts, so all access goes through the driver (docs/decisions/011). */
import type { CallOutcome } from '@kinfold/domain/call';
import { authorField } from '../../../platform/author.ts';
import { upsertOnce, type Session } from '../../../platform/database.ts';
import { date, orNull, text } from '../../../platform/fields.ts';
import { collectionOf, defineModel, type DocumentOf } from '../../../platform/model.ts';

/** A recorded call. */
const CallModel = defineModel('run_calls', {
  _id: text(),
  donationId: text(),
  campaignRunId: text(),
  memberId: text(),
  outcome: text<CallOutcome>(),
  note: text(),
  /** The number that was called. */
  phoneNbr: orNull(text()),
  author: authorField,
  at: date(),
});
export type CallRecord = DocumentOf<typeof CallModel>;

/** The claim of a caller on a donation, and its end; `_id` is the donation. */
const ClaimModel = defineModel('run_call_holds', {
  _id: text(),
  campaignRunId: text(),
  userId: text(),
  name: text(),
  untilDt: date(),
});
export type CallClaim = DocumentOf<typeof ClaimModel>;

const calls = () => collectionOf(CallModel);
const claims = () => collectionOf(ClaimModel);

/** The calls to some members, newest first; each has few. */
export async function findCallsTo(memberIds: readonly string[]): Promise<CallRecord[]> {
  if (!memberIds.length) return [];
  const found = await calls()
    .find({ memberId: { $in: [...memberIds] } })
    .toArray();
  return found.toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

/** The newest calls to a member. */
export async function readNewestCalls(memberId: string, limit: number): Promise<CallRecord[]> {
  return calls().find({ memberId }).sort({ at: -1, _id: -1 }).limit(limit).toArray();
}

export async function insertCall(call: CallRecord, session: Session): Promise<void> {
  await calls().insertOne(call, { session });
}

/** Deletes a call that a user recorded, and returns it; null when there is none, or another user recorded it. */
export async function eraseCall(
  filter: { _id: string; donationId: string; 'author.userId': string },
  session: Session,
): Promise<CallRecord | null> {
  return calls().findOneAndDelete(filter, { session });
}

/** The claims on some donations at a time. */
export async function readClaims(donationIds: readonly string[], now: Date): Promise<CallClaim[]> {
  if (!donationIds.length) return [];
  return claims()
    .find({ _id: { $in: [...donationIds] }, untilDt: { $gt: now } })
    .toArray();
}

/** The claim of a user in a run at a time. */
export async function readClaimOf(
  campaignRunId: string,
  userId: string,
  now: Date,
): Promise<CallClaim | null> {
  return claims().findOne({ campaignRunId, userId, untilDt: { $gt: now } });
}

/**
 * Claims a donation for a user: a free one, one whose claim has expired, or their own for longer. Releases their earlier
 * claim in the run. Returns false when another user has it: one of several at once succeeds.
 */
export async function claimCall(record: CallClaim, now: Date): Promise<boolean> {
  const { _id, campaignRunId, userId } = record;
  const free = { _id, $or: [{ untilDt: { $lte: now } }, { userId }] };
  const { _id: _donation, ...claim } = record;
  if (!(await upsertOnce(claims(), free, { $set: claim }))) return false;
  await claims().deleteMany({ campaignRunId, userId, _id: { $ne: _id } });
  return true;
}

/** Releases a donation that a user has claimed. */
export async function release(donationId: string, userId: string, session?: Session): Promise<void> {
  await claims().deleteOne({ _id: donationId, userId }, { session });
}

/** Deletes the calls to a member who is deleted. */
export async function eraseCallsTo(memberId: string, session: Session): Promise<void> {
  await calls().deleteMany({ memberId }, { session });
}
