/**
 * What a refund or dispute means for a connected account, which got the dues of its payment: it gives back the dues that
 * went back, to the cent, and gets them again when they come again. The processing fee was never moved to it.
 */
import { cents, sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import { ProviderRefusal } from '../../../platform/card-provider.ts';
import type { PaymentRecord } from '../ledger/payment.service.ts';
import { findItems, noteForReview } from '../review-items/review-item.service.ts';
import { intents } from './charge.model.ts';
import type { ReversalRecord } from './reversal.model.ts';
import type { PaymentDeps } from './settle.service.ts';

/**
 * Moves the dues of a booked record between the own balance and the connected account, once per entry of the ledger;
 * returns whether it did now. What was not taken back is not given again. What the provider refuses becomes an item for
 * the office; once that is done, nothing is moved any more. Throws ProviderUnavailable.
 */
export async function moveDues(
  record: ReversalRecord,
  entryId: string,
  payment: PaymentRecord,
  deps: PaymentDeps,
): Promise<boolean> {
  const { account: accountId, currency, _id: paymentId } = payment;
  const amount = sumCents(record.lines.flatMap(({ amount: part, credit = ZERO }) => [part, credit]));
  if (accountId === null || amount === 0 || (await isDoneByHand(entryId, payment))) return false;
  const intentId = (await intents().findOne({ _id: paymentId }))?.intentId ?? '';
  try {
    if (amount > 0) return await deps.provider.takeBack({ intentId, amount, key: entryId });
    const again = { paymentId, accountId, amount: cents(-amount), currency, key: entryId };
    if (await deps.provider.isTakenBack({ intentId, key: goneId(entryId) }))
      return await deps.provider.moveAgain(again);
    // By hand, where the provider had refused it, or not at all.
    if (await isDoneByHand(goneId(entryId), payment)) await noteRefused(entryId, amount, payment, deps);
    return false;
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    await noteRefused(entryId, amount, payment, deps);
    return false;
  }
}

/** An item for the office: it moves the amount by hand. */
async function noteRefused(
  entryId: string,
  amount: Cents,
  { account, currency, _id: paymentId }: PaymentRecord,
  { now }: PaymentDeps,
): Promise<void> {
  await noteForReview(
    {
      key: itemKey(entryId),
      type: 'failed',
      providerId: account ?? '',
      providerStatus: 'transfer_refused',
      answerBy: null,
      amount: cents(Math.abs(amount)),
      currency,
      paymentId,
      at: now(),
    },
    now(),
  );
}

const itemKey = (entryId: string) => `transfer:${entryId}`;

/** The entry of the money that went, by that of the money that came again. */
const goneId = (entryId: string) => entryId.replace(/:failed$/, '').replace(/^(dispute:.*):\d+$/, '$1:1');

const isDoneByHand = async (entryId: string, { lines }: PaymentRecord): Promise<boolean> =>
  (await findItems(itemKey(entryId), lines)).some(({ status }) => status === 'done');
