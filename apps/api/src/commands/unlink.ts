/**
 * `npm run unlink -- --member M-000123`: undoes the link of a sign-in to a member, for example after a stranger guessed
 * it. The sign-in is signed out everywhere, both are notified by mail, and the member can be linked again. A second run
 * does nothing more.
 */
import { parseArgs } from 'node:util';
import { runCommand } from '../platform/command.ts';
import { readConfig } from '../platform/config.ts';
import { migrations } from '../migrations/index.ts';
import { unlinkMember } from '../modules/identity/users/account-link.service.ts';
import { findMember } from '../modules/people/members/member.service.ts';
import { commandAuthor } from '../platform/author.ts';
import { connectDatabase, disconnectDatabase, inTransaction } from '../platform/database.ts';
import { requireKnownMigrations } from '../work/migrations.ts';

const USAGE = 'Usage: npm run unlink -- --member M-000123\n';

function memberOfArguments(): string | undefined {
  try {
    return parseArgs({ options: { member: { type: 'string' } } }).values.member;
  } catch {
    return undefined;
  }
}

async function main(): Promise<number> {
  const memberNumber = memberOfArguments();
  if (!memberNumber) {
    process.stderr.write(USAGE);
    return 2;
  }
  const config = readConfig(process.env);
  await connectDatabase(config.MONGODB_URI);
  try {
    await requireKnownMigrations(migrations);
    const member = await findMember(memberNumber);
    if (!member) {
      process.stderr.write(`There is no member ${memberNumber}.\n`);
      return 1;
    }
    const author = commandAuthor('npm run unlink');
    const email = await inTransaction((session) =>
      unlinkMember(member, config.APP_URL, author, new Date(), session),
    );
    process.stdout.write(
      email
        ? `${email} is no longer linked to ${member.memberId} and is signed out. Both are notified by mail.\n`
        : `No sign-in is linked to ${member.memberId}.\n`,
    );
    return 0;
  } finally {
    await disconnectDatabase();
  }
}

runCommand(main);
