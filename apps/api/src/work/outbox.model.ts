import { date, flag, int, optional, text } from '../platform/fields.ts';
import { collectionOf, defineModel, type DocumentOf } from '../platform/model.ts';

/** A mail to send; its text is dropped once it was sent or given up, since it may carry a code. Times are UTC. */
const OutboxMailModel = defineModel('outbox', {
  _id: text(),
  to: text(),
  subject: text(),
  text: optional(text()),
  html: optional(text()),
  createdDt: date(),
  /** Present while the mail is still to be sent. */
  isPending: optional(flag<true>()),
  /** Not before then; moved ahead while a process is sending, so that a dead one's mail is sent by another. */
  nextDt: date(),
  attempts: int(),
  sentDt: optional(date()),
});
export type OutboxMail = DocumentOf<typeof OutboxMailModel>;

export const outboxMails = () => collectionOf(OutboxMailModel);
