/** Mails that must not be lost: written with what caused them, sent at least once, by any process. */
import { insertOnce } from '../../platform/database.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Mail, Mailer } from '../../platform/mailer.ts';
import { outboxMails } from './outbox.model.ts';

const LEASE_MS = 60_000;
const MAX_ATTEMPTS = 40;

/** Puts a mail into the outbox. The same `_id` again is a no-op. */
export async function queueMail(mail: Mail & { _id: string }, now: Date): Promise<void> {
  await insertOnce(outboxMails(), { ...mail, createdDt: now, isPending: true, nextDt: now, attempts: 0 });
}

/** When to try again after so many failures: 5 s, 10 s, 20 s … at most an hour later. */
const retryAt = (attempts: number, now: Date) =>
  new Date(now.getTime() + Math.min(5_000 * 2 ** (attempts - 1), 3_600_000));

/** Sends what is due, one after another. Gives the number sent; a failure is logged and tried again later. */
export async function deliverMails({
  mailer,
  logger,
  now,
}: {
  mailer: Mailer;
  logger: Logger;
  now: () => Date;
}): Promise<number> {
  let sent = 0;
  for (;;) {
    const started = now();
    const mail = await outboxMails().findOneAndUpdate(
      { isPending: true, nextDt: { $lte: started } },
      { $set: { nextDt: new Date(started.getTime() + LEASE_MS) }, $inc: { attempts: 1 } },
      { sort: { nextDt: 1, _id: 1 }, returnDocument: 'after' },
    );
    if (!mail) return sent;
    try {
      await mailer.send({ to: mail.to, subject: mail.subject, text: mail.text ?? '', html: mail.html ?? '' });
    } catch (error) {
      const isOver = mail.attempts >= MAX_ATTEMPTS;
      logger.warn({ err: error, mail: mail._id, isOver }, 'a mail could not be sent');
      await outboxMails().updateOne(
        { _id: mail._id },
        isOver ? { $unset: { isPending: 1 } } : { $set: { nextDt: retryAt(mail.attempts, now()) } },
      );
      continue;
    }
    await outboxMails().updateOne(
      { _id: mail._id },
      { $set: { sentDt: now() }, $unset: { isPending: 1, text: 1, html: 1 } },
    );
    sent += 1;
  }
}
