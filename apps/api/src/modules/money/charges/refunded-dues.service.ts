/** What decides how much of refunded dues is waived, by the ledger and by refunds that are not booked yet. */
import { isGoingBack } from '@kinfold/domain/fund';
import { cents, sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import { paidOn, waivedOn } from '@kinfold/domain/payment';
import type { RefundedDues } from '@kinfold/domain/refund';
import { findDonations, type OwedDonation } from '../../funds/donations/donation.service.ts';
import { findMembers } from '../../people/members/member.service.ts';
import { entriesOn, paymentIdOfCharge } from '../ledger/ledger.service.ts';
import { reversals } from './reversal.model.ts';
import { refusedAmong } from './reversal.service.ts';

/** The facts of each of some dues; what goes back counts from when it is recorded. */
export async function refundedDuesOf(donationIds: readonly string[]): Promise<Map<string, RefundedDues>> {
  const [donations, entries] = await Promise.all([
    findDonations(donationIds),
    entriesOn(donationIds).toArray(),
  ]);
  const paymentIds = entries.flatMap(({ _id }) => paymentIdOfCharge(_id) ?? []);
  const [log, dead] = await Promise.all([
    reversals()
      .find({ paymentId: { $in: paymentIds } })
      .toArray(),
    deadAmong(donations),
  ]);
  const refused = await refusedAmong(log);
  // Each entry of money that goes back has its record in a log.
  const settled = entries.filter((entry) => !isGoingBack(entry));
  const gone = log.filter(({ _id }) => !refused.has(_id)).flatMap(({ lines }) => lines);
  return new Map(
    donations.map((donation) => {
      const { _id, minAmountDue } = donation;
      const lines = gone.filter(({ donationId }) => donationId === _id);
      const waivedBack = sumCents(lines.map(({ waived = ZERO }) => waived));
      const alreadyWaived = sumCents([waivedOn(_id, settled), waivedBack]);
      const left = sumCents(lines.map(({ amount }) => amount));
      const balance = cents(minAmountDue - paidOn(_id, settled) - alreadyWaived + left);
      return [_id, { balance, partOfDead: partOfDead(donation, dead), alreadyWaived }];
    }),
  );
}

/** The people of some dues who have died. */
async function deadAmong(donations: readonly OwedDonation[]): Promise<Set<string>> {
  const people = donations.flatMap(({ members, primaryMember }) => [
    primaryMember._id,
    ...(members ?? []).map(({ member_id }) => member_id),
  ]);
  const found = await findMembers([...new Set(people)]);
  return new Set(found.filter(({ deceasedDt }) => deceasedDt).map(({ _id }) => _id));
}

/** What dues ask for people who have died. */
function partOfDead(
  { members, primaryMember, minAmountDue }: OwedDonation,
  dead: ReadonlySet<string>,
): Cents {
  if (members)
    return sumCents(members.filter(({ member_id }) => dead.has(member_id)).map(({ price }) => price));
  // Whom it charged is not known: the payer.
  return dead.has(primaryMember._id) ? minAmountDue : ZERO;
}
