/** The paid amounts of donations: projections of the ledger, and what depends on them. */
import { markRunTotalsStale } from '../campaign-runs/campaign-run.service.ts';
import { markStale } from '../../../work/projections.ts';
import { findMemberships, writeLastPayments } from '../memberships/membership.service.ts';
import {
  findStoredDonations,
  writeProjections,
  type Projection,
  type StoredDonation,
} from './donation.model.ts';
import { giveToPayer } from './donation.service.ts';

/** Where a donation belongs: its run, its membership and its reference there. */
export type DonationPlace = Pick<
  StoredDonation,
  '_id' | 'campaignRunId' | 'campaignMembershipId' | 'externalRef' | 'source'
>;

/**
 * Writes what the ledger says of donations (a pure fold over the entries of each, cents), then marks their runs for a
 * recount and writes their memberships' last payments. Can be repeated; an older fold changes nothing. `places` are those
 * of the donations, read when not given; `booked`: the organizations for which entries were booked, and when.
 */
export async function writeDonationProjections(
  projections: ReadonlyMap<string, Projection>,
  now: Date,
  places?: readonly DonationPlace[],
  booked: readonly { of: string; at: Date }[] = [],
): Promise<void> {
  await writeProjections(projections, now);
  const reopened = [...projections].filter(([, { payments }]) => payments.some(({ amount }) => amount < 0));
  if (reopened.length) await giveToPayers(reopened.map(([id]) => id));
  const donations = places ?? (await findStoredDonations([...projections.keys()]));
  const lastPayments = donations.flatMap(({ _id, campaignMembershipId, externalRef, source }) => {
    const { paymentsTotal, lastPaymentDt } = projections.get(_id) ?? {};
    // A joining fee is no payment of the price of a membership.
    if (paymentsTotal === undefined || !lastPaymentDt || source === 'joining') return [];
    const lastPayment = { paymentsTotal, modifiedDt: lastPaymentDt, externalRef };
    return { membershipId: campaignMembershipId, lastPayment };
  });
  // Also when nothing changed: an earlier writer may have died here.
  await Promise.all([
    markRunTotalsStale(donations.map(({ campaignRunId }) => campaignRunId)),
    writeLastPayments(lastPayments),
    markStale({
      membership_cover: donations.map(({ campaignMembershipId }) => campaignMembershipId),
      month: booked,
    }),
  ]);
}

/**
 * Makes the payers of memberships the payers of dues that are open again, because money went back: the payer may have
 * changed while they were paid.
 */
async function giveToPayers(donationIds: readonly string[]): Promise<void> {
  const open = (await findStoredDonations(donationIds)).filter(({ isOpen }) => isOpen);
  const memberships = await findMemberships(open.map(({ campaignMembershipId }) => campaignMembershipId));
  for (const membership of memberships)
    if (
      open.some(
        ({ campaignMembershipId, primaryMember }) =>
          campaignMembershipId === membership._id && primaryMember._id !== membership.primaryMemberId,
      )
    )
      await giveToPayer(membership);
}
