import { createTransport } from 'nodemailer';

/** A mail in both forms; `text` says all that `html` says. */
export type Mail = { to: string; subject: string; text: string; html: string };

/** Sends mails over SMTP. */
export type Mailer = { send(mail: Mail): Promise<void>; close(): void };

/** A mailer for an SMTP address such as `smtp://localhost:2525`. Sending throws when the server refuses. */
export function createMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport(smtpUrl, { from });
  return {
    async send(mail) {
      await transport.sendMail(mail);
    },
    close() {
      transport.close();
    },
  };
}
