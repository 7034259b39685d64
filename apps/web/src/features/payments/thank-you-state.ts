import { IntegerCents } from '@kinfold/domain/money';
import * as z from 'zod/mini';

const ThankYouState = z.object({ amountPaid: IntegerCents, receiptNumber: z.string() });

/** What Review tells thank-you, so that it can thank even when the receipt cannot be had; amount in cents. */
export type ThankYouState = z.infer<typeof ThankYouState>;

/** The navigation's state, if it is ours. */
export function readThankYouState(state: unknown): ThankYouState | undefined {
  return z.safeParse(ThankYouState, state).data;
}
