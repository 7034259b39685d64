/** Memberships whose payer died (rules.md "Death, payers and who is charged"): until somebody takes over, or nothing is owed. */
import type { PersonName } from '@kinfold/domain/person-name';
import { sumCents, type Cents } from '@kinfold/domain/money';
import { findOpenBalances } from '../../funds/donations/donation.service.ts';

/** A membership without a payer, and what it owes in cents. */
export type DeceasedPayer = {
  _id: string;
  campaignName: string;
  primaryMemberId: string;
  primaryMember: PersonName;
  open: Cents;
};

/** Those of some memberships without a payer that are active or owe something; one query, none if there are none. */
export async function owingWithoutPayer(
  memberships: readonly (Omit<DeceasedPayer, 'open'> & { isActive: boolean | null })[],
): Promise<DeceasedPayer[]> {
  const balances = await findOpenBalances(memberships.map(({ _id }) => _id));
  return memberships
    .map((membership) => ({ ...membership, open: sumCents(balances.get(membership._id) ?? []) }))
    .filter(({ isActive, open }) => isActive !== false || open > 0);
}
