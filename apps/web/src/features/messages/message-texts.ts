import { MESSAGE_STATE_WORDS, type MessageState, type RunReminder } from '@kinfold/domain/message';
import type { LeftOutReason } from '@kinfold/domain/reminder';
import { REMINDER_DAYS } from '@kinfold/domain/reminder';
import { countOf, pluralOf, wholeNumber } from '@kinfold/domain/text';
import type { Tone } from '../../ui/status-dot.tsx';

/** Why people are left out of a reminder, as texts. */
export const REASONS: Record<LeftOutReason, (count: number) => string> = {
  nothing_owed: (count) => pluralOf(count, '# has nothing to pay any more', '# have nothing to pay any more'),
  deceased: (count) => pluralOf(count, '# has died', '# have died'),
  after_death: (count) =>
    pluralOf(
      count,
      '# household had a death lately: days of quiet',
      '# households had a death lately: days of quiet',
    ),
  not_covered: (count) => pluralOf(count, '# is not covered now', '# are not covered now'),
  prefers_letter: (count) => pluralOf(count, '# wants a letter', '# want a letter'),
  prefers_call: (count) => pluralOf(count, '# wants a call', '# want a call'),
  no_email: (count) => pluralOf(count, '# has no email', '# have no email'),
  unsubscribed: (count) => pluralOf(count, '# wants no reminders', '# want no reminders'),
  bounced: (count) => `${countOf(count, 'email bounces', 'emails bounce')}`,
  reminded_lately: (count) => `${countOf(count, 'was', 'were')} reminded in the last ${REMINDER_DAYS} days`,
};

/** The word and tone of each state of a message, with a note if the word is not clear enough. */
export const MESSAGE_STATUS: Record<MessageState, { word: string; tone: Tone; note?: string }> = {
  waiting: { word: MESSAGE_STATE_WORDS.waiting, tone: 'info', note: 'It was not sent yet.' },
  sending: { word: MESSAGE_STATE_WORDS.sending, tone: 'info' },
  sent: { word: MESSAGE_STATE_WORDS.sent, tone: 'ok' },
  bounced: {
    word: MESSAGE_STATE_WORDS.bounced,
    tone: 'danger',
    note: 'The mail server does not know the address.',
  },
  failed: { word: MESSAGE_STATE_WORDS.failed, tone: 'danger', note: 'The mail server did not accept it.' },
  unsure: {
    word: MESSAGE_STATE_WORDS.unsure,
    tone: 'warn',
    note: 'The work was interrupted while it was sent. It is not sent twice: call them to find out.',
  },
};

/** Returns the outcome of a reminder: `26 sent, 2 bounced, 5 opened the link`. */
export function reminderFigures({ kind, sent, bounced, failed, unsure, opened }: RunReminder): string {
  const texts = [
    `${sent} sent`,
    bounced > 0 && `${bounced} bounced`,
    failed > 0 && `${wholeNumber(failed)} not taken`,
    unsure > 0 && `${unsure} not sure`,
    // A report has no link to count.
    kind !== 'report' && `${opened} opened the link`,
  ];
  return texts.filter(Boolean).join(', ');
}
