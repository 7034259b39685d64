/** Mails that must not be lost: written with their cause, sent at least once, by any process. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ERASED_PERSON } from '@kinfold/domain/erasure';
import { insertOnce, type Session } from '../platform/database.ts';
import { inParallel } from '../platform/in-parallel.ts';
import type { Logger } from '../platform/logger.ts';
import { refusalOf } from '../platform/mail-refusal.ts';
import { OWN_CONNECTIONS_MAX, type Mail, type Mailer } from '../platform/mailer.ts';
import { outboxMails, type OutboxMail } from './outbox.model.ts';

/** Longer than a delivery may take (SMTP_TIMEOUTS): a mail that is being sent is not sent by another process too. */
export const LEASE_MS = 120_000;
const MAX_ATTEMPTS = 40;
const BATCH = 20;
/** Mails that are sent at once: each has a connection. */
const AT_A_TIME = OWN_CONNECTIONS_MAX;
const LOOKS_EVERY_MS = 250;
/** When a mail that waits for a household is tried again. */
const LATER_MS = 3_600_000;

/**
 * Puts a mail into the outbox. The same `_id` again is a no-op; in a transaction, which a duplicate key aborts, it
 * throws.
 */
export async function queueMail(
  mail: Mail & Pick<OutboxMail, '_id' | 'unasked'>,
  now: Date,
  session?: Session,
): Promise<void> {
  // The payer of a payment that is refunded may be erased.
  if (mail.to === ERASED_PERSON) return;
  const queued: OutboxMail = { ...mail, createdDt: now, isPending: true, nextDt: now, attempts: 0 };
  await (session ? outboxMails().insertOne(queued, { session }) : insertOnce(outboxMails(), queued));
}

/** Withdraws an unsent mail, in the transaction that undoes its cause. */
export async function withdrawMail(_id: string, session: Session): Promise<void> {
  await outboxMails().deleteOne({ _id, isPending: true }, { session });
}

/** Withdraws unsent mails whose content is outdated. */
export async function withdrawMails(ids: readonly string[]): Promise<void> {
  if (ids.length) await outboxMails().deleteMany({ _id: { $in: [...ids] }, isPending: true });
}

/** The time of the next attempt: 5 s, 10 s, 20 s … at most an hour later. */
const retryAt = (attempts: number, now: Date) =>
  new Date(now.getTime() + Math.min(5_000 * 2 ** (attempts - 1), 3_600_000));

/** Whether a mail goes out now, is tried again later, or never goes out. */
export type MailTime = 'now' | 'later' | 'never';

type Work = {
  mailer: Mailer;
  logger: Logger;
  now: () => Date;
  /** How many are sent at once; tests of their order send one after another. */
  atATime?: number;
  /** Asked before each mail whether it goes out now, later or never; without it all do. */
  whenOf?: (mail: Pick<OutboxMail, 'to' | 'unasked'>) => Promise<MailTime>;
  /** Called with an address that the mail server does not know. */
  onUnknownAddress?: (email: string) => Promise<void>;
};

/**
 * Sends due mails, several at a time, so that a code does not wait for the mail server's answer to another mail. Mails
 * that become due meanwhile are sent too. Returns the number sent; a failure is logged and retried later.
 */
export async function deliverMails(work: Work): Promise<number> {
  let sent = 0;
  const underWay = new Set<Promise<unknown>>();
  await inParallel(dueMails(work.now, underWay), work.atATime ?? AT_A_TIME, async (mail) => {
    const sending = lease(mail, work).then((isTaken) => isTaken && deliver(mail, work));
    underWay.add(sending);
    if (await sending.finally(() => underWay.delete(sending))) sent += 1;
  });
  return sent;
}

/** Due mails, oldest first, until there are none; checks again now and then while others are being sent. */
async function* dueMails(
  now: () => Date,
  underWay: ReadonlySet<Promise<unknown>>,
): AsyncGenerator<OutboxMail> {
  for (;;) {
    const due = await outboxMails()
      .find({ isPending: true, nextDt: { $lte: now() } })
      .sort({ nextDt: 1, _id: 1 })
      .limit(BATCH)
      .toArray();
    yield* due;
    if (due.length === BATCH) continue;
    if (!underWay.size) return;
    await Promise.race([sleep(LOOKS_EVERY_MS), Promise.allSettled(underWay)]);
  }
}

/** Claims a mail for as long as a delivery may take; returns false when another process was first. */
async function lease({ _id, nextDt }: OutboxMail, { now }: Work): Promise<boolean> {
  const taken = await outboxMails().updateOne(
    { _id, isPending: true, nextDt },
    { $set: { nextDt: new Date(now().getTime() + LEASE_MS) }, $inc: { attempts: 1 } },
  );
  return taken.modifiedCount === 1;
}

/** A mail that was sent, or never is, keeps no text. */
const OVER = { $unset: { isPending: 1, text: 1, html: 1 } } as const;

async function deliver(mail: OutboxMail, work: Work): Promise<boolean> {
  const { mailer, logger, now, onUnknownAddress } = work;
  const { _id, to, subject, text = '', html = '', unasked } = mail;
  const attempts = mail.attempts + 1;
  try {
    const when = (await work.whenOf?.(mail)) ?? 'now';
    if (when !== 'now') {
      const later = new Date(now().getTime() + LATER_MS);
      const isOver = when === 'never' || (unasked?.untilDt && unasked.untilDt <= later);
      await outboxMails().updateOne(
        { _id },
        isOver ? OVER : { $set: { nextDt: later, attempts: mail.attempts } },
      );
      return false;
    }
    await mailer.send({ to, subject, text, html });
  } catch (error) {
    const isUnknown = refusalOf(error) === 'address';
    const isOver = isUnknown || attempts >= MAX_ATTEMPTS;
    if (isUnknown) await onUnknownAddress?.(to);
    logger.warn({ err: error, mail: _id, isOver }, 'a mail could not be sent');
    await outboxMails().updateOne({ _id }, isOver ? OVER : { $set: { nextDt: retryAt(attempts, now()) } });
    return false;
  }
  await outboxMails().updateOne({ _id }, { $set: { sentDt: now() }, ...OVER });
  return true;
}

/** Deletes the mails to an address, sent or not. */
export async function eraseMailsTo(to: string, session?: Session): Promise<void> {
  await outboxMails().deleteMany({ to }, { session });
}

/** The number of mails that wait to be sent, and the age of the oldest, in s. */
export async function mailFigures(now: Date): Promise<{ waiting: number; ageSeconds: number }> {
  const pending = { isPending: true as const };
  const [waiting, oldest] = await Promise.all([
    outboxMails().countDocuments(pending),
    outboxMails().findOne(pending, { sort: { createdDt: 1 }, projection: { createdDt: 1 } }),
  ]);
  const age = oldest ? now.getTime() - oldest.createdDt.getTime() : 0;
  return { waiting, ageSeconds: Math.max(0, age / 1000) };
}
