/**
 * Payouts of the card provider as deposits: what each holds is read from the provider once it has arrived, and recorded
 * with the payments here that it is about (docs/decisions/050). Amounts are integer cents.
 */
import { calendarDateOf } from '@kinfold/domain/dates';
import { partsOfItem } from '@kinfold/domain/deposit';
import { cents, inProportion, sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import type { ProviderMoney, ProviderPayout, ProviderPayoutItem } from '../../../platform/card-provider.ts';
import { findAccountIds, organizationsOfAccount } from '../connected-accounts/connected-account.service.ts';
import {
  addDepositOnce,
  readDeposit,
  readDepositIds,
  type DepositRecord,
} from '../ledger/deposit-record.service.ts';
import { chargeEntryId, findEntries, type LedgerEntry } from '../ledger/ledger.service.ts';
import { findPayments, type PaymentRecord } from '../ledger/payment.service.ts';
import { noteForReview } from '../review-items/review-item.service.ts';
import { intents } from './charge.model.ts';
import type { PaymentDeps } from './settle.service.ts';

type Item = DepositRecord['items'][number];

/** Records a payout that has arrived, or came back, as the provider has it now. Returns whether anything is new. */
export async function settlePayout(
  id: string,
  accountId: string | null,
  deps: PaymentDeps,
): Promise<boolean> {
  const payout = await deps.provider.retrievePayout(id, accountId);
  if (!payout) return false;
  if (payout.status === 'paid') return recordArrived(payout, accountId, deps);
  // Back from the bank after it had arrived.
  const arrived = payout.status === 'failed' ? await readDeposit(id) : undefined;
  return arrived ? addDepositOnce(takenBack(arrived, deps), deps.config.TIME_ZONE) : false;
}

/** Records the payouts among some, and of connected accounts since a time, that are not recorded yet; returns these. */
export async function settlePayouts(
  own: readonly ProviderMoney[],
  since: Date,
  deps: PaymentDeps,
): Promise<ProviderMoney[]> {
  const listed = own.map((payout) => ({ payout, accountId: null as string | null }));
  for (const accountId of await findAccountIds())
    for (const payout of await deps.provider.payoutsSince(since, accountId))
      listed.push({ payout, accountId });
  const idOf = ({ id, status }: ProviderMoney) => (status === 'failed' ? failedId(id) : id);
  const ended = listed.filter(({ payout }) => ['paid', 'failed'].includes(payout.status));
  const known = await readDepositIds(ended.map(({ payout }) => idOf(payout)));
  const recorded: ProviderMoney[] = [];
  for (const { payout, accountId } of ended)
    if (!known.has(idOf(payout)) && (await settlePayout(payout.id, accountId, deps))) recorded.push(payout);
  return recorded;
}

const failedId = (id: string) => `${id}:failed`;

function takenBack(arrived: DepositRecord, { now, config }: PaymentDeps): DepositRecord {
  const negative = (amount: Cents) => cents(0 - amount);
  return {
    ...arrived,
    _id: failedId(arrived._id),
    arrivalDt: calendarDateOf(now(), config.TIME_ZONE),
    amount: negative(arrived.amount),
    items: arrived.items.map((item) => ({
      ...item,
      amount: negative(item.amount),
      fee: negative(item.fee),
      parts: item.parts.map((part) => ({
        ...part,
        dues: negative(part.dues),
        surcharge: negative(part.surcharge),
        fee: negative(part.fee),
      })),
    })),
    createdDt: now(),
  };
}

async function recordArrived(
  { id, amount, currency, arrivalDt, items }: ProviderPayout,
  accountId: string | null,
  deps: PaymentDeps,
): Promise<boolean> {
  const held = items ? await itemsOf(items, accountId) : [];
  const rest = cents(amount - sumCents(held.map((item) => item.amount)));
  const users = accountId === null ? [] : await organizationsOfAccount(accountId);
  const all = [...held, ...(rest === ZERO ? [] : [{ ...NOTHING_KNOWN, amount: rest }])];
  const organizationNumbers = [
    ...new Set([
      ...users,
      ...all.flatMap(({ parts }) => parts.map(({ organizationNumber }) => organizationNumber)),
    ]),
  ].toSorted();
  const isNew = await addDepositOnce(
    {
      _id: id,
      type: 'payout',
      account: accountId,
      organizationNumbers,
      arrivalDt: calendarDateOf(arrivalDt, 'UTC'),
      amount,
      currency,
      items: all,
      recordedBy: null,
      madeAt: null,
      createdDt: deps.now(),
    },
    deps.config.TIME_ZONE,
  );
  // The provider's list lacks something: of a payout by hand it has none.
  if (isNew && items && rest !== ZERO)
    await noteForReview(
      {
        key: `${id}:unexplained`,
        type: 'failed',
        providerId: id,
        providerStatus: 'payout_unexplained',
        answerBy: null,
        amount: rest,
        currency,
        paymentId: held.find(({ paymentId }) => paymentId !== null)?.paymentId ?? null,
        at: deps.now(),
      },
      deps.now(),
    );
  return isNew;
}

const NOTHING_KNOWN = { type: 'other' as const, fee: ZERO, paymentId: null, batchId: null, parts: [] };

/**
 * What movements of a payout are here: by the payments that registered their intents, and their entries. Dues reach the
 * bank with the payout of the account that got them: in any other one, movements of their payment hold nothing of them.
 */
async function itemsOf(movements: readonly ProviderPayoutItem[], accountId: string | null): Promise<Item[]> {
  const intentIds = movements.flatMap(({ intentId }) => intentId ?? []);
  const registered = await intents()
    .find({ intentId: { $in: intentIds } })
    .toArray();
  const paymentIdOf = new Map(registered.map(({ _id, intentId }) => [intentId, _id]));
  const paid = new Map(
    (await findPayments(registered.map(({ _id }) => _id))).map((payment) => [payment._id, payment]),
  );
  const known = movements.map((movement) => ({
    movement,
    payment: paid.get(paymentIdOf.get(movement.intentId ?? '') ?? ''),
  }));
  const entries = await findEntries(
    known.flatMap(({ movement, payment }) => (payment ? [entryIdOf(movement, payment)] : [])),
  );
  const byId = new Map(entries.map((entry) => [entry._id, entry]));
  return known.map(({ movement, payment }): Item => {
    const { type, amount, fee } = movement;
    const net = cents(amount - fee);
    if (!payment) {
      const isFee = type === 'fee';
      return { ...NOTHING_KNOWN, ...(isFee && { type }), amount: net, fee: isFee ? ZERO : fee };
    }
    const dues = duesOf(movement, payment, byId.get(entryIdOf(movement, payment)));
    const parts =
      payment.account === accountId
        ? partsOfItem(amount, fee, dues)
        : dues.map(({ organizationNumber }) => ({
            organizationNumber,
            dues: ZERO,
            surcharge: ZERO,
            fee: ZERO,
          }));
    return { type, amount: net, fee, paymentId: payment._id, batchId: null, parts };
  });
}

/** The ledger entry of a movement. */
function entryIdOf({ type, sourceId, amount }: ProviderPayoutItem, { _id }: PaymentRecord): string {
  if (type === 'payment') return chargeEntryId(_id);
  if (type === 'dispute') return `dispute:${sourceId ?? ''}:${amount < 0 ? 1 : 2}`;
  return `refund:${sourceId ?? ''}${amount < 0 ? '' : ':failed'}`;
}

/** What a movement is of the dues of organizations: by its entry, else by the lines of the payment; of a part, in proportion. */
function duesOf(
  { type, amount }: ProviderPayoutItem,
  { lines }: PaymentRecord,
  entry: LedgerEntry | undefined,
): { organizationNumber: string; amount: Cents }[] {
  const sums = new Map<string, Cents>();
  const add = (organizationNumber: string, part: Cents) =>
    sums.set(organizationNumber, cents((sums.get(organizationNumber) ?? 0) + part));
  if (entry)
    for (const { organizationNumber, amount: part } of entry.postings)
      if (organizationNumber !== undefined) add(organizationNumber, cents(0 - part));
  if (!entry) for (const line of lines) add(line.organizationNumber, line.amount);
  const dues = [...sums].map(([organizationNumber, part]) => ({ organizationNumber, amount: part }));
  return entry || type === 'payment' ? dues : inProportion(amount, dues);
}
