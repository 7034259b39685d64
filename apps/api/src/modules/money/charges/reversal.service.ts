/**
 * What goes back of a payment: the log that decides it, and its entries in the ledger (docs/decisions/049). Never more
 * than is left on a line, whatever comes at once: each record is decided by all before it, and inserted under the next
 * number, which only one gets.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { cents, sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import { creditAccount, donationAccount, FEE_ACCOUNT, waiverAccount } from '@kinfold/domain/payment';
import { dividedBack, type PaymentRest } from '@kinfold/domain/refund';
import { inTransaction, insertOnce, isDuplicateKey, type Session } from '../../../platform/database.ts';
import { balancesOf } from '../ledger/balance.service.ts';
import {
  bookEntries,
  chargeEntryId,
  findEntries,
  insertEntry,
  type LedgerEntry,
} from '../ledger/ledger.service.ts';
import { creditMemberOf, type PaymentRecord } from '../ledger/payment.service.ts';
import { refundRegisters, reversals, type ReversalRecord } from './reversal.model.ts';
import { paymentInProgress, whileClaimed } from './temporary-claim.service.ts';

/** In the register of a refund: the provider refused it. */
export const REFUSED = 'none';

/** The author of refunds and disputes that come from the provider. */
export const PROVIDER = 'card provider';

/** The parts of a record that is not decided yet. */
export type NewReversal = Pick<ReversalRecord, 'kind' | 'fee' | 'surplus' | 'request' | 'recordedBy'> & {
  lines: readonly NewLine[];
};

type NewLine = { donationId: string; amount: Cents; waived?: Cents | undefined; credit?: Cents | undefined };

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
 * Adds a record to the log of a payment, once per key: `decide` gets what is left, may throw, and may run more than once.
 * Returns the record, also when it was there before. `alongside` is written in the same transaction. Dues of which a part is
 * waived are claimed, so that nobody else waives it meanwhile; throws 409 when they cannot be: the sweep books later what the
 * provider has made already.
 */
export async function addReversal(
  payment: PaymentRecord,
  key: string,
  now: Date,
  decide: (rest: PaymentRest, log: readonly ReversalRecord[]) => NewReversal | Promise<NewReversal>,
  alongside?: (record: ReversalRecord, session: Session) => Promise<void>,
): Promise<ReversalRecord> {
  for (let tries = 1; ; tries += 1) {
    const log = await readReversals(payment._id);
    const known = log.find((record) => record.key === key);
    if (known) return known;
    const decideNow = async () =>
      recordAs(await decide(await restOf(payment, log), log), payment, key, log, now);
    const record = await decideNow();
    const waived = waivedDues(record);
    if (!waived.length) {
      if (await insert(record, alongside)) return record;
      // Another one got this number: decide again.
      continue;
    }
    const made = await whileClaimed(waived, now, async (claimed, end) => {
      const again = await decideNow();
      if (waivedDues(again).some((id) => !claimed.has(id))) {
        if (tries >= CLAIM_TRIES) throw paymentInProgress();
        return undefined;
      }
      const isMade = await insert(again, async (inserted, session) => {
        await end(session);
        await alongside?.(inserted, session);
      });
      return isMade ? again : undefined;
    });
    if (made) return made;
    await sleep(CLAIM_WAIT_MS);
  }
}

const waivedDues = ({ lines }: ReversalRecord): string[] =>
  lines.filter(({ waived }) => waived).map(({ donationId }) => donationId);

