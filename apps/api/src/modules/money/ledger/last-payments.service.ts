/** The last payments of memberships after money went back: an earlier payment, that from before, or none. */
import { findDuesOf, findStoredDonations } from '../../funds/donations/donation.service.ts';
import { findMemberships, replaceLastPayment } from '../../funds/memberships/membership.service.ts';
import { ledgerEntries } from './ledger.model.ts';

/** Writes the last payments of the memberships of some dues by what the dues say now. Can be repeated. */
export async function restoreLastPayments(donationIds: readonly string[]): Promise<void> {
  const donations = await findStoredDonations(donationIds);
  const ids = [...new Set(donations.map(({ campaignMembershipId }) => campaignMembershipId))];
  for (const membership of await findMemberships(ids)) {
    const dues = await findDuesOf([membership]);
    const opening = membership.openingEntryId
      ? await ledgerEntries().findOne({ _id: membership.openingEntryId })
      : null;
    const payments = [
      // A joining fee is no payment of its price.
      ...dues.flatMap(({ source, paymentsTotal, lastPaymentDt, externalRef }) =>
        lastPaymentDt && source !== 'joining'
          ? [{ paymentsTotal, modifiedDt: lastPaymentDt, externalRef }]
          : [],
      ),
      ...(opening ? [{ paymentsTotal: opening.total, modifiedDt: opening.entryDt, externalRef: null }] : []),
    ];
    const [last = null] = payments.toSorted((a, b) => b.modifiedDt.getTime() - a.modifiedDt.getTime());
    await replaceLastPayment(membership, last);
  }
}
