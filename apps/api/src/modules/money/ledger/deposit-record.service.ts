/** Recording deposits, and the check of them. Amounts are integer cents. */
import { showMoney, sumCents } from '@kinfold/domain/money';
import { startOfDay } from '@kinfold/domain/dates';
import { inTransaction, isDuplicateKey, type Session } from '../../../platform/database.ts';
import type { Check } from '../../../platform/verification.ts';
import { markStale } from '../../../work/projections.ts';
import { depositIds, insertDeposit, readDeposits, type DepositRecord } from './deposit.model.ts';

export {
  countDeposits,
  depositsBetween,
  readDeposit,
  readDepositIds,
  readDepositPage,
  readDeposits,
} from './deposit.model.ts';
export type { DepositRecord };

/** Stores a deposit in a transaction, with the mark of the months that it changes. Throws when its items do not sum to it. */
export async function addDeposit(deposit: DepositRecord, timeZone: string, session: Session): Promise<void> {
  if (!isExplained(deposit)) throw new Error(`the items of deposit ${deposit._id} do not sum to it`);
  await insertDeposit(deposit, session);
  const at = startOfDay(deposit.arrivalDt, timeZone);
  await markStale({ month: deposit.organizationNumbers.map((of) => ({ of, at })) }, session);
}

/** Stores a deposit once; the same `_id` again changes nothing. Returns whether it is new. */
export async function addDepositOnce(deposit: DepositRecord, timeZone: string): Promise<boolean> {
  try {
    await inTransaction((session) => addDeposit(deposit, timeZone, session));
    return true;
  } catch (error) {
    if (isDuplicateKey(error, 'deposits._id_')) return false;
    throw error;
  }
}

const isExplained = ({ amount, items }: DepositRecord) =>
  sumCents(items.map((item) => item.amount)) === amount;

/** Every deposit is the sum of its items. */
export const depositsExplained: Check = {
  counted: 'deposits',
  keys: depositIds,
  problemsOf: async (ids) =>
    new Map(
      (await readDeposits(ids))
        .filter((deposit) => !isExplained(deposit))
        .map(({ _id, amount, currency }) => [
          _id,
          `The items of deposit ${_id} do not sum to its ${showMoney(amount, currency)}.`,
        ]),
    ),
};
