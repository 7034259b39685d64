import { createTransport } from 'nodemailer';

/** A mail as HTML and as plain text with the same content. */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Beside those of every mail. */
  headers?: Readonly<Record<string, string>>;
};

/** Sends mails over SMTP. */
export type Mailer = { send(mail: Mail): Promise<void>; close(): void };

/** Timeouts of each SMTP step, in ms; their sum is below the lease of a mail in the outbox. */
export const SMTP_TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

/** As many as a process sends at once, so that no mail waits for another one's connection. */
const CONNECTIONS_MAX = 10;
/** For how long an idle connection is kept, in ms. */
const IDLE_MS = 5_000;

/**
 * A mailer for an SMTP address such as `smtp://localhost:2525`. Connections are kept for the next mail. One that the server
 * closed meanwhile is replaced, but a mail of which anything was sent is never sent again. Sending throws when the server
 * refuses or hangs; after `close` what is under way ends, and nothing more is sent.
 */
export function createMailer(smtpUrl: string, from: string, timeouts = SMTP_TIMEOUTS): Mailer {
  const pool = { pool: true, maxConnections: CONNECTIONS_MAX, idleTimeout: IDLE_MS } as const;
  const transport = createTransport({ url: smtpUrl, ...pool, ...timeouts }, { from });
  return {
    async send(mail) {
      await transport.sendMail({ ...mail, headers: { ...mail.headers } });
    },
    close() {
      transport.close();
    },
  };
}
