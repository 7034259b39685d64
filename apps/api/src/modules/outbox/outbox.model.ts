import { collection } from '../../platform/database.ts';

/** A mail to send; its text is dropped once it was sent or given up, since it may carry a code. Times are UTC. */
export type OutboxMail = {
  _id: string;
  to: string;
  subject: string;
  text?: string;
  html?: string;
  createdDt: Date;
  /** Present while the mail is still to be sent. */
  isPending?: true;
  /** Not before then; moved ahead while a process is sending, so that a dead one's mail is sent by another. */
  nextDt: Date;
  attempts: number;
  sentDt?: Date;
};

export const outboxMails = () => collection<OutboxMail>('outbox');
