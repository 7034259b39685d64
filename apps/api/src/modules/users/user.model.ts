import mongoose, { Schema } from 'mongoose';
import type { RoleAssignment } from '@kinfold/domain/permission';
import { newId, objectId, plain, plainOrUndefined, type ObjectId } from '../../platform/documents.ts';

type UserDocument = {
  _id: ObjectId;
  /** Lower case. */
  email: string;
  /** Null until a password is set: nothing matches it. */
  passwordHash: string | null;
  isEmailConfirmed: boolean;
  /** Absent when not linked: the unique index covers only what is there. */
  memberId?: ObjectId;
  organizationNumber: string | null;
  roles: RoleAssignment[];
  /** User tokens of another number are dead: raising it signs the user out everywhere. */
  sessionEpoch: number;
  createdDt: Date;
};

/** A sign-in: who may use the portal, as which member and in which roles. */
export type User = Omit<UserDocument, '_id' | 'memberId'> & { _id: string; memberId: string | null };

const UserModel = mongoose.model(
  'User',
  new Schema<UserDocument>(
    {
      email: String,
      passwordHash: String,
      isEmailConfirmed: Boolean,
      memberId: Schema.Types.ObjectId,
      organizationNumber: String,
      roles: [{ _id: false, organizationNumber: String, role: String }],
      sessionEpoch: Number,
      createdDt: Date,
    },
    { collection: 'users', versionKey: false },
  ),
);

function toUser(document: UserDocument | null): User | undefined {
  const user = plainOrUndefined(document);
  return user && { ...user, memberId: user.memberId ?? null };
}

/** Inserts a user. Throws a duplicate key error when e-mail or member are taken. */
export async function insertUser(given: Omit<User, '_id'>): Promise<User> {
  const user = { ...given, _id: newId() };
  const { memberId, ...rest } = user;
  await UserModel.collection.insertOne({
    ...rest,
    _id: objectId(user._id),
    ...(memberId !== null && { memberId: objectId(memberId) }),
  });
  return user;
}

export async function readUser(userId: string): Promise<User | undefined> {
  return toUser(await UserModel.findById(objectId(userId)).lean<UserDocument>());
}

/** `email` in lower case. */
export async function readUserByEmail(email: string): Promise<User | undefined> {
  return toUser(await UserModel.findOne({ email }).lean<UserDocument>());
}

export async function readRoles(userId: string): Promise<RoleAssignment[]> {
  const user = await UserModel.findById(objectId(userId), { roles: 1 }).lean<Pick<UserDocument, 'roles'>>();
  return user?.roles ?? [];
}

/** Those of some members that have a user. */
export async function readLinkedMemberIds(memberIds: readonly string[]): Promise<string[]> {
  if (!memberIds.length) return [];
  const users = await UserModel.find(
    { memberId: { $in: memberIds.map(objectId) } },
    { _id: 0, memberId: 1 },
  ).lean<Required<Pick<UserDocument, 'memberId'>>[]>();
  return plain(users).map(({ memberId }) => memberId);
}

export async function setEmailConfirmed(userId: string): Promise<void> {
  await UserModel.updateOne({ _id: objectId(userId) }, { $set: { isEmailConfirmed: true } });
}

/** Sets a password and signs the user out everywhere, in one write. */
export async function setPassword(userId: string, passwordHash: string): Promise<void> {
  await UserModel.updateOne({ _id: objectId(userId) }, { $set: { passwordHash }, $inc: { sessionEpoch: 1 } });
}

/** Signs a user out everywhere. */
export async function raiseSessionEpoch(userId: string): Promise<void> {
  await UserModel.updateOne({ _id: objectId(userId) }, { $inc: { sessionEpoch: 1 } });
}

/** Links a user that has no member yet; undefined when it has one. Throws a duplicate key error when it is taken. */
export async function setMember(
  userId: string,
  memberId: string,
  organizationNumber: string,
): Promise<User | undefined> {
  return toUser(
    await UserModel.findOneAndUpdate(
      { _id: objectId(userId), memberId: { $exists: false } },
      { $set: { memberId: objectId(memberId), organizationNumber } },
      { returnDocument: 'after' },
    ).lean<UserDocument>(),
  );
}
