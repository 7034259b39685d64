/** Removes memberships on which nothing was ever paid (spec section 7, `DELETE /api/v1/membership/{id}`). */
import { totalBalance } from '@kinfold/domain/donation';
import { sumCents } from '@kinfold/domain/money';
import type { Author } from '../../../platform/author.ts';
import { inTransaction } from '../../../platform/database.ts';
import { conflict, notFound } from '../../../platform/problem.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import { twoPersonRulesOf } from '../../organizations/organizations/second-person.service.ts';
import { markRunTotalsStale } from '../campaign-runs/campaign-run.service.ts';
import { refuseWhileDuesAreMade } from '../campaign-runs/run-changes.service.ts';
import { whileClaimed } from '../../money/charges/temporary-claim.service.ts';
import { eraseUnpaidDonations, findAllOfMembership } from '../donations/donation.service.ts';
import { entriesOn } from '../../money/ledger/ledger.service.ts';
import {
  membershipSubject,
  removeMembership,
  requireMembership,
  type MembershipRecord,
} from '../memberships/membership.service.ts';

const hasPayments = (what = 'has payments') =>
  conflict(
    'has_payments',
    `This membership ${what}, so it cannot be removed. Deactivate it instead: its history stays.`,
  );

/**
 * Removes a membership on which nothing was ever paid, with its dues: open ones are waived with it, and the history has
 * the amount. Throws 404 when it is gone, 409 when it has payments, a payment is in progress, dues of its campaign are
 * being made, or a second person approves waivers and it has open dues.
 */
export async function deleteMembership(
  { _id }: Pick<MembershipRecord, '_id'>,
  author: Author,
  now: Date,
): Promise<void> {
  const donations = await findAllOfMembership(_id);
  const ids = donations.map((donation) => donation._id);
  await whileClaimed(ids, now, async (claimed) => {
    if (claimed.size < ids.length)
      throw conflict('payment_in_progress', 'Somebody is paying for this membership right now.');
    const entries = ids.length ? await entriesOn(ids).limit(100).toArray() : [];
    if (entries.length)
      throw hasPayments(entries.every(({ kind }) => kind === 'waiver') ? 'has waived dues' : undefined);
    const runIds = donations.map(({ campaignRunId }) => campaignRunId);
    await inTransaction(async (session) => {
      // First, so that payments of these runs wait for this transaction instead of aborting it.
      await markRunTotalsStale(runIds, session);
      const membership = await requireMembership(_id, session);
      await refuseWhileDuesAreMade(membership.campaignId, now, session);
      if (membership.openingEntryId) throw hasPayments();
      const current = await findAllOfMembership(_id, session);
      if (current.some(({ ledgerCount }) => ledgerCount > 0)) throw hasPayments();
      // Made since they were claimed: the user checks again.
      if (current.some((donation) => !claimed.has(donation._id)))
        throw conflict('has_new_dues', 'Dues were made for this membership just now. Please try again.');
      const open = sumCents(current.map(totalBalance));
      if (open > 0 && (await twoPersonRulesOf([membership.organizationNumber])).waiver)
        throw conflict(
          'second_person',
          'Removing this membership waives its open dues, and here a second person approves waivers. Waive the dues first; then deactivate the membership.',
        );
      await eraseUnpaidDonations(_id, session);
      if (!(await removeMembership(membership, session))) throw notFound();
      const { organizationNumber, primaryMemberId, totalPrice, isActive } = membership;
      const changes = [
        { field: 'isActive', from: isActive, to: null },
        { field: 'totalPrice', from: totalPrice, to: null },
        { field: 'primaryMember', from: primaryMemberId, to: null },
        { field: 'dues', from: current.length, to: null },
        ...(open > 0 ? [{ field: 'waivedAmount', from: null, to: open }] : []),
      ];
      const entry = { organizationNumber, action: 'membership.deleted', changes } as const;
      await recordChanges([{ ...entry, subject: membershipSubject(membership) }], author, now, session);
    });
  });
}
