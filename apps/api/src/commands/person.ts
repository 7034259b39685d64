/**
 * `npm run person -- --member M-000123 --export FILE` exports all data of a person into a file; `--erase` erases them. A
 * second run completes an interrupted erasure.
 */
import { open, unlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../platform/config.ts';
import { createDeps } from '../deps.ts';
import { finishErasure } from '../modules/people/erasure/erasure-job.service.ts';
import { erasePerson, handOutPerson } from '../modules/people/erasure/erasure.service.ts';
import { findMember } from '../modules/people/members/member.service.ts';
import { commandAuthor } from '../platform/author.ts';
import { CommandError, print, runCommand } from '../platform/command.ts';
import { connectDatabase, disconnectDatabase } from '../platform/database.ts';

const USAGE = 'Usage: npm run person -- --member M-000123 --export FILE | --erase';

/** Enough even for a slow worker; after that the worker continues by itself. */
const FINISHED_WITHIN_MS = 600_000;

function argumentsOf() {
  try {
    const { values } = parseArgs({
      options: { member: { type: 'string' }, export: { type: 'string' }, erase: { type: 'boolean' } },
    });
    if (values.member && (values.export || values.erase)) return { ...values, member: values.member };
  } catch {
    // Reported below.
  }
  throw new CommandError(USAGE, 2);
}

const REFUSED: Readonly<Record<string, string>> = {
  EEXIST: 'it exists already',
  EISDIR: 'it is a folder',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder does not exist',
  EACCES: 'writing there is not permitted',
};

/** Creates a file that only the operator may read. Throws CommandError when it cannot be created, before anything is done. */
async function newFile(to: string): Promise<FileHandle> {
  try {
    return await open(to, 'wx', 0o600);
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? REFUSED[String(error.code)] : undefined;
    throw why ? new CommandError(`${to} was not written: ${why}. Nothing was exported or erased.`) : error;
  }
}

runCommand(async () => {
  const { member: number, export: file, erase } = argumentsOf();
  const config = readConfig(process.env);
  await connectDatabase(config.MONGODB_URI);
  try {
    const author = commandAuthor('npm run person');
    const member = await findMember(number);
    if (!member) throw new CommandError(`There is no member ${number}.`);
    if (file) {
      const to = path.resolve(file);
      const handle = await newFile(to);
      try {
        const person = await handOutPerson(member, author, new Date());
        await handle.writeFile(`${JSON.stringify(person, null, 2)}\n`);
      } catch (error) {
        await unlink(to);
        throw error;
      } finally {
        await handle.close();
      }
      print(`All data of ${member.memberId} is in ${to}. It is private: hand it to them, then delete it.`);
    }
    if (erase) {
      const jobId = await erasePerson(member._id, config.CURRENCY, author, new Date());
      const state = await finishErasure(jobId, createDeps(config).logger, FINISHED_WITHIN_MS);
      if (state !== 'done')
        throw new CommandError(
          `${member.memberId} is not erased everywhere yet: the list of jobs shows the progress.`,
        );
      print(`${member.memberId} is erased. Earlier backups still have the person.`);
    }
    return 0;
  } finally {
    await disconnectDatabase();
  }
});
