/**
 * Roles (rules.md "Roles"): the holders at each organization, the ends of roles, and invitations. A role is a document of
 * its own; an ended one is removed, with an entry in the history, and grants nothing even before that.
 */
import { INVITATION_DAYS, isRemovable, rolesToGive, type RoleForm } from '@kinfold/domain/assigned-role';
import { DAY_MS, endOfDay, type CalendarDate } from '@kinfold/domain/dates';
import { ROOT, ROOT_NAME, type RoleAssignment } from '@kinfold/domain/permission';
import { countTry, type Limit } from '../../../platform/rate-limit.ts';
import { commandAuthor, type Author } from '../../../platform/author.ts';
import { takeTurn } from '../../../platform/counters.ts';
import { inTransaction, isDuplicateKey, isObjectId, type Session } from '../../../platform/database.ts';
import { newId } from '../../../platform/documents.ts';
import { AppError, conflict, invalid, notFound } from '../../../platform/problem.ts';
import { recordChanges, type Change } from '../../operations/audit/audit.service.ts';
import {
  findOrganizationNames,
  findOrganizations,
} from '../../organizations/organizations/organization.service.ts';
import { queueMail } from '../../../work/outbox.ts';
import { invitationMail } from './role-mails.ts';
import {
  eraseRole,
  insertRoles,
  readInvitations,
  readOverdueRoles,
  readRole,
  readRoleByKey,
  readRolesAt,
  readRolesOfUser,
  setUserOfRole,
  type RoleRecord,
} from './role.model.ts';

export type { RoleRecord };

/** Where a role is given: an organization with its path, or the root, whose path is empty. */
export type RolePlace = { organizationNumber: string; organizationName: string; path: readonly string[] };

/** The grant of policies for roles. */
export type RolePlaceGrant = { place: RolePlace };

/** Removals of administrators are serialized: each sees who is left. */
const REMOVALS = 'administrators-removed';

const isOver = ({ endDt, pendingUntilDt }: RoleRecord, now: Date) =>
  [endDt, pendingUntilDt].some((end) => end !== null && end <= now);

/** The roles of a user at an instant. */
export async function findHeldRoles(userId: string, now: Date, session?: Session): Promise<RoleAssignment[]> {
  return (await readRolesOfUser(userId, session))
    .filter((role) => !isOver(role, now))
    .map(({ organizationNumber, role }) => ({ organizationNumber, role }));
}

/** The organizations whose roles count at a place: itself, all above it and the root. */
const numbersAbove = ({ path }: RolePlace) => [ROOT, ...path];

/** The roles and invitations at a place, including those from above it, and the names of their organizations. */
export async function listRoles(place: RolePlace, now: Date) {
  const [roles, organizationNames] = await Promise.all([
    readRolesAt(numbersAbove(place)),
    findOrganizationNames(place.path),
  ]);
  return { roles: roles.filter((role) => !isOver(role, now)), organizationNames };
}

/** A history entry about a role, in the history of its organization. */
function changeOf(
  action: Extract<Change['action'], `role.${string}`>,
  { organizationNumber, role, email, endDt }: RoleRecord,
  organizationName: string,
): Change {
  const isGiven = ['role.accepted', 'role.granted', 'role.invited'].includes(action);
  const fields = { role, user: email, ...(endDt && { endDt }) };
  return {
    organizationNumber,
    action,
    subject: { type: 'organization', id: organizationNumber, label: organizationName },
    changes: Object.entries(fields).map(([field, value]) =>
      isGiven ? { field, from: null, to: value } : { field, from: value, to: null },
    ),
  };
}

/** Gives a new user their roles, in the transaction that creates the user; for seeds and commands. */
export async function grantRoles(
  user: { _id: string; email: string },
  assignments: readonly RoleAssignment[],
  author: Author,
  now: Date,
  session: Session,
): Promise<void> {
  if (!assignments.length) return;
  const roles = assignments.map(({ organizationNumber, role }): RoleRecord => ({
    _id: newId(),
    email: user.email,
    userId: user._id,
    organizationNumber,
    role,
    createdBy: author.email,
    createdDt: now,
    endDt: null,
    pendingUntilDt: null,
  }));
  await insertRoles(roles, session);
  const nameOf = await organizationNames(roles);
  const changes = roles.map((role) => changeOf('role.granted', role, nameOf(role)));
  await recordChanges(changes, author, now, session);
}

const removalOf = ({ userId }: RoleRecord) =>
  userId === null ? 'role.invitation_withdrawn' : 'role.removed';

/** The names of the organizations of some roles. */
async function organizationNames(roles: readonly RoleRecord[]) {
  const names = await findOrganizationNames(roles.map(({ organizationNumber }) => organizationNumber));
  return ({ organizationNumber }: RoleRecord) => names.get(organizationNumber) ?? organizationNumber;
}

