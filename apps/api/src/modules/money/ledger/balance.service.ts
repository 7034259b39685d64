/** What dues still need, by the ledger. Amounts are integer cents. */
import { cents, ZERO, type Cents } from '@kinfold/domain/money';
import { findDonations } from '../../funds/donations/donation.service.ts';
import { settledOnDonations } from './ledger.service.ts';

/** What is due on each donation less what was paid and waived; negative where more was. */
export async function balancesOf(donationIds: readonly string[]): Promise<Map<string, Cents>> {
  const [donations, settled] = await Promise.all([
    findDonations(donationIds),
    settledOnDonations(donationIds),
  ]);
  return new Map(
    donations.map(({ _id, minAmountDue }) => [_id, cents(minAmountDue - (settled.get(_id) ?? ZERO))]),
  );
}
