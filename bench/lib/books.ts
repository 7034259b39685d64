/** Checks the promise of payments.md: nobody charged twice, no charge lost, every charge in the ledger. */
import { finals } from '../../apps/api/src/modules/money/charges/charge.model.ts';
import { ledgerEntries } from '../../apps/api/src/modules/money/ledger/ledger.model.ts';
import { payments } from '../../apps/api/src/modules/money/ledger/payment.model.ts';
import { verify } from '../../apps/api/src/modules/operations/verification/verification.service.ts';
import { thoroughChecks } from '../../apps/api/src/platform/verification.ts';
import { outboxMails } from '../../apps/api/src/work/outbox.model.ts';
import type { Sandbox } from '../../packages/stripe-sandbox/src/index.ts';

/** Payments without a final record. */
export async function unfinishedPayments(): Promise<string[]> {
  const ended = new Set((await finals().find().toArray()).map(({ _id }) => _id));
  const known = await payments()
    .find({}, { projection: { _id: 1 } })
    .toArray();
  return known.map(({ _id }) => _id).filter((id) => !ended.has(id));
}

/**
 * Returns the differences of ledger, final records, receipts and projections from the provider's journal, a sentence
 * each.
 */
export async function differences(sandbox: Sandbox): Promise<string[]> {
  const found: string[] = [];
  const charged = new Map<string, number>();
  for (const [paymentId, sums] of Object.entries(sandbox.journal.sums())) {
    if (sums.charges > 1) found.push(`Payment ${paymentId} was charged ${sums.charges} times.`);
    if (sums.charges > 0) charged.set(paymentId, sums.charged);
  }
  const booked = new Map<string, number>();
  for (const entry of await ledgerEntries().find({ kind: 'charge' }).toArray())
    booked.set(entry._id.slice('charge:'.length), entry.total);
  for (const paymentId of new Set([...charged.keys(), ...booked.keys()]))
    if (charged.get(paymentId) !== booked.get(paymentId))
      found.push(
        `Payment ${paymentId}: the provider charged ${charged.get(paymentId) ?? 0}, the ledger has ${booked.get(paymentId) ?? 0}.`,
      );
  // Offline receipts are unknown to the provider.
  for (const { _id, result } of await finals()
    .find({ _id: { $not: /^cash:/ } })
    .toArray())
    if ((result === 'paid') !== charged.has(_id)) found.push(`Payment ${_id} wrongly ended as ${result}.`);
  for (const paymentId of await unfinishedPayments()) found.push(`Payment ${paymentId} has no end.`);
  const receipts = await outboxMails()
    .find({ _id: /:receipt$/ })
    .toArray();
  const withReceipt = new Set(receipts.map(({ _id }) => _id.slice(0, -':receipt'.length)));
  for (const paymentId of new Set([...charged.keys(), ...withReceipt]))
    if (charged.has(paymentId) !== withReceipt.has(paymentId))
      found.push(`Payment ${paymentId}: charge and receipt mail do not match.`);
  const report = await verify(thoroughChecks({ doesRepair: false, now: new Date() }));
  return [...found, ...report.problems];
}