/** Invitations send mails to anybody: the hourly limit of one sender. */
const INVITATIONS: Limit = { name: 'invitations', max: 30, windowSeconds: 3_600 };

/** The user who gets a role; `isThere` checks in the transaction that they still exist. */
export type RoleHolder = { _id: string; isThere: (session: Session) => Promise<boolean> };

type Clock = { now: Date; today: CalendarDate; timeZone: string; appUrl: string };

/**
 * Gives a role at a place to a user; without a user, invites the email if asked to. Throws 422 for a role that grants
 * nothing there and a last day in the past, 404 `no_such_user`, 409 `role_held`.
 */
export async function giveRole(
  place: RolePlace,
  { email, role, endDt, invite }: RoleForm,
  user: RoleHolder | undefined,
  author: Author,
  { now, today, timeZone, appUrl }: Clock,
): Promise<RoleRecord> {
  if (!rolesToGive(place.organizationNumber).includes(role))
    throw invalid([{ path: 'role', message: 'For all organizations only the role of administrator exists' }]);
  if (endDt && endDt < today) throw invalid([{ path: 'endDt', message: 'The last day is over already' }]);
  if (!user && !invite) throw noSuchUser();
  const given: RoleRecord = {
    _id: newId(),
    email,
    userId: user?._id ?? null,
    organizationNumber: place.organizationNumber,
    role,
    createdBy: author.email,
    createdDt: now,
    endDt: endDt ? endOfDay(endDt, timeZone) : null,
    pendingUntilDt: user ? null : new Date(now.getTime() + INVITATION_DAYS * DAY_MS),
  };
  if (!user) await countTry(INVITATIONS, author.userId ?? author.email, now);
  const action = user ? 'role.granted' : 'role.invited';
  try {
    await inTransaction(async (session) => {
      // A concurrent deletion of the sign-in takes a turn too.
      if (user) await takeTurn(REMOVALS, session);
      if (user && !(await user.isThere(session))) throw noSuchUser();
      const before = await readRoleByKey(given, session);
      if (before && isOver(before, now)) await endRole(before, place.organizationName, author, now, session);
      else if (before) throw roleTaken(before, place);
      await insertRoles([given], session);
      await recordChanges([changeOf(action, given, place.organizationName)], author, now, session);
      if (!user) {
        const mail = invitationMail(given, place, author.name, appUrl);
        await queueMail({ _id: `role-invitation:${given._id}`, ...mail }, now, session);
      }
    });
  } catch (error) {
    if (isDuplicateKey(error, 'roles.email_organization_role')) throw roleTaken(given, place);
    throw error;
  }
  return given;
}

const noSuchUser = () =>
  new AppError(404, 'no_such_user', 'Nobody has confirmed an account with this email.');

function roleTaken({ email, role, userId }: RoleRecord, { organizationName }: RolePlace): AppError {
  const what = userId === null ? 'is invited as' : 'holds the role';
  return conflict('role_held', `${email} ${what} ${role} at ${organizationName} already.`);
}

/**
 * Removes a role, or an invitation, that was given at a place. Throws 404 when there is none with that id at that place,
 * 409 `last_administrator` when nobody would administer it without an end date.
 */
export async function removeRole(place: RolePlace, roleId: string, author: Author, now: Date): Promise<void> {
  await inTransaction(async (session) => {
    const found = isObjectId(roleId) ? await readRole(roleId, session) : undefined;
    if (found?.organizationNumber !== place.organizationNumber || isOver(found, now))
      throw notFound('There is no such role.');
    if (found.role === 'administrator') await requireAnother(found, place, now, session);
    await eraseRole(found._id, session);
    await recordChanges([changeOf(removalOf(found), found, place.organizationName)], author, now, session);
  });
}

/**
 * Removes all roles of a deleted user, in the transaction of the caller. Throws 409 `last_administrator` where nobody
 * else would administer a place.
 */
export async function removeRolesOf(
  userId: string,
  author: Author,
  now: Date,
  session: Session,
): Promise<void> {
  // First: a role that is given concurrently is read with the others, or not given.
  await takeTurn(REMOVALS, session);
  const roles = await readRolesOfUser(userId, session);
  const organizations = await findOrganizations(roles.map(({ organizationNumber }) => organizationNumber));
  const places = new Map(
    organizations.map((organization) => [organization.organizationNumber, organization]),
  );
  const nameOf = (number: string) =>
    number === ROOT ? ROOT_NAME : (places.get(number)?.organizationName ?? number);
  for (const role of roles) {
    const { organizationNumber } = role;
    const path = places.get(organizationNumber)?.path ?? [];
    const place = { organizationNumber, organizationName: nameOf(organizationNumber), path };
    if (role.role === 'administrator' && !isOver(role, now)) await requireAnother(role, place, now, session);
    await eraseRole(role._id, session);
    await recordChanges([changeOf(removalOf(role), role, place.organizationName)], author, now, session);
  }
}

