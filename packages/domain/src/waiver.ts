/** Waiving dues: what is waived is no longer owed, and was not paid (rules.md "Waivers"). */
import * as z from 'zod/mini';
import { Donation } from './donation.ts';
import { requiredText } from './free-text.ts';
import { NOT_CENTS, WireCents } from './money.ts';
import { NO_FIELDS } from './problem.ts';

/** Why something about money was done: 3 to 300 characters, kept in the history. */
export const moneyReason = () => requiredText('Say why, in 3 characters or more', { min: 3, max: 300 });

/** An amount in cents, at least one. */
export const positiveCents = () =>
  z.pipe(
    z.number(NOT_CENTS).check(z.refine((amount) => !(amount <= 0), 'Enter an amount above zero')),
    WireCents,
  );

/** `POST /v2/donations/{id}/waive`: cents, at most what is owed. */
export const WaiverForm = z.object({ amount: positiveCents(), reason: moneyReason() }, NO_FIELDS);
export type WaiverForm = z.infer<typeof WaiverForm>;

/** The answer to a waiver: the dues, which stay as they are while it waits for a second person. */
export const WaiverAnswer = z.extend(Donation, { waitsForApproval: z.optional(z.boolean()) });
