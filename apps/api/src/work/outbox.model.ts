import { date, flag, int, object, optional, text } from '../platform/fields.ts';
import { collectionOf, defineModel, type DocumentOf } from '../platform/model.ts';

/** A mail to send; its text is deleted once it was sent or given up, since it may contain a code. Times are UTC. */
const OutboxMailModel = defineModel('outbox', {
  _id: text(),
  to: text(),
  subject: text(),
  text: optional(text()),
  html: optional(text()),
  createdDt: date(),
  /** Present while the mail is still to be sent. */
  isPending: optional(flag<true>()),
  /** Earliest time of the next attempt; postponed while a process is sending, so that another takes over a dead one's mail. */
  nextDt: date(),
  attempts: int(),
  /** Nobody asked for it: the member to whom it goes, and when it says nothing any more. It waits for the end of their days of quiet. */
  unasked: optional(object({ memberId: text(), untilDt: optional(date()) })),
  sentDt: optional(date()),
});
export type OutboxMail = DocumentOf<typeof OutboxMailModel>;

export const outboxMails = () => collectionOf(OutboxMailModel);
