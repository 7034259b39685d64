/** Past deposits of demo data: what was received in each month that is over was taken to the bank on its last day. */
import { groupBy } from '@kinfold/domain/group-by';
import { sumCents, ZERO } from '@kinfold/domain/money';
import { lastDayOf, monthOf } from '@kinfold/domain/month';
import type { OfflineReceipt } from '../modules/money/charges/offline-receipt.service.ts';
import { findStoredDonations } from '../modules/funds/donations/donation.service.ts';
import { addDepositOnce } from '../modules/money/ledger/deposit-record.service.ts';

/** Records the deposits of past receipts, once each. */
export async function depositReceipts(
  receipts: readonly OfflineReceipt[],
  today: Date,
  timeZone: string,
): Promise<void> {
  const ids = receipts.flatMap(({ lines }) => lines.map(({ donationId }) => donationId));
  const donations = await findStoredDonations([...new Set(ids)]);
  const organizationOf = new Map(donations.map(({ _id, organizationNumber }) => [_id, organizationNumber]));
  const lines = receipts.flatMap(({ paidDt, currency, recordedBy, lines: paid }) =>
    paid.map(({ donationId, amount }) => ({
      organizationNumber: organizationOf.get(donationId) ?? '',
      month: monthOf(paidDt, timeZone),
      amount,
      currency,
      recordedBy,
    })),
  );
  const past = lines.filter(({ month }) => month < monthOf(today, timeZone));
  for (const group of groupBy(
    past,
    ({ organizationNumber, month }) => `${organizationNumber}-${month}`,
  ).values()) {
    const [first] = group;
    if (!first) continue;
    const { organizationNumber, month, currency, recordedBy } = first;
    const amount = sumCents(group.map((line) => line.amount));
    const part = { organizationNumber, dues: amount, surcharge: ZERO, fee: ZERO };
    const arrivalDt = lastDayOf(month);
    await addDepositOnce(
      {
        _id: `demo-${organizationNumber}-${month}`,
        type: 'cash',
        account: null,
        organizationNumbers: [organizationNumber],
        arrivalDt,
        amount,
        currency,
        items: [{ type: 'batch', amount, fee: ZERO, paymentId: null, batchId: null, parts: [part] }],
        recordedBy,
        madeAt: organizationNumber,
        createdDt: new Date(`${arrivalDt}T18:00:00Z`),
      },
      timeZone,
    );
  }
}
