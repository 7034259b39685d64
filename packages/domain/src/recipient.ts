/** The recipient of dues, on the wire. */
import * as z from 'zod/mini';
import { WireMoney } from './money.ts';

/**
 * The recipient of payments on some dues. The same `key` is the same account at the provider; one payment has one key.
 */
export const Recipient = z.object({
  key: z.string(),
  /** The organization that manages the campaign. */
  name: z.string(),
  /** False while its account takes no card payments. */
  takesCards: z.boolean(),
});
export type Recipient = z.infer<typeof Recipient>;

/** The dues of one recipient. */
export const DueToRecipient = z.extend(Recipient, { balance: WireMoney });
export type DueToRecipient = z.infer<typeof DueToRecipient>;
