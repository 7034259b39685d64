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

/** A mailer for an SMTP address such as `smtp://localhost:2525`. Sending throws when the server refuses or hangs. */
export function createMailer(smtpUrl: string, from: string, timeouts = SMTP_TIMEOUTS): Mailer {
  const transport = createTransport({ url: smtpUrl, ...timeouts }, { from });
  return {
    async send(mail) {
      await transport.sendMail({ ...mail, headers: { ...mail.headers } });
    },
    close() {
      transport.close();
    },
  };
}
