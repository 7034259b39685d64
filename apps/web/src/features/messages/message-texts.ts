import { MESSAGE_STATE_WORDS, type MessageState, type RunReminder } from '@kinfold/domain/message';
import type { LeftOutReason } from '@kinfold/domain/reminder';
import { REMINDER_DAYS } from '@kinfold/domain/reminder';
import { countOf, wholeNumber } from '@kinfold/domain/text';
import type { Tone } from '../../ui/status-dot.tsx';

/** Why people are left out of a reminder, as texts. */
export const REASONS: Record<LeftOutReason, (count: number) => string> = {
  nothing_owed: (count) => `${countOf(count, 'has', 'have')} nothing to pay any more`,
  deceased: (count) => `${countOf(count, 'has', 'have')} died`,
  after_death: (count) => `${countOf(count, 'household', 'households')} had a death lately: days of quiet`,
  not_covered: (count) => `${countOf(count, 'is', 'are')} not covered now`,
  prefers_letter: (count) => `${countOf(count, 'wants', 'want')} a letter`,
  prefers_call: (count) => `${countOf(count, 'wants', 'want')} a call`,
  no_email: (count) => `${countOf(count, 'has', 'have')} no email`,
  unsubscribed: (count) => `${countOf(count, 'wants', 'want')} no reminders`,
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
export function reminderFigures({ sent, bounced, failed, unsure, opened }: RunReminder): string {
  const texts = [
    `${sent} sent`,
    bounced > 0 && `${bounced} bounced`,
    failed > 0 && `${wholeNumber(failed)} not taken`,
    unsure > 0 && `${unsure} not sure`,
    `${opened} opened the link`,
  ];
  return texts.filter(Boolean).join(', ');
}
