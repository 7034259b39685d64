/** Waiving dues, whole or in part: an entry of the ledger with a reason (rules.md "Waivers"). */
import { cents, showMoney } from '@kinfold/domain/money';
import { waiverAccount } from '@kinfold/domain/payment';
import { WaiverForm } from '@kinfold/domain/waiver';
import type { Author } from '../../../platform/author.ts';
import { sha256 } from '../../../platform/hash.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import { requireDonation, type DonationRecord } from '../../funds/donations/donation.service.ts';
import { membershipSubject, requireMembership } from '../../funds/memberships/membership.service.ts';
import { twoPersonRulesOf } from '../../organizations/organizations/second-person.service.ts';
import { askApproval, type ApprovalRecord } from '../approvals/approval.service.ts';
import { paymentInProgress } from '../charges/temporary-claim.service.ts';
import { balancesOf } from '../ledger/balance.service.ts';
import { findEntries, type LedgerEntry } from '../ledger/ledger.service.ts';
import { bookClaimed, onceOnly, wrongAmount } from './booking.service.ts';

/**
 * Waives a part of dues. The same `waiverId` again for these dues changes nothing. Throws 409 while somebody pays them, 422 for more
 * than is owed.
 */
async function waive(
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

/** Waives, or asks a second person first where the organization wants that; returns whether it waits. */
export async function askWaiver(
  donation: DonationRecord,
  form: WaiverForm,
  waiverId: string,
  booking: { author: Author; now: Date; currency: string },
): Promise<boolean> {
  const { _id, organizationNumber, campaignRunName, primaryMember } = donation;
  const id = `waiver:${_id}:${waiverId}`;
  const isBooked = (await findEntries([id])).length > 0;
  if (isBooked || !(await twoPersonRulesOf([organizationNumber])).waiver) {
    await waive(donation, form, waiverId, booking);
    return false;
  }
  const { author, now, currency } = booking;
  const left = cents(Math.max(0, (await balancesOf([_id])).get(_id) ?? 0));
  if (form.amount > left) throw wrongAmount(tooMuch(left > 0 ? showMoney(left, currency) : undefined));
  await askApproval(
    {
      _id: id,
      type: 'waiver',
      organizationNumber,
      what: `Waiver of ${showMoney(form.amount, currency)}, dues of ${campaignRunName}`,
      amount: form.amount,
      reason: form.reason,
      subjectId: _id,
      memberId: primaryMember._id,
      request: { id: waiverId, hash: sha256(JSON.stringify([form.amount, form.reason])), form },
      author,
      requestedDt: now,
    },
    now,
  );
  return true;
}

/** Does what was approved. Throws 422 when less is owed meanwhile. */
export async function waiveApproved(
  { subjectId, request, author }: ApprovalRecord,
  given: { now: Date; currency: string },
): Promise<void> {
  const donation = await requireDonation(subjectId);
  await waive(donation, WaiverForm.parse(request.form), request.id, { ...given, author });
}

const tooMuch = (left: string | undefined) =>
  left === undefined
    ? 'Nothing is owed on these dues. Nothing was waived.'
    : `Only ${left} is owed. Nothing was waived.`;
