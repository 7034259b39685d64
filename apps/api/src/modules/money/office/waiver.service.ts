/** Waiving dues, whole or in part: an entry of the ledger with a reason (rules.md "Waivers"). */
import { cents, showMoney } from '@kinfold/domain/money';
import { waiverAccount } from '@kinfold/domain/payment';
import type { WaiverForm } from '@kinfold/domain/waiver';
import type { Author } from '../../../platform/author.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import type { DonationRecord } from '../../funds/donations/donation.service.ts';
import { membershipSubject, requireMembership } from '../../funds/memberships/membership.service.ts';
import { paymentInProgress } from '../charges/temporary-claim.service.ts';
import type { LedgerEntry } from '../ledger/ledger.service.ts';
import { bookClaimed, onceOnly, wrongAmount } from './booking.service.ts';

/**
 * Waives a part of dues. The same `waiverId` again for these dues changes nothing. Throws 409 while somebody pays them, 422 for more
 * than is owed.
 */
export async function waive(
  donation: DonationRecord,
  { amount, reason }: WaiverForm,
  waiverId: string,
  { author, now, currency }: { author: Author; now: Date; currency: string },
): Promise<void> {
  const { _id: donationId, organizationNumber, campaignMembershipId } = donation;
  const entry: LedgerEntry = {
    _id: `waiver:${donationId}:${waiverId}`,
    kind: 'waiver',
    entryDt: now,
    // Both sides name the organization: nothing was received.
    postings: [
      { account: 'waived', amount, organizationNumber },
      { account: waiverAccount(donationId), amount: cents(-amount), organizationNumber },
    ],
    donationIds: [donationId],
    total: amount,
    currency,
    providerRef: null,
    recordedBy: author.email,
  };
  const book = bookClaimed({ donationIds: [donationId] }, now, async ({ owed }, session) => {
    const left = owed.get(donationId);
    if (left === undefined) throw paymentInProgress();
    if (amount > left) throw wrongAmount(tooMuch(left > 0 ? showMoney(left, currency) : undefined));
    const membership = await requireMembership(campaignMembershipId, session);
    const changes = [
      { field: 'waivedAmount', from: null, to: amount },
      { field: 'run', from: null, to: donation.campaignRunName },
      { field: 'donationId', from: null, to: donationId },
    ];
    const subject = membershipSubject(membership);
    await recordChanges(
      [{ organizationNumber, action: 'dues.waived', subject, changes, reason }],
      author,
      now,
      session,
    );
    return { entries: [entry], result: undefined };
  });
  await onceOnly(entry._id, book);
}

const tooMuch = (left: string | undefined) =>
  left === undefined
    ? 'Nothing is owed on these dues. Nothing was waived.'
    : `Only ${left} is owed. Nothing was waived.`;
