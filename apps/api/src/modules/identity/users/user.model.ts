import type { Session } from '../../../platform/database.ts';
import { newId, objectId, toRecord, toRecordOrUndefined } from '../../../platform/documents.ts';
import { date, flag, id, int, list, object, optional, orNull, text } from '../../../platform/fields.ts';
import {
  collectionOf,
  defineModel,
  insertRecords,
  type DocumentOf,
  type RecordIn,
} from '../../../platform/model.ts';
import { replaceFreeing } from '../../../platform/stand-in.ts';
import type { SessionState } from '../../../platform/sessions.ts';

const UserModel = defineModel('users', {
  /** Lower case. */
  email: text(),
  /** Null until a password is set: nothing matches it. */
  passwordHash: orNull(text()),
  isEmailConfirmed: flag(),
  /** Absent when not linked: the unique index covers only existing values. */
  memberId: optional(id()),
  organizationNumber: orNull(text()),
  /** Tokens with another number are invalid: raising it signs the user out everywhere. */
  sessionEpoch: int(),
  /** Sessions that were ended early, until the last of their tokens would have expired; absent: none. */
  endedSessions: optional(list(object({ sid: text(), untilDt: date() }))),
  /** Sessions in which the password was given again, the newest time of each; absent: none. */
  confirmedSessions: optional(list(object({ sid: text(), dt: date() }))),
  /** Since when nobody signs in with it, for its member has died; absent: somebody may. */
  endedDt: optional(date()),
  createdDt: date(),
});

/** A sign-in: a user of the portal, and the member they are. */
export type User = Omit<RecordIn<typeof UserModel>, 'memberId'> & { memberId: string | null };

function toUser(document: DocumentOf<typeof UserModel> | null): User | undefined {
  const user = toRecordOrUndefined(document);
  return user && { ...user, memberId: user.memberId ?? null };
}

/** Inserts a user. Throws a duplicate key error when email or member are taken. */
export async function insertUser(given: Omit<User, '_id'>, session?: Session): Promise<User> {
  const user = { ...given, _id: newId() };
  const { memberId, ...rest } = user;
  await insertRecords(UserModel, [{ ...rest, ...(memberId !== null && { memberId }) }], session);
  return user;
}

export async function readUser(userId: string, session?: Session): Promise<User | undefined> {
  return toUser(await UserModel.findById(userId, null, { session }).lean());
}

/** `email` in lower case. */
export async function readUserByEmail(email: string): Promise<User | undefined> {
  return toUser(await UserModel.findOne({ email }).lean());
}

/** Those who sign in with one of some confirmed emails, in lower case, or registered with it. */
export async function readUsersByEmails(emails: readonly string[], session?: Session): Promise<User[]> {
  if (!emails.length) return [];
  const found = await UserModel.find({ email: { $in: emails } }, null, { session }).lean();
  return toRecord(found).map(({ memberId = null, ...user }) => ({ ...user, memberId }));
}

/** Some users by their ids: email and member. */
export async function readUsers(
  userIds: readonly string[],
): Promise<Pick<User, '_id' | 'email' | 'memberId'>[]> {
  const found = await UserModel.find({ _id: { $in: userIds } }, { email: 1, memberId: 1 }).lean();
  return toRecord(found).map(({ memberId = null, ...user }) => ({ ...user, memberId }));
}

/** The ids of those members who have a user. */
export async function readLinkedMemberIds(memberIds: readonly string[]): Promise<string[]> {
  if (!memberIds.length) return [];
  const users = await UserModel.find({ memberId: { $in: memberIds } }, { _id: 0, memberId: 1 }).lean();
  return toRecord(users).flatMap(({ memberId }) => memberId ?? []);
}

/** The confirmed emails that some members sign in with, by member id. */
export async function findEmailsOfMembers(memberIds: readonly string[]): Promise<Map<string, string>> {
  if (!memberIds.length) return new Map();
  const filter = { memberId: { $in: memberIds }, isEmailConfirmed: true };
  const users = toRecord(await UserModel.find(filter, { email: 1, memberId: 1 }).lean());
  return new Map(users.flatMap(({ memberId, email }) => (memberId ? [[memberId, email]] : [])));
}

/** The user who signs in as a member, when there is one. */
export async function findUserOfMember(memberId: string, session?: Session): Promise<User | undefined> {
  return toUser(await UserModel.findOne({ memberId }, null, { session }).lean());
}

/** Signs a user out everywhere and lets nobody sign in with it any more; or, without a day, again. */
export async function setEnded(userId: string, endedDt: Date | undefined, session: Session): Promise<void> {
  const { $inc, $unset } = SIGN_OUT_EVERYWHERE;
  const change = endedDt
    ? { $set: { endedDt }, $inc, $unset }
    : { $unset: { ...$unset, endedDt: 1 as const }, $inc };
  await UserModel.updateOne({ _id: userId }, change, { session });
}

/** The state that decides whether a user's sessions are valid; undefined when there is no such user. */
export async function readSessionState(userId: string): Promise<SessionState | undefined> {
  const fields = { sessionEpoch: 1, endedSessions: 1, confirmedSessions: 1, memberId: 1 } as const;
  const user = await UserModel.findOne({ _id: userId }, fields).lean();
  return user
    ? {
        sessionEpoch: user.sessionEpoch,
        endedSessions: user.endedSessions?.map(({ sid }) => sid) ?? [],
        confirmedSessions: user.confirmedSessions ?? [],
        memberId: user.memberId?.toHexString() ?? null,
      }
    : undefined;
}