/** The next record of a log. */
function recordAs(
  { lines, ...decided }: NewReversal,
  payment: PaymentRecord,
  key: string,
  log: readonly ReversalRecord[],
  now: Date,
): ReversalRecord {
  const organizationOf = new Map(payment.lines.map((line) => [line.donationId, line.organizationNumber]));
  const number = log.length + 1;
  return {
    _id: `back:${payment._id}:${number}`,
    paymentId: payment._id,
    number,
    key,
    ...decided,
    lines: lines.map((line) => ({
      ...line,
      organizationNumber: organizationOf.get(line.donationId) ?? '',
    })),
    amount: sumCents([
      ...lines.flatMap(({ amount, credit = ZERO }) => [amount, credit]),
      decided.fee,
      decided.surplus,
    ]),
    createdDt: now,
  };
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

/**
 * Records and books that money of a record came again: of a refund that failed, a dispute that was won. What its dues need
 * goes there; what they do not, because they were settled otherwise meanwhile, is credit of who paid. The dues are claimed,
 * and record and entry are one transaction. Once per key.
 */
export async function bookComingAgain(
  payment: PaymentRecord,
  gone: ReversalRecord,
  key: string,
  entry: { _id: string; at: Date; providerRef: string },
  now: Date,
): Promise<ReversalRecord> {
  const donationIds = gone.lines.map(({ donationId }) => donationId);
  for (let tries = 1; ; tries += 1) {
    const log = await readReversals(payment._id);
    const known = log.find((record) => record.key === key);
    if (known) {
      await bookReversal(known, payment, entry);
      return known;
    }
    try {
      const made = await whileClaimed(donationIds, now, async (claimed, end) => {
        // Most claims are short: the dues that somebody else pays at this moment are waited for.
        if (claimed.size < donationIds.length && tries < CLAIM_TRIES) return undefined;
        const balances = await balancesOf([...claimed]);
        const record = recordAs(comingAgain(gone, balances), payment, key, log, now);
        const booked = await entryOf(record, payment, entry);
        return inTransaction(async (session) => {
          await reversals().insertOne(record, { session });
          await end(session);
          await insertEntry(booked, session);
          return record;
        });
      });
      if (made) return made;
      await sleep(CLAIM_WAIT_MS);
    } catch (error) {
      // Another record got this number: decide again.
      if (!isDuplicateKey(error, 'payment_reversals._id_')) throw error;
    }
  }
}

const CLAIM_TRIES = 5;
const CLAIM_WAIT_MS = 200;

/** The record of money that came again; `balances` are what the dues need, of those that could be claimed. */
function comingAgain(
  { kind, lines, fee, surplus }: ReversalRecord,
  balances: ReadonlyMap<string, Cents>,
): NewReversal {
  return {
    kind,
    lines: lines.map(({ donationId, amount, waived = ZERO }): NewLine => {
      // What was waived with the refund is not waived any more.
      const { dues, credit } = dividedBack(amount, cents((balances.get(donationId) ?? ZERO) + waived));
      return {
        donationId,
        amount: cents(-dues),
        ...(waived !== ZERO && { waived: cents(-waived) }),
        ...(credit !== ZERO && { credit: cents(-credit) }),
      };
    }),
    fee: cents(-fee),
    surplus: cents(-surplus),
    request: null,
    recordedBy: PROVIDER,
  };
}

/** The part of a record that became credit, in cents. */
export const creditedBy = ({ lines }: ReversalRecord): Cents =>
  cents(-sumCents(lines.map(({ credit = ZERO }) => credit)));

/** The part of the dues of a record that is waived, in cents. */
export const waivedBy = ({ lines }: Pick<ReversalRecord, 'lines'>): Cents =>
  sumCents(lines.map(({ waived = ZERO }) => waived));

/**
 * Books a record of the log, once: what it takes from donations and the fee leaves the card provider. It is never dated
 * before the charge.
 */
export async function bookReversal(
  record: ReversalRecord,
  payment: PaymentRecord,
  entry: { _id: string; at: Date; providerRef: string },
): Promise<boolean> {
  return (await bookEntries([await entryOf(record, payment, entry)])) === 1;
}

async function entryOf(
  record: ReversalRecord,
  payment: PaymentRecord,
  entry: { _id: string; at: Date; providerRef: string },
): Promise<LedgerEntry> {
  const { lines, fee, surplus, amount, kind, recordedBy } = record;
  const [charge] = await findEntries([chargeEntryId(payment._id)]);
  const entryDt = charge && charge.entryDt > entry.at ? charge.entryDt : entry.at;
  const hasCredit = lines.some(({ credit }) => credit);
  const postings = lines.flatMap(({ donationId, organizationNumber, amount: part, waived, credit }) => [
    { account: donationAccount(donationId), amount: part, organizationNumber },
    ...(waived
      ? [
          { account: 'waived', amount: waived, organizationNumber },
          { account: waiverAccount(donationId), amount: cents(-waived), organizationNumber },
        ]
      : []),
    ...(credit
      ? [{ account: creditAccount(creditMemberOf(payment)), amount: credit, organizationNumber }]
      : []),
  ]);
  return {
    _id: entry._id,
    kind,
    entryDt,
    postings: [
      ...postings.filter((posting) => posting.amount !== 0),
      ...(fee === ZERO ? [] : [{ account: FEE_ACCOUNT, amount: fee }]),
      ...(surplus === ZERO ? [] : [{ account: 'provider:unexplained', amount: surplus }]),
      { account: 'provider:card', amount: cents(-amount) },
    ],
    donationIds: lines.map(({ donationId }) => donationId),
    ...(hasCredit && { creditOf: [creditMemberOf(payment)] }),
    total: cents(-amount),
    currency: payment.currency,
    providerRef: entry.providerRef,
    recordedBy,
    paymentId: payment._id,
  };
}
