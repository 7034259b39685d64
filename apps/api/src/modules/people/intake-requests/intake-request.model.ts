import type { CalendarDate } from '@kinfold/domain/dates';
import { NEWEST_FIRST, olderThan, type Place } from '../../../platform/cursor.ts';
import { insertOnce, type Session } from '../../../platform/database.ts';
import { date, list, object, orNull, text } from '../../../platform/fields.ts';
import { collectionOf, defineModel, type DocumentOf } from '../../../platform/model.ts';

/** A request to become a member; staff accept or dismiss it. */
const IntakeRequestModel = defineModel('intake_requests', {
  _id: text(),
  firstNm: text(),
  lastNm: text(),
  middleInit: orNull(text()),
  birthDt: orNull(text<CalendarDate>()),
  /** How to be reached: one of them at least; null in requests from before that was asked. */
  phone: orNull(text()),
  email: orNull(text()),
  /** The organization whose staff reads it, or the root for one named in the person's own words. */
  organizationNumber: text(),
  organizationName: orNull(text()),
  /** The organizations whose roles see it: see `readScopes`. */
  scope: list(text()),
  status: text<'new' | 'member' | 'dismissed'>(),
  createdDt: date(),
  /** The user who answered it and when; null while it is new. */
  decision: orNull(
    object({
      by: text(),
      at: date(),
      /** Why it was dismissed. */
      reason: orNull(text()),
      /** The member who was created from it. */
      member_id: orNull(text()),
    }),
  ),
});
export type IntakeRequestRecord = DocumentOf<typeof IntakeRequestModel>;

const requests = () => collectionOf(IntakeRequestModel);

/** Stores a request; returns false when its id exists already. */
export async function insertIntakeRequest(record: IntakeRequestRecord): Promise<boolean> {
  return insertOnce(requests(), record);
}

/** A request by its id. */
export async function findIntakeRequest(_id: string): Promise<IntakeRequestRecord | undefined> {
  return (await requests().findOne({ _id })) ?? undefined;
}

/** The requests of a state that an organization's roles see, newest first, after a position. */
export async function readIntakeRequests(
  organizationNumber: string,
  status: IntakeRequestRecord['status'],
  after: Place | undefined,
  limit: number,
): Promise<IntakeRequestRecord[]> {
  const found = requests().find({
    scope: organizationNumber,
    status,
    ...olderThan(after),
  });
  return found.sort(NEWEST_FIRST).limit(limit).toArray();
}

/** The number of waiting requests that some organizations' roles see, up to `limit`. */
export async function countNew(organizationNumbers: readonly string[], limit: number): Promise<number> {
  return requests().countDocuments({ scope: { $in: [...organizationNumbers] }, status: 'new' }, { limit });
}

/** The number of requests to join an organization itself that wait for an answer. */
export async function countWaitingRequests(organizationNumber: string, session: Session): Promise<number> {
  const filter = { scope: organizationNumber, status: 'new' as const, organizationNumber };
  return requests().countDocuments(filter, { session });
}

/** Answers a request that is still in a state; returns false when it no longer is. */
export async function setDecision(
  _id: string,
  from: IntakeRequestRecord['status'],
  decided: Pick<IntakeRequestRecord, 'status' | 'decision'>,
  session: Session,
): Promise<boolean> {
  const { modifiedCount } = await requests().updateOne({ _id, status: from }, { $set: decided }, { session });
  return modifiedCount === 1;
}