const SIGN_OUT_EVERYWHERE = {
  $inc: { sessionEpoch: 1 },
  $unset: { endedSessions: 1, confirmedSessions: 1 },
} as const;

/** Confirms the email of a registration that still has this password hash; returns false when it has another, or none. */
export async function setEmailConfirmed(
  userId: string,
  passwordHash: string | null,
  session: Session,
): Promise<boolean> {
  const { matchedCount } = await UserModel.updateOne(
    { _id: userId, isEmailConfirmed: false, passwordHash },
    { $set: { isEmailConfirmed: true } },
    { session },
  );
  return matchedCount === 1;
}

/** Replaces the password of an unconfirmed registration; returns undefined when there is none (any more). */
export async function replaceRegistration(
  email: string,
  passwordHash: string,
  createdDt: Date,
): Promise<User | undefined> {
  return toUser(
    await UserModel.findOneAndUpdate(
      { email, isEmailConfirmed: false },
      { $set: { passwordHash, createdDt }, ...SIGN_OUT_EVERYWHERE },
      { returnDocument: 'after' },
    ).lean(),
  );
}

/**
 * Replaces a password and signs the user out everywhere, in one write; returns the changed user, undefined when the
 * password is no longer the given one.
 */
export async function replacePassword(
  { _id, passwordHash: before }: User,
  passwordHash: string,
): Promise<User | undefined> {
  return toUser(
    await UserModel.findOneAndUpdate(
      { _id, passwordHash: before },
      { $set: { passwordHash }, ...SIGN_OUT_EVERYWHERE },
      { returnDocument: 'after' },
    ).lean(),
  );
}

/** Signs a user out everywhere. */
export async function raiseSessionEpoch(userId: string): Promise<void> {
  await UserModel.updateOne({ _id: userId }, SIGN_OUT_EVERYWHERE);
}

/** The number of sessions that can be ended one by one within their time; one more ends all of the user's. */
const MAX_ENDED = 100;

/** Ends one session. `untilDt`: no token of it is valid after that. */
export async function endSession(userId: string, sid: string, untilDt: Date, now: Date): Promise<void> {
  const ended = { $ifNull: ['$endedSessions', []] };
  const good = { $filter: { input: ended, cond: { $gt: ['$$this.untilDt', now] } } };
  const isFull = { $gt: [{ $size: '$endedSessions' }, MAX_ENDED] };
  await collectionOf(UserModel).updateOne({ _id: objectId(userId) }, [
    { $set: { endedSessions: { $concatArrays: [good, [{ sid, untilDt }]] } } },
    {
      $set: {
        sessionEpoch: { $add: ['$sessionEpoch', { $cond: [isFull, 1, 0] }] },
        endedSessions: { $cond: [isFull, '$$REMOVE', '$endedSessions'] },
      },
    },
  ]);
}

/** Keeps that the password was given again in a session; times before `since` are forgotten. */
export async function confirmSession(
  { _id, passwordHash }: User,
  sid: string,
  since: Date,
  dt: Date,
): Promise<void> {
  const others = {
    $filter: {
      input: { $ifNull: ['$confirmedSessions', []] },
      cond: { $and: [{ $ne: ['$$this.sid', sid] }, { $gt: ['$$this.dt', since] }] },
    },
  };
  await collectionOf(UserModel).updateOne({ _id: objectId(_id), passwordHash }, [
    { $set: { confirmedSessions: { $concatArrays: [others, [{ sid, dt }]] } } },
  ]);
}

/** Links a user that has no member yet; returns undefined when it has one. Throws a duplicate key error when the member is taken. */
export async function setMember(
  userId: string,
  memberId: string,
  organizationNumber: string,
  session: Session,
): Promise<User | undefined> {
  return toUser(
    await UserModel.findOneAndUpdate(
      { _id: userId, memberId: { $exists: false } },
      { $set: { memberId, organizationNumber } },
      { returnDocument: 'after', session },
    ).lean(),
  );
}

/**
 * Unlinks the member from its user and signs the user out everywhere; returns false when it has another or none. With
 * `keepsOrganization` the user keeps the organization where staff without a member begin.
 */
export async function unsetMember(
  userId: string,
  memberId: string,
  keepsOrganization: boolean,
  session: Session,
): Promise<boolean> {
  const users = collectionOf(UserModel);
  const filter = { _id: objectId(userId), memberId: objectId(memberId) };
  const user = await users.findOne(filter, { session });
  if (!user) return false;
  // It was over for the sake of a member who died.
  const {
    memberId: _member,
    endedSessions: _sessions,
    confirmedSessions: _confirmed,
    endedDt: _ended,
    ...rest
  } = user;
  const organizationNumber = keepsOrganization ? rest.organizationNumber : null;
  const unlinked = { ...rest, organizationNumber, sessionEpoch: rest.sessionEpoch + 1 };
  await replaceFreeing(users, unlinked, session);
  return true;
}

/** Gives a user another email and signs them out everywhere. Throws a duplicate key error when another user has it. */
export async function setEmail(userId: string, email: string, session: Session): Promise<void> {
  const users = collectionOf(UserModel);
  const user = await users.findOne({ _id: objectId(userId) }, { session });
  if (!user) return;
  const { endedSessions: _sessions, confirmedSessions: _confirmed, ...rest } = user;
  await replaceFreeing(users, { ...rest, email, sessionEpoch: rest.sessionEpoch + 1 }, session);
}

/** Deletes a user. */
export async function eraseUser(userId: string, session: Session): Promise<void> {
  await UserModel.deleteOne({ _id: userId }, { session });
}
