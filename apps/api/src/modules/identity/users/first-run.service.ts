/**
 * `npm run first-run`: creates the first organization and its first administrator, in an empty database. The
 * administrator is invited by mail, or sets a password with a link that is shown once to the operator, who may do
 * anything with the database anyway.
 */
import { calendarDateOf } from '@kinfold/domain/dates';
import { ROOT, ROOT_NAME } from '@kinfold/domain/permission';
import { commandAuthor } from '../../../platform/author.ts';
import { CommandError } from '../../../platform/command.ts';
import { takeTurn } from '../../../platform/counters.ts';
import { inTransaction } from '../../../platform/database.ts';
import { nextNumber } from '../../organizations/organizations/organization-changes.service.ts';
import {
  createOrganization,
  findFirstOrganization,
} from '../../organizations/organizations/organization.service.ts';
import { queueMail } from '../../../work/outbox.ts';
import { endRolesAt, findRootUserIds, giveRole } from '../roles/role.service.ts';
import { resetMail } from './identity-mails.ts';
import { issueResetCode } from './user-code.service.ts';
import { readUser, readUserByEmail, type User } from './user.model.ts';
import { createUser, roleHolder } from './user.service.ts';

/** Of concurrent first runs, the later one sees what the earlier one created. */
const TURN = 'first-run';

const EVERYWHERE = { organizationNumber: ROOT, organizationName: ROOT_NAME, path: [] };

type Site = { now: Date; timeZone: string; appUrl: string };

/** Creates the first organization. Throws CommandError where there is one. */
export async function makeFirstOrganization(organizationName: string, now: Date): Promise<void> {
  const organization = { organizationName, organizationNumber: await nextNumber() };
  await createOrganization(
    organization,
    commandAuthor('npm run first-run', 'Kinfold'),
    now,
    async (session) => {
      await takeTurn(TURN, session);
      const first = await findFirstOrganization(session);
      if (first)
        throw new CommandError(
          `There is an organization already: ${first.organizationName} (${first.organizationNumber}). Nothing was changed. If its administrator never signed in, run it with --again --email ADDRESS.`,
        );
    },
  );
}

/** The name of the first organization. Throws CommandError where there is none, or an administrator of everything exists. */
export async function requireNobodyAdministers(now: Date): Promise<string> {
  const first = await findFirstOrganization();
  if (!first) throw new CommandError('There is no organization yet: run it without --again.');
  for (const userId of await findRootUserIds(now)) {
    const user = await readUser(userId);
    if (user && user.passwordHash !== null)
      throw new CommandError(
        `${user.email} administers everything already. Nothing was changed: they can give others a role, and ask for a new password on the sign-in page.`,
      );
  }
  return first.organizationName;
}

/**
 * Makes a user administrator of everything, in place of a previous invitee who never signed in; returns the link to set a
 * password, or null when a mail is sent. Throws CommandError for a link to an unconfirmed account.
 */
export async function giveFirstAdministrator(
  { email, organizationName, byLink }: { email: string; organizationName: string; byLink: boolean },
  { now, timeZone, appUrl }: Site,
): Promise<string | null> {
  // The mail names the inviter.
  const author = commandAuthor('npm run first-run', organizationName);
  const found = await readUserByEmail(email);
  if (byLink && found && !found.isEmailConfirmed)
    throw new CommandError(
      `The account of ${email} is not confirmed, so it may be anybody’s: use another email, or leave --link out.`,
    );
  await inTransaction((session) => endRolesAt(EVERYWHERE, author, now, session));
  const user = byLink ? (found ?? (await createAccount(email, author, now))) : confirmed(found);
  const form = { email, role: 'administrator', invite: true } as const;
  const today = calendarDateOf(now, timeZone);
  await giveRole(EVERYWHERE, form, user && roleHolder(user), author, { now, today, timeZone, appUrl });
  // A user with a password signs in with it.
  if (!user || (!byLink && user.passwordHash !== null)) return null;
  const { id, code } = await issueResetCode(user, now);
  const page = new URL('/reset-password', appUrl);
  if (!byLink) {
    await queueMail({ _id: id, ...resetMail(email, code, page.href) }, now);
    return null;
  }
  page.searchParams.set('code', code);
  return page.href;
}

const confirmed = (user: User | undefined) => (user?.isEmailConfirmed ? user : undefined);

const createAccount = (email: string, author: ReturnType<typeof commandAuthor>, now: Date) =>
  createUser({ email, isEmailConfirmed: true, now }, author);
