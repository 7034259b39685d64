/**
 * Dues of others that a user may pay: those whose reference and last name they have, from a letter. They learn what is
 * due and nothing else, and the answer to a wrong reference is that to a wrong name.
 */
import type * as z from 'zod/v4/core';
import { splitSuffix } from '@kinfold/domain/person-name';
import { payableBalance } from '@kinfold/domain/donation';
import { referenceOf, type DuesOfReference, type DuesReference } from '@kinfold/domain/dues-by-reference';
import { dollarsFromCents } from '@kinfold/domain/money';
import { isSameName } from '@kinfold/domain/text';
import type { Actor } from '../../../platform/auth.ts';
import { inConstantTime } from '../../../platform/constant-time.ts';
import { isPrintable } from '../../../platform/pdf-fonts.ts';
import { notFound } from '../../../platform/problem.ts';
import { countTry, takeTryBack, type Limit } from '../../../platform/rate-limit.ts';
import { findByReference, withRuns, type OwedDonation } from '../../funds/donations/donation.service.ts';

// References count up, and last names can be guessed: of a user, of an address, and at one reference.
const OF_USER: Limit = { name: 'dues-reference-user', max: 20, windowSeconds: 3600 };
const OF_ADDRESS: Limit = { name: 'dues-reference-address', max: 60, windowSeconds: 3600 };
const OF_REFERENCE: Limit = { name: 'dues-reference', max: 20, windowSeconds: 3600 };

/** Who asks: a user, from a network address (`addressKey`). */
export type ReferenceAsker = { actor: Actor; address: string };

/**
 * The dues with a reference, if the last name is the payer's. Throws 404 with one answer for a wrong reference and a wrong
 * name, 429 after too many tries.
 */
export async function findDuesByReference(
  { reference, lastName }: DuesReference,
  { actor, address }: ReferenceAsker,
  now: Date,
): Promise<OwedDonation> {
  const typed = referenceOf(reference);
  const tries = [
    [OF_USER, actor.userId],
    [OF_ADDRESS, address],
    [OF_REFERENCE, typed],
  ] as const;
  for (const [limit, key] of tries) await countTry(limit, key, now);
  const donation = await inConstantTime(async () => {
    const found = await findByReference(typed);
    const isTheirs = found && isSameName(splitSuffix(lastName).lastNm, found.primaryMember.lastNm);
    return isTheirs ? (await withRuns([found]))[0] : undefined;
  });
  if (!donation) throw notFound('There are no dues with this reference and last name.');
  // A right answer is no guess: a payment is sent again while its outcome is unknown.
  for (const [limit, key] of tries) await takeTryBack(limit, key);
  return donation;
}

/** What is due now on dues, in dollars. */
export const presentDuesOfReference = (
  donation: OwedDonation,
  now: Date,
): z.input<typeof DuesOfReference> => ({
  amount: dollarsFromCents(payableBalance(donation, now)),
});

/** What the receipt says of whom the dues were for: what the payer typed. */
export function paidForTyped({ lastName, reference }: DuesReference): string {
  const name = lastName.trim();
  const typed = referenceOf(reference);
  return isPrintable(name) ? `${name}, ${typed}` : typed;
}
