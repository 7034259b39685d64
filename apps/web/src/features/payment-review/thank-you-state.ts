import { IntegerCents } from '@kinfold/domain/money';
import * as z from 'zod/mini';

const ThankYouState = z.object({ amountPaid: IntegerCents, receiptNumber: z.string() });

/** The navigation state of the thank-you page, shown if the receipt fails to load; amount in cents. */
export type ThankYouState = z.infer<typeof ThankYouState>;

/** Parses the navigation state. */
export function readThankYouState(state: unknown): ThankYouState | undefined {
  return z.safeParse(ThankYouState, state).data;
}
