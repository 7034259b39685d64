/**
 * What goes back of a payment: the log that decides it, and its entries in the ledger (docs/decisions/049). Never more
 * than is left on a line, whatever comes at once: each record is decided by all before it, and inserted under the next
 * number, which only one gets.
 */
import { cents, sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import { donationAccount } from '@kinfold/domain/payment';
import type { PaymentRest } from '@kinfold/domain/refund';
import { inTransaction, insertOnce, isDuplicateKey, type Session } from '../../../platform/database.ts';
import { bookEntries, chargeEntryId, findEntries, type LedgerEntry } from '../ledger/ledger.service.ts';
import type { PaymentRecord } from '../ledger/payment.service.ts';
import { refundRegisters, reversals, type ReversalRecord } from './reversal.model.ts';

/** In the register of a refund: the provider refused it. */
export const REFUSED = 'none';

/** The author of what nobody here asked for. */
export const PROVIDER = 'card provider';

/** The parts of a record that is not decided yet. */
export type NewReversal = Pick<ReversalRecord, 'kind' | 'fee' | 'surplus' | 'request' | 'recordedBy'> & {
  lines: readonly { donationId: string; amount: Cents }[];
};

/** The log of a payment in its order. */
export const readReversals = (paymentId: string): Promise<ReversalRecord[]> =>
  reversals().find({ paymentId }).sort({ number: 1 }).toArray();

/** What is left of a payment, by its log; refused refunds take nothing. */
export async function restOf(payment: PaymentRecord, log: readonly ReversalRecord[]): Promise<PaymentRest> {
  const refused = await refusedAmong(log);
  const counted = log.filter(({ _id }) => !refused.has(_id));
  const goneOf = (donationId: string) =>
    sumCents(
      counted.flatMap(({ lines }) =>
        lines.filter((line) => line.donationId === donationId).map(({ amount }) => amount),
      ),
    );
  return {
    lines: payment.lines.map(({ donationId, amount }) => ({
      donationId,
      amount: cents(amount - goneOf(donationId)),
    })),
    fee: cents(payment.processingFee - sumCents(counted.map(({ fee }) => fee))),
  };
}

/** The records among some whose refund the provider refused. */
export async function refusedAmong(log: readonly ReversalRecord[]): Promise<Set<string>> {
  const requested = log.filter(({ request }) => request).map(({ _id }) => _id);
  if (!requested.length) return new Set();
  const found = await refundRegisters()
    .find({ _id: { $in: requested }, providerId: REFUSED })
    .toArray();
  return new Set(found.map(({ _id }) => _id));
}

/**
 * Adds a record to the log of a payment, once per key: `decide` gets what is left and may throw. Returns the record, also
 * when it was there before. `alongside` is written in the same transaction.
 */
export async function addReversal(
  payment: PaymentRecord,
  key: string,
  now: Date,
  decide: (rest: PaymentRest, log: readonly ReversalRecord[]) => NewReversal,
  alongside?: (record: ReversalRecord, session: Session) => Promise<void>,
): Promise<ReversalRecord> {
  const organizationOf = new Map(payment.lines.map((line) => [line.donationId, line.organizationNumber]));
  for (;;) {
    const log = await readReversals(payment._id);
    const known = log.find((record) => record.key === key);
    if (known) return known;
    const { lines, ...decided } = decide(await restOf(payment, log), log);
    const number = log.length + 1;
    const record: ReversalRecord = {
      _id: `back:${payment._id}:${number}`,
      paymentId: payment._id,
      number,
      key,
      ...decided,
      lines: lines.map((line) => ({
        ...line,
        organizationNumber: organizationOf.get(line.donationId) ?? '',
      })),
      amount: sumCents([...lines.map(({ amount }) => amount), decided.fee, decided.surplus]),
      createdDt: now,
    };
    if (await insert(record, alongside)) return record;
    // Another one got this number: decide again.
  }
}

async function insert(
  record: ReversalRecord,
  alongside?: (record: ReversalRecord, session: Session) => Promise<void>,
): Promise<boolean> {
  if (!alongside) return insertOnce(reversals(), record);
  try {
    await inTransaction(async (session) => {
      await reversals().insertOne(record, { session });
      await alongside(record, session);
    });
    return true;
  } catch (error) {
    if (isDuplicateKey(error, 'payment_reversals._id_')) return false;
    throw error;
  }
}

/** The record that takes another one back: a refund that failed, a dispute that was won. */
export const takenBack = ({ kind, lines, fee, surplus }: ReversalRecord): NewReversal => ({
  kind,
  lines: lines.map(({ donationId, amount }) => ({ donationId, amount: cents(-amount) })),
  fee: cents(-fee),
  surplus: cents(-surplus),
  request: null,
  recordedBy: PROVIDER,
});

/**
 * Books a record of the log, once: what it takes from donations and the fee leaves the card provider. It is never dated
 * before the charge.
 */
export async function bookReversal(
  record: ReversalRecord,
  payment: PaymentRecord,
  entry: { _id: string; at: Date; providerRef: string },
): Promise<boolean> {
  const { lines, fee, surplus, amount, kind, recordedBy } = record;
  const [charge] = await findEntries([chargeEntryId(payment._id)]);
  const entryDt = charge && charge.entryDt > entry.at ? charge.entryDt : entry.at;
  const booked: LedgerEntry = {
    _id: entry._id,
    kind,
    entryDt,
    postings: [
      ...lines.map(({ donationId, organizationNumber, amount: part }) => ({
        account: donationAccount(donationId),
        amount: part,
        organizationNumber,
      })),
      ...(fee === ZERO ? [] : [{ account: 'processing-fee', amount: fee }]),
      ...(surplus === ZERO ? [] : [{ account: 'provider:unexplained', amount: surplus }]),
      { account: 'provider:card', amount: cents(-amount) },
    ],
    donationIds: lines.map(({ donationId }) => donationId),
    total: cents(-amount),
    currency: payment.currency,
    providerRef: entry.providerRef,
    recordedBy,
    paymentId: payment._id,
  };
  return (await bookEntries([booked])) === 1;
}
