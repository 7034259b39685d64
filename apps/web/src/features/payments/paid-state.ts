import { WireCents } from '@kinfold/domain/money';
import * as z from 'zod/mini';

const PaidState = z.object({ amountPaid: WireCents, receiptNumber: z.string() });

/** What Review tells thank-you, so that it can thank even when the receipt cannot be had; amount in cents. */
export type PaidState = z.infer<typeof PaidState>;

/** The navigation's state, if it is ours. */
export function readPaidState(state: unknown): PaidState | undefined {
  return z.safeParse(PaidState, state).data;
}
