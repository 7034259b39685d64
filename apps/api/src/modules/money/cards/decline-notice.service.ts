/** The mail to a member from whose account too many declined cards were tried. */
import { calendarDateOf } from '@kinfold/domain/dates';
import { formatWait } from '@kinfold/domain/text';
import type { Deps } from '../../../platform/deps.ts';
import { mailOf } from '../../../platform/mail-layout.ts';
import { queueMail } from '../../../work/outbox.ts';
import { reserveTry, TooManyDeclines } from './card-tries.service.ts';

/** The member or sign-in whose tries count, and the address of the mail. */
export type CardUser = { payer: string; email: string };

/** `reserveTry` for a member, who is notified by mail, once a day, when their own tries are too many. */
export async function reserveTryOf(
  user: CardUser,
  id: string,
  keys: readonly string[],
  { config, now }: Pick<Deps, 'config' | 'now'>,
): Promise<void> {
  try {
    await reserveTry(id, keys, now);
  } catch (error) {
    if (error instanceof TooManyDeclines && error.isOwn) {
      const _id = `card-declines:${user.payer}:${calendarDateOf(now(), config.TIME_ZONE)}`;
      await queueMail({ _id, ...noticeMail(user.email, error.seconds, config.APP_URL) }, now());
    }
    throw error;
  }
}

function noticeMail(to: string, seconds: number, siteUrl: string) {
  return mailOf(to, {
    title: 'Several cards were declined',
    paragraphs: [
      'Several cards were declined, one after another, from your account. None of them was charged.',
      `So that nobody can try out cards that are not theirs, a new card can be used again in ${formatWait(seconds)}. A card that you have paid with before can be used at any time.`,
      'If it was you, there is nothing to do. If it was not, set a new password right away:',
    ],
    action: { label: 'Set a new password', url: `${siteUrl}/forgot-password` },
  });
}
