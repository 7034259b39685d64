/**
 * Entries that the office books without a card provider: waivers, credit, cash and checks (payments.md "What the office
 * books"). What they take from, dues and credit, is claimed as by a payment; what is left of it is then read again from
 * the ledger; entries, history and the end of the claims are one transaction. Amounts are integer cents.
 */
import { cents, type Cents } from '@kinfold/domain/money';
import { creditAccount } from '@kinfold/domain/payment';
import { inTransaction, isDuplicateKey, type Session } from '../../../platform/database.ts';
import { invalid } from '../../../platform/problem.ts';
import { balancesOf } from '../ledger/balance.service.ts';
import { creditsOf } from '../ledger/credit-entries.service.ts';
import { findEntries, insertEntry, type LedgerEntry } from '../ledger/ledger.service.ts';
import { whileClaimed } from '../charges/temporary-claim.service.ts';

/** What is left of each claimed due and credit, by the ledger; a key that another payment holds is missing. */
export type Left = { owed: ReadonlyMap<string, Cents>; credit: ReadonlyMap<string, Cents> };

/**
 * Books the entries that `decide` makes of what is left; it may run more than once. Throws 409 when the claims ended
 * meanwhile: nothing is booked then.
 */
export async function bookClaimed<T>(
  { donationIds = [], creditOf = [] }: { donationIds?: readonly string[]; creditOf?: readonly string[] },
  now: Date,
  decide: (left: Left, session: Session) => Promise<{ entries: readonly LedgerEntry[]; result: T }>,
): Promise<T> {
  const keys = [...donationIds, ...creditOf.map(creditAccount)];
  return whileClaimed(keys, now, async (claimed, end) => {
    const [owed, credit] = await Promise.all([
      owedOn(donationIds.filter((id) => claimed.has(id))),
      creditsOf(creditOf.filter((id) => claimed.has(creditAccount(id)))),
    ]);
    return inTransaction(async (session) => {
      const { entries, result } = await decide({ owed, credit }, session);
      await end(session);
      for (const entry of entries) await insertEntry(entry, session);
      return result;
    });
  });
}

/** Waits for a booking whose entry may have been booked before, by the same request. */
export async function onceOnly(entryId: string, booking: Promise<void>): Promise<void> {
  try {
    await booking;
  } catch (error) {
    if (isDuplicateKey(error, 'ledger_entries._id_') || (await findEntries([entryId])).length) return;
    throw error;
  }
}

/** What is owed on each donation, in cents, by the ledger. */
async function owedOn(donationIds: readonly string[]): Promise<Map<string, Cents>> {
  const balances = await balancesOf(donationIds);
  return new Map([...balances].map(([id, balance]) => [id, cents(Math.max(0, balance))]));
}

/** Throws 422 at `amount`. */
export const wrongAmount = (message: string) => invalid([{ path: 'amount', message }]);
