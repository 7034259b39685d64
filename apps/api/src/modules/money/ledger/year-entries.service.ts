/** What organizations received in a year, posting by posting, with who paid it. The ledger is the source. */
import { creditAccount, donationAccount } from '@kinfold/domain/payment';
import { cents, type Cents } from '@kinfold/domain/money';
import { batchesOf } from '../../../platform/in-batches.ts';
import { findStoredDonations } from '../../funds/donations/donation.service.ts';
import { ledgerEntries, type LedgerEntry } from './ledger.model.ts';
import { findPayments } from './payment.service.ts';

const BATCH = 500;
/** Entries that move nothing in or out: what was received before, also before Kinfold, is used, waived or assigned. */
const NOT_RECEIVED: LedgerEntry['kind'][] = ['waiver', 'credit', 'fund', 'payout', 'opening'];

/** A part of a payment, or of what went back of it; `holderId` is the member who paid, undefined for an unknown payer. */
type Received = { amount: Cents; holderId: string | undefined; campaignId: string | undefined };

/** Everything that some organizations received between two instants. */
export async function* receivedBetween(
  organizationNumbers: readonly string[],
  { from, to }: { from: Date; to: Date },
): AsyncGenerator<Received> {
  const numbers = new Set(organizationNumbers);
  const found = ledgerEntries().find({
    'postings.organizationNumber': { $in: [...numbers] },
    entryDt: { $gte: from, $lt: to },
    kind: { $nin: NOT_RECEIVED },
  });
  for await (const entries of batchesOf(found, BATCH)) {
    const paymentIdOf = ({ _id, kind, paymentId }: LedgerEntry) =>
      kind === 'charge' ? _id.replace('charge:', '') : paymentId;
    const [donations, payments] = await Promise.all([
      findStoredDonations([...new Set(entries.flatMap(({ donationIds }) => donationIds))]),
      findPayments([...new Set(entries.flatMap((entry) => paymentIdOf(entry) ?? []))]),
    ]);
    const donationOf = new Map(donations.map((one) => [donationAccount(one._id), one]));
    const payerOf = new Map(payments.map(({ _id, memberId }) => [_id, memberId]));
    for (const entry of entries)
      for (const { account, amount, organizationNumber } of entry.postings) {
        if (organizationNumber === undefined || !numbers.has(organizationNumber)) continue;
        const donation = donationOf.get(account);
        const creditor = (entry.creditOf ?? []).find((id) => creditAccount(id) === account);
        yield {
          // A credit is negative.
          amount: cents(-amount),
          holderId: payerOf.get(paymentIdOf(entry) ?? '') ?? donation?.primaryMember._id ?? creditor,
          campaignId: donation?.campaignId,
        };
      }
  }
}
