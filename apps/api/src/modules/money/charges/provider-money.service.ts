/**
 * What the card provider reports of money: each report is read again from the provider and booked, under the payment that
 * it is about; what names no payment that is known becomes an item for the office (docs/decisions/043 and 049).
 */
import { calendarDateOf } from '@kinfold/domain/dates';
import { cents, ZERO } from '@kinfold/domain/money';
import { disputeStep } from '@kinfold/domain/refund';
import {
  ProviderRefusal,
  type ProviderDispute,
  type ProviderMoney,
} from '../../../platform/card-provider.ts';
import { upsertOnce } from '../../../platform/database.ts';
import { readScopes } from '../../../platform/scopes.ts';
import { projectDonations } from '../ledger/ledger.service.ts';
import { asPaid, findPayment, type PaymentRecord } from '../ledger/payment.service.ts';
import { noteForReview } from '../review-items/review-item.service.ts';
import { intents } from './charge.model.ts';
import { settlePayout } from './payout.service.ts';
import { disputes } from './reversal.model.ts';
import { addReversal, bookComingAgain, bookReversal, PROVIDER, readReversals } from './reversal.service.ts';
import { bookProviderRefund, finishComingAgain, unassigned } from './refund.service.ts';
import { settle, type PaymentDeps } from './settle.service.ts';
import { moveDues } from './transfer-back.service.ts';

/** Books what a report is about, or puts it on the office's list. Throws ProviderUnavailable. */
export async function settleMoney(reported: ProviderMoney, deps: PaymentDeps): Promise<void> {
  if (reported.kind === 'charge') {
    const refunds = await refundsOf(reported, deps);
    for (const refund of refunds) await settleRefundOf(refund, deps);
    // The provider does not know the charge (any more).
    if (!refunds.length)
      await noteMoney(
        { ...reported, kind: 'refund', id: `${reported.id}:${reported.amount}`, status: 'succeeded' },
        deps,
      );
  } else if (reported.kind === 'refund') {
    const refund = await deps.provider.retrieveRefund(reported.id);
    if (refund) await settleRefundOf(refund, deps);
    else await noteMoney(reported, deps);
  } else if (reported.kind === 'dispute') {
    const dispute = await deps.provider.retrieveDispute(reported.id);
    if (dispute) await settleDispute(dispute, deps);
    await noteMoney(dispute ?? reported, deps);
  } else {
    await settlePayout(reported.id, reported.accountId ?? null, deps);
    // One that arrives needs no attention; one of a connected account is its owner's.
    if (reported.status !== 'paid' && reported.accountId === undefined) await noteMoney(reported, deps);
  }
}

/** The refunds of a charge, which its event does not name. */
async function refundsOf(charge: ProviderMoney, { provider }: PaymentDeps): Promise<ProviderMoney[]> {
  try {
    return await provider.listRefunds(charge.id);
  } catch (error) {
    if (error instanceof ProviderRefusal) return [];
    throw error;
  }
}

/** Books a refund as the provider has it now. */
export async function settleRefundOf(refund: ProviderMoney, deps: PaymentDeps): Promise<void> {
  const payment = await paidPaymentOf(refund, deps);
  if (payment) await bookProviderRefund(refund, payment, deps);
  else await noteMoney(refund, deps);
}

/** Books what a dispute moved, as the provider has it now, and keeps its state for the list. */
export async function settleDispute(dispute: ProviderDispute, deps: PaymentDeps): Promise<void> {
  const payment = await paidPaymentOf(dispute, deps);
  if (!payment) return;
  for (const [index, move] of dispute.moves.entries()) {
    const _id = `dispute:${dispute.id}:${index + 1}`;
    const entry = { _id, at: move.at, providerRef: dispute.id };
    const log = await readReversals(payment._id);
    const withdrawn = log.find(({ key }) => key === `dispute:${dispute.id}:1`);
    if (move.amount > 0 && withdrawn?.amount === move.amount) {
      const again = await bookComingAgain(payment, withdrawn, _id, entry, deps.now());
      await deps.checkpoint('dispute-booked');
      await finishComingAgain(again, _id, payment, deps);
      continue;
    }
    const record = await addReversal(payment, _id, deps.now(), (rest) => {
      // Given back in another amount than was withdrawn: not on any dues until the office has looked.
      return move.amount > 0
        ? {
            kind: 'dispute',
            lines: [],
            fee: ZERO,
            surplus: cents(-move.amount),
            request: null,
            recordedBy: PROVIDER,
          }
        : unassigned('dispute', cents(-move.amount), rest);
    });
    await bookReversal(record, payment, entry);
    await deps.checkpoint('dispute-booked');
    await projectDonations(
      record.lines.map(({ donationId }) => donationId),
      deps.now(),
    );
    await moveDues(record, _id, payment, deps);
  }
  await keepDispute(dispute, payment, deps);
}

/** Writes the state of a dispute, unless a later one is stored already. */
async function keepDispute(
  dispute: ProviderDispute,
  payment: PaymentRecord,
  deps: PaymentDeps,
): Promise<void> {
  const numbers = [...new Set(payment.lines.map(({ organizationNumber }) => organizationNumber))];
  const scopeOf = await readScopes(numbers);
  const step = disputeStep(dispute.status);
  for (const organizationNumber of numbers)
    await upsertOnce(
      disputes(),
      { _id: `${dispute.id}:${organizationNumber}`, step: { $lte: step } },
      {
        $set: {
          disputeId: dispute.id,
          paymentId: payment._id,
          organizationNumber,
          scope: scopeOf(organizationNumber),
          status: dispute.status,
          step,
          reason: dispute.reason,
          answerBy: dispute.answerBy && calendarDateOf(dispute.answerBy, deps.config.TIME_ZONE),
          amount: dispute.amount ?? ZERO,
          at: dispute.at,
        },
      },
    );
}

/** The paid payment here that a refund or dispute concerns; a charge that succeeded meanwhile is booked first. */
async function paidPaymentOf(money: ProviderMoney, deps: PaymentDeps): Promise<PaymentRecord | undefined> {
  const registered = money.intentId ? await intents().findOne({ intentId: money.intentId }) : null;
  const payment = registered && (await findPayment(registered._id));
  if (!payment) return undefined;
  if (!(await asPaid(payment))) await settle(payment._id, deps);
  return (await asPaid(payment)) ? payment : undefined;
}

/** Puts a report on the office's list. */
async function noteMoney(money: ProviderMoney, deps: PaymentDeps): Promise<void> {
  const { kind, id, status, amount, currency, at, answerBy } = money;
  const hasFailed = kind === 'payout' || (kind === 'refund' && ['failed', 'canceled'].includes(status));
  await noteForReview(
    {
      key: `${id}:${status}`,
      type: hasFailed ? 'failed' : kind === 'dispute' ? 'dispute' : 'refund',
      providerId: id,
      providerStatus: kind === 'payout' ? `payout_${status}` : status,
      answerBy: answerBy && calendarDateOf(answerBy, deps.config.TIME_ZONE),
      amount,
      currency: currency || deps.config.CURRENCY,
      paymentId: await paymentOf(money),
      at,
    },
    deps.now(),
  );
}

/** The payment here that a refund or dispute concerns: the one that registered its intent; null when there is none. */
async function paymentOf({ intentId, paymentId }: ProviderMoney): Promise<string | null> {
  const registered = intentId ? await intents().findOne({ intentId }) : null;
  return registered?._id ?? paymentId;
}
