/** The mail that reminds a person of what is due, and its link. */
import { createHmac } from 'node:crypto';
import { showDateInWords } from '@kinfold/domain/dates';
import { cents, showMoney, sumCents, type Cents } from '@kinfold/domain/money';
import { fillIn, type ReminderForm } from '@kinfold/domain/reminder';
import type { Config } from '../../../platform/config.ts';
import type { Mail } from '../../../platform/mailer.ts';
import { mailOf } from '../../../platform/mail-layout.ts';

/** What a reminder says about a person's dues; amounts in cents. */
export type ReminderFacts = {
  to: string;
  name: string;
  organizationName: string;
  runName: string;
  /** For a collection: lines in memory of the people for whom it collects. */
  memorials: readonly string[];
  /** The last day to pay. */
  lastDt: Date;
  /** What is open in the run, and in all. */
  ofRun: Cents;
  dues: readonly { campaignRunName: string; amount: Cents }[];
};

/**
 * The token in the links of a message, derived from the message and a key, so that a repeated job makes the same one;
 * only its hash is stored, and without the key nobody finds the token or the person.
 */
export function tokenOf(messageId: string, { JWT_SECRET }: Pick<Config, 'JWT_SECRET'>): string {
  return createHmac('sha256', JWT_SECRET).update(`message link:${messageId}`).digest('base64url');
}

/** The mail of a reminder to a person, or with `lines` of a report of what it came to. `token` is that of its links. */
export function reminderMail(
  {
    subject,
    text,
    lines,
  }: ReminderForm & { lines?: readonly { label: string; amount: number }[] | undefined },
  { to, name, organizationName, runName, memorials, lastDt, ofRun, dues }: ReminderFacts,
  token: string,
  { APP_URL, CURRENCY, TIME_ZONE }: Config,
): Mail {
  const payLink = `${APP_URL}/pay/${token}`;
  const stopLink = `${APP_URL}/stop-reminders/${token}`;
  const total = sumCents(dues.map(({ amount }) => amount));
  const values = {
    '[Name]': name,
    '[Amount]': showMoney(ofRun, CURRENCY),
    '[Run]': runName,
    '[Last day]': showDateInWords(lastDt, TIME_ZONE),
    '[Pay link]': payLink,
  };
  const row = (label: string, amount: Cents) => ({ label, value: showMoney(amount, CURRENCY) });
  const rows = dues.map((due) => row(due.campaignRunName, due.amount));
  const mail = mailOf(to, {
    title: fillIn(subject, values),
    paragraphs: [...fillIn(text, values).split(/\s*\n\s*/), ...memorials],
    ...(lines
      ? { rows: lines.map(({ label, amount }) => row(label, cents(amount))) }
      : {
          rows: rows.length > 1 ? [...rows, { ...row('Together', total), isTotal: true }] : rows,
          action: { label: 'Look at it and pay', url: payLink },
        }),
    closing: [`You get this because you belong to ${organizationName}.`],
    lastLink: { label: 'No more reminders by email (receipts still come)', url: stopLink },
  });
  return {
    ...mail,
    headers: {
      // RFC 8058: mail programs show a button of their own for it.
      'List-Unsubscribe': `<${APP_URL}/v2/messages/${token}/stop>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}
