import { createTransport } from 'nodemailer';
import { Email } from '@kinfold/domain/email';
import { NO_ADDRESS } from './mail-refusal.ts';

/** A mail as HTML and as plain text with the same content. */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Besides those of every mail. */
  headers?: Readonly<Record<string, string>>;
  /** One of many, such as a reminder: codes and receipts do not wait for it. */
  isBulk?: true;
};

/** Sends mails over SMTP. */
export type Mailer = { send(mail: Mail): Promise<void>; close(): void };

/** Timeouts of each SMTP step, in ms; their sum is below the lease of a mail in the outbox. */
export const SMTP_TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

/** Connections of a process for codes, receipts and other mails to one person, and for bulk mails. */
export const OWN_CONNECTIONS_MAX = 5;
export const BULK_CONNECTIONS_MAX = 8;
/** How long an idle connection is kept, in ms. */
const IDLE_MS = 5_000;

/**
 * A mailer for an SMTP address such as `smtp://localhost:2525`. Connections are kept for the next mail. One that the
 * server closed meanwhile is replaced, but a partly sent mail is never sent again. Bulk mails have connections of their
 * own, so that no code waits behind them. Sending throws when the server refuses or hangs, and where `to` is not one
 * address; after `close` mails in flight finish, and nothing more is sent.
 */
export function createMailer(smtpUrl: string, from: string, timeouts = SMTP_TIMEOUTS): Mailer {
  const poolOf = (maxConnections: number) => {
    const pool = { pool: true, maxConnections, idleTimeout: IDLE_MS } as const;
    return createTransport({ url: smtpUrl, ...pool, ...timeouts }, { from });
  };
  const own = poolOf(OWN_CONNECTIONS_MAX);
  const bulk = poolOf(BULK_CONNECTIONS_MAX);
  return {
    async send({ isBulk, headers, ...mail }) {
      // nodemailer accepts a list of addresses, with names and groups; callers here mean one.
      if (!Email.safeParse(mail.to).success)
        throw Object.assign(new Error('The recipient is not one e-mail address.'), { code: NO_ADDRESS });
      await (isBulk ? bulk : own).sendMail({ ...mail, headers: { ...headers } });
    },
    close() {
      own.close();
      bulk.close();
    },
  };
}