/** Until the transaction of the caller ends nobody gets or loses a role: what it reads of roles stays right. */
export const holdRoles = (session: Session): Promise<void> => takeTurn(REMOVALS, session);

/** Removes all roles of a user who has died, in the transaction of the caller, and gives them. */
export async function endRolesOf(
  userId: string,
  author: Author,
  now: Date,
  session: Session,
): Promise<RoleRecord[]> {
  await takeTurn(REMOVALS, session);
  const roles = (await readRolesOfUser(userId, session)).filter((role) => !isOver(role, now));
  const nameOf = await organizationNames(roles);
  for (const { _id } of roles) await eraseRole(_id, session);
  const changes = roles.map((role) => changeOf('role.removed', role, nameOf(role)));
  if (changes.length) await recordChanges(changes, author, now, session);
  return roles;
}

/** Gives a user roles again that were taken away by mistake, except those that have expired meanwhile. */
export async function restoreRoles(
  { _id: userId, email }: { _id: string; email: string },
  given: readonly Pick<RoleRecord, 'organizationNumber' | 'role' | 'createdBy' | 'createdDt' | 'endDt'>[],
  author: Author,
  now: Date,
  session: Session,
): Promise<void> {
  const roles: RoleRecord[] = [];
  for (const one of given) {
    const role = { ...one, _id: newId(), userId, email, pendingUntilDt: null };
    if (!isOver(role, now) && !(await readRoleByKey(role, session))) roles.push(role);
  }
  if (!roles.length) return;
  await insertRoles(roles, session);
  const nameOf = await organizationNames(roles);
  const changes = roles.map((role) => changeOf('role.granted', role, nameOf(role)));
  await recordChanges(changes, author, now, session);
}

async function requireAnother(removed: RoleRecord, place: RolePlace, now: Date, session: Session) {
  await takeTurn(REMOVALS, session);
  const lasting = (role: RoleRecord) => ({ ...role, isPending: role.userId === null });
  const others = (await readRolesAt(numbersAbove(place), session)).filter(
    (role) => role._id !== removed._id && !isOver(role, now),
  );
  if (!isRemovable(lasting(removed), others.map(lasting)))
    throw conflict(
      'last_administrator',
      `${removed.email} is the last administrator of ${place.organizationName}. Give somebody else that role first, without an end date.`,
    );
}

/** Gives a user the roles that their email was invited to, in the transaction that confirms it. */
export async function acceptInvitations(
  { _id, email }: { _id: string; email: string },
  now: Date,
  session: Session,
): Promise<void> {
  const invitations = (await readInvitations(email, session)).filter((role) => !isOver(role, now));
  if (!invitations.length) return;
  for (const invitation of invitations) await setUserOfRole(invitation._id, _id, session);
  const nameOf = await organizationNames(invitations);
  const changes = invitations.map((role) => changeOf('role.accepted', role, nameOf(role)));
  await recordChanges(changes, { userId: _id, email, name: email, requestId: null }, now, session);
}

/** The ids of the users who have a role at the root. */
export async function findRootUserIds(now: Date): Promise<string[]> {
  const roles = (await readRolesAt([ROOT])).filter((role) => !isOver(role, now));
  return roles.flatMap(({ userId }) => userId ?? []);
}

/** Ends the roles and invitations that were given at an organization, on its removal, or at the root. */
export async function endRolesAt(
  { organizationNumber, organizationName }: Pick<RolePlace, 'organizationNumber' | 'organizationName'>,
  author: Author,
  now: Date,
  session: Session,
): Promise<void> {
  const roles = await readRolesAt([organizationNumber], session);
  for (const { _id } of roles) await eraseRole(_id, session);
  const changes = roles.map((role) => changeOf(removalOf(role), role, organizationName));
  if (changes.length) await recordChanges(changes, author, now, session);
}

async function endRole(
  role: RoleRecord,
  organizationName: string,
  author: Author,
  now: Date,
  session: Session,
): Promise<void> {
  if (!(await eraseRole(role._id, session))) return;
  const action = role.userId === null ? 'role.invitation_expired' : 'role.ended';
  await recordChanges([changeOf(action, role, organizationName)], author, now, session);
}

const WORKER = commandAuthor('worker', 'Kinfold');

/** Removes ended roles and invitations, with their history entries. */
export async function endOverdueRoles(now: Date): Promise<void> {
  const overdue = await readOverdueRoles(now);
  const nameOf = await organizationNames(overdue);
  for (const role of overdue)
    await inTransaction((session) => endRole(role, nameOf(role), WORKER, now, session));
}
