/**
 * What a refund or dispute means for a connected account, which got the dues of its payment: it gives back the dues that
 * went back, to the cent, and gets them again when they come again. The processing fee was never moved to it.
 */
import { cents, sumCents, ZERO } from '@kinfold/domain/money';
import { ProviderRefusal } from '../../../platform/card-provider.ts';
import type { PaymentRecord } from '../ledger/payment.service.ts';
import { noteForReview } from '../review-items/review-item.service.ts';
import { intents } from './charge.model.ts';
import type { ReversalRecord } from './reversal.model.ts';
import type { PaymentDeps } from './settle.service.ts';

/**
 * Moves the dues of a booked record between the own balance and the connected account, once per entry of the ledger;
 * returns whether it did now. What the provider refuses becomes an item for the office. Throws ProviderUnavailable.
 */
export async function moveDues(
  record: ReversalRecord,
  entryId: string,
  payment: PaymentRecord,
  deps: PaymentDeps,
): Promise<boolean> {
  const { account: accountId, currency, _id: paymentId } = payment;
  const amount = sumCents(record.lines.flatMap(({ amount: part, credit = ZERO }) => [part, credit]));
  if (accountId === null || amount === 0) return false;
  try {
    if (amount < 0) {
      const again = { paymentId, accountId, amount: cents(-amount), currency, key: entryId };
      return await deps.provider.moveAgain(again);
    }
    const intentId = (await intents().findOne({ _id: paymentId }))?.intentId ?? '';
    return await deps.provider.takeBack({ intentId, amount, key: entryId });
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    await noteForReview(
      {
        key: `transfer:${entryId}`,
        type: 'failed',
        providerId: accountId,
        providerStatus: 'transfer_refused',
        answerBy: null,
        amount: cents(Math.abs(amount)),
        currency,
        paymentId,
        at: deps.now(),
      },
      deps.now(),
    );
    return false;
  }
}
