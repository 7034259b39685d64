/**
 * `npm run first-run -- --organization NAME --email ADDRESS [--link]`: creates the first organization and its first
 * administrator, in an empty database. They are invited by mail; with `--link` a link to set their password is printed,
 * once. `--again --email ADDRESS [--link]` repeats this when nobody signed in.
 */
import { parseArgs } from 'node:util';
import { RESET_CODE_HOURS } from '@kinfold/domain/constants';
import { INVITATION_DAYS } from '@kinfold/domain/assigned-role';
import { Email } from '@kinfold/domain/email';
import { OrganizationForm } from '@kinfold/domain/organization';
import { countOf } from '@kinfold/domain/text';
import { readConfig } from '../platform/config.ts';
import { migrations } from '../migrations/index.ts';
import {
  giveFirstAdministrator,
  makeFirstOrganization,
  requireNobodyAdministers,
} from '../modules/identity/users/first-run.service.ts';
import { CommandError, print, runCommand } from '../platform/command.ts';
import { connectDatabase, disconnectDatabase } from '../platform/database.ts';
import { createLogger } from '../platform/logger.ts';
import { requireKnownMigrations, runMigrations } from '../work/migrations.ts';
import { requireNoRestore } from '../work/restore-lock.ts';

const USAGE = `Usage: npm run first-run -- --organization NAME --email ADDRESS [--link]
       npm run first-run -- --again --email ADDRESS [--link]`;

function parsed() {
  try {
    return parseArgs({
      options: {
        organization: { type: 'string' },
        email: { type: 'string' },
        link: { type: 'boolean', default: false },
        again: { type: 'boolean', default: false },
      },
    }).values;
  } catch {
    throw new CommandError(USAGE, 2);
  }
}

function readArguments() {
  const { organization, email, link: byLink, again } = parsed();
  if (!email || Boolean(organization) === again) throw new CommandError(USAGE, 2);
  const address = Email.safeParse(email);
  if (!address.success) throw new CommandError(`--email ${email}: this is not an email address.`, 2);
  if (!organization) return { email: address.data, byLink };
  const name = OrganizationForm.shape.organizationName.safeParse(organization);
  if (!name.success) throw new CommandError(name.error.issues.map(({ message }) => message).join('\n'), 2);
  return { email: address.data, byLink, newName: name.data };
}

runCommand(async () => {
  const { email, byLink, newName } = readArguments();
  const { MONGODB_URI, LOG_LEVEL, TIME_ZONE: timeZone, APP_URL: appUrl } = readConfig(process.env);
  await connectDatabase(MONGODB_URI);
  try {
    await requireNoRestore();
    await requireKnownMigrations(migrations);
    await runMigrations(migrations, createLogger(LOG_LEVEL === 'info' ? 'warn' : LOG_LEVEL));
    const now = new Date();
    if (newName) await makeFirstOrganization(newName, now);
    const organizationName = newName ?? (await requireNobodyAdministers(now));
    const given = { email, organizationName, byLink };
    const link = await giveFirstAdministrator(given, { now, timeZone, appUrl });
    print(`${organizationName}: ${email} administers everything.`);
    if (link)
      print(
        `They set their password here; the link works once, for ${countOf(RESET_CODE_HOURS, 'hour', 'hours')}, and is shown only now:\n\n  ${link}\n`,
      );
    else
      print(
        `They get a mail from the worker, when it runs; an invitation in it is good for ${countOf(INVITATION_DAYS, 'day', 'days')}. Where none comes: npm run first-run -- --again --email ${email} --link`,
      );
    print(`Then they sign in at ${appUrl}, where Staff says what to do first.`);
    return 0;
  } finally {
    await disconnectDatabase();
  }
});
