/** Who receives what is due, on the wire. */
import * as z from 'zod/mini';
import { WireMoney } from './money.ts';

/**
 * Who receives what is paid on some dues. The same `key` is the same account at the provider; one payment has one key.
 */
export const Recipient = z.object({
  key: z.string(),
  /** The organization that manages the campaign. */
  name: z.string(),
  /** False while no card payment can go to its account. */
  takesCards: z.boolean(),
});
export type Recipient = z.infer<typeof Recipient>;

/** What is due to one recipient. */
export const DueToRecipient = z.extend(Recipient, { balance: WireMoney });
export type DueToRecipient = z.infer<typeof DueToRecipient>;
