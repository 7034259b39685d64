/** The newest payment on a membership's dues; the ledger is the source. Amounts are integer cents. */
import type * as z from 'zod/v4/core';
import type { LatestPayment } from '@kinfold/domain/donation';
import { sumCents } from '@kinfold/domain/money';
import { paidOn } from '@kinfold/domain/payment';
import { findDuesOf } from '../../funds/donations/donation.service.ts';
import type { MembershipRecord } from '../../funds/memberships/membership.service.ts';
import { ledgerEntries } from './ledger.model.ts';
import { keptPayments } from './ledger.service.ts';
import { findOpenings } from './opening-entry.service.ts';
import { presentLatestPayment } from './ledger.presenter.ts';

/**
 * The dues part of the newest payment on a membership, and its date in the time zone; and its last payment from before.
 */
export async function latestPaymentOn(
  membership: MembershipRecord,
  timeZone: string,
): Promise<z.input<typeof LatestPayment>> {
  const donationIds = (await findDuesOf([membership])).map(({ _id }) => _id);
  const entries = await ledgerEntries()
    .find(
      { donationIds: { $in: donationIds } },
      { projection: { kind: 1, entryDt: 1, postings: 1, paymentId: 1 } },
    )
    .toArray();
  const before = membership.openingEntryId ?? '';
  const opening = (await findOpenings(before ? [before] : [])).get(before);
  const paid = keptPayments(entries, (entry) => sumCents(donationIds.map((id) => paidOn(id, [entry])))).map(
    ({ dt: entryDt, amount }) => ({ entryDt, amount }),
  );
  const [newest] = [...paid, ...(opening ? [{ entryDt: opening.entryDt, amount: opening.total }] : [])]
    .filter(({ amount }) => amount > 0)
    .toSorted((a, b) => b.entryDt.getTime() - a.entryDt.getTime());
  return presentLatestPayment(newest, opening?.total, timeZone);
}
