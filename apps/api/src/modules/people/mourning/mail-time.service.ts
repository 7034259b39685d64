/**
 * When a mail goes out, asked of each right before it is sent: nothing goes to the dead, and nothing unasked to a household in
 * its days of quiet, also of what was written before the death was known (rules.md "Death, payers and who is charged").
 */
import type { MailTime } from '../../../work/outbox.ts';
import { hasSignInEnded } from '../../identity/users/ended-sign-in.service.ts';
import { findMember, readMembersOfEmail } from '../members/member.service.ts';
import { findQuiet } from './quiet.service.ts';

/** Returns what decides when a mail goes out. */
export const mailTime =
  ({ now, config }: { now: () => Date; config: { TIME_ZONE: string } }) =>
  async ({ to, unasked }: { to: string; unasked?: { memberId: string } | undefined }): Promise<MailTime> => {
    const member = unasked && (await findMember(unasked.memberId));
    if (member?.deceasedDt || (await isOfDead(to))) return 'never';
    if (!member) return 'now';
    const quiet = await findQuiet([member], { now: now(), timeZone: config.TIME_ZONE });
    return quiet.size ? 'later' : 'now';
  };

/** Whether an address is of the dead alone; whoever shares it and lives is written to. */
async function isOfDead(email: string): Promise<boolean> {
  const hasEnded = await hasSignInEnded(email);
  if (hasEnded === false) return false;
  const owners = await readMembersOfEmail(email);
  return owners.length ? owners.every(({ deceasedDt }) => deceasedDt !== null) : hasEnded === true;
}
