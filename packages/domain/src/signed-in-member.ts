/** What sign-in reads of a member, without the schema of the whole: the sign-in page must stay small. */
import * as z from 'zod/mini';
import { ADDRESS_CONFIRM_DAYS, ADDRESS_DATE_MISSING } from './constants.ts';
import { daysBetween, WireInstant } from './dates.ts';

/** The parts of a `Member` on the wire that the session keeps. */
export const SignedInMember = z.object({
  _id: z.string(),
  firstNm: z.string(),
  address: z.nullable(z.object({ modifiedDt: z.nullable(WireInstant) })),
});
export type SignedInMember = z.infer<typeof SignedInMember>;

/** Returns whether the address must be confirmed again: last modified 60 or more days ago (spec section 4). */
export function isAddressStale(modifiedDt: Date | null | undefined, now: Date): boolean {
  return daysBetween(modifiedDt ?? ADDRESS_DATE_MISSING, now) >= ADDRESS_CONFIRM_DAYS;
}
