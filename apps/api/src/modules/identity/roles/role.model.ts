import type { Role } from '@kinfold/domain/role';
import type { Session } from '../../../platform/database.ts';
import { toRecord, toRecordOrUndefined } from '../../../platform/documents.ts';
import { date, id, orNull, text } from '../../../platform/fields.ts';
import { defineModel, insertRecords, type RecordIn } from '../../../platform/model.ts';

const RoleModel = defineModel('roles', {
  /** Lower case. */
  email: text(),
  /** Null for an invitation, which grants nothing. */
  userId: orNull(id()),
  /** Where it was given; `*` for all organizations. */
  organizationNumber: text(),
  role: text<Role>(),
  /** Null for roles from before this was stored. */
  createdBy: orNull(text()),
  createdDt: date(),
  /** The end of the role. */
  endDt: orNull(date()),
  /** For an invitation: until when it can be accepted. */
  pendingUntilDt: orNull(date()),
});
export type RoleRecord = RecordIn<typeof RoleModel>;

/** Inserts roles. Throws a duplicate key error when the email has that role there already. */
export async function insertRoles(roles: readonly RoleRecord[], session: Session): Promise<void> {
  await insertRecords(RoleModel, roles, session);
}

/** All roles of a user, including ended ones; a handful. */
export async function readRolesOfUser(userId: string, session?: Session): Promise<RoleRecord[]> {
  return toRecord(await RoleModel.find({ userId }, {}, { session }).lean());
}

/** The roles that were given at some organizations, including ended ones, oldest first; a few dozen. */
export async function readRolesAt(
  organizationNumbers: readonly string[],
  session?: Session,
): Promise<RoleRecord[]> {
  const filter = { organizationNumber: { $in: organizationNumbers } };
  return toRecord(await RoleModel.find(filter, {}, { session }).sort({ createdDt: 1, _id: 1 }).lean());
}

/** The organizations with a holder of a role at an instant. */
export async function readPlacesOfRole(role: Role, at: Date): Promise<string[]> {
  const found = await RoleModel.find(
    { role, userId: { $ne: null } },
    { _id: 0, organizationNumber: 1, endDt: 1 },
  ).lean();
  const current = found.filter(({ endDt }) => endDt === null || endDt > at);
  return [...new Set(current.map(({ organizationNumber }) => organizationNumber))];
}

/** A role by its id. */
export async function readRole(roleId: string, session: Session): Promise<RoleRecord | undefined> {
  return toRecordOrUndefined(await RoleModel.findOne({ _id: roleId }, {}, { session }).lean());
}

type Key = Pick<RoleRecord, 'email' | 'organizationNumber' | 'role'>;

/** The role or invitation of an email at an organization. */
export async function readRoleByKey(
  { email, organizationNumber, role }: Key,
  session: Session,
): Promise<RoleRecord | undefined> {
  const filter = { email, organizationNumber, role };
  return toRecordOrUndefined(await RoleModel.findOne(filter, {}, { session }).lean());
}

/** Deletes a role; returns false when it is gone already. */
export async function eraseRole(roleId: string, session: Session): Promise<boolean> {
  return (await RoleModel.deleteOne({ _id: roleId }, { session })).deletedCount === 1;
}

/** The invitations of an email, including expired ones. */
export async function readInvitations(email: string, session: Session): Promise<RoleRecord[]> {
  return toRecord(await RoleModel.find({ email, userId: null }, {}, { session }).lean());
}

/** Turns an invitation into a role of a user. */
export async function setUserOfRole(roleId: string, userId: string, session: Session): Promise<void> {
  await RoleModel.updateOne({ _id: roleId }, { $set: { userId, pendingUntilDt: null } }, { session });
}

/** Roles and invitations that have ended. */
export async function readOverdueRoles(now: Date): Promise<RoleRecord[]> {
  const over = { $lte: now };
  const [ended, expired] = await Promise.all([
    RoleModel.find({ endDt: over }).lean(),
    RoleModel.find({ pendingUntilDt: over }).lean(),
  ]);
  return toRecord([...ended, ...expired]);
}
