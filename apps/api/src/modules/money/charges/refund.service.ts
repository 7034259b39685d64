/**
 * Refunds that the office asks for (payments.md "Refunds"): the request first, under its own id; then the provider, with
 * that id as key; then the entry. A process may die after any step: the sweep, the webhook or the same request again
 * completes it, because the office has asked for it and its amount is taken from what is left.
 */
import { showDateInWords } from '@kinfold/domain/dates';
import { showMoney, sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import { organizationsText, receiptNumber } from '@kinfold/domain/payment';
import {
  allocateNewestFirst,
  duesLeft,
  refundTotal,
  waivedOfRefund,
  type PaymentRest,
  type RefundAnswer,
  type RefundForm,
} from '@kinfold/domain/refund';
import type { Author } from '../../../platform/author.ts';
import { ProviderRefusal, ProviderUnavailable, type ProviderMoney } from '../../../platform/card-provider.ts';
import { insertOnce } from '../../../platform/database.ts';
import { sha256 } from '../../../platform/hash.ts';
import { mailOf } from '../../../platform/mail-layout.ts';
import { AppError, conflict } from '../../../platform/problem.ts';
import { queueMail } from '../../../work/outbox.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import { projectDonations } from '../ledger/ledger.service.ts';
import { asPaid, findPayment, type PaymentRecord } from '../ledger/payment.service.ts';
import { noteForReview } from '../review-items/review-item.service.ts';
import { intents, newMarker, openPayments, type OpenPayment } from './charge.model.ts';
import { refundedDuesOf } from './refunded-dues.service.ts';
import { refundRegisters, type ReversalRecord } from './reversal.model.ts';
import {
  addReversal,
  bookComingAgain,
  bookReversal,
  creditedBy,
  PROVIDER,
  readReversals,
  REFUSED,
  waivedBy,
  type NewReversal,
} from './reversal.service.ts';
import type { PaymentDeps } from './settle.service.ts';
import { moveDues } from './transfer-back.service.ts';

export type RefundRequest = { refundId: string; payment: PaymentRecord; form: RefundForm; author: Author };

/** The key of a requested refund in the log of its payment. */
export const requestKey = (refundId: string) => `request:${refundId}`;
const markerId = (refundId: string) => `refund:${refundId}`;

/**
 * Refunds a payment to its card, once per refundId. Throws 409 for a payment that is not paid, 422 with `figures` for more
 * than is left, and 422 when the refundId came with another request. `check` may refuse it by what is left.
 */
export async function refund(
  input: RefundRequest,
  deps: PaymentDeps,
  check?: (rest: PaymentRest) => void,
): Promise<RefundAnswer> {
  const { refundId, payment, form, author } = input;
  if (!(await asPaid(payment))) throw conflict('not_paid', 'This payment is not paid.');
  const request = {
    refundId,
    requestHash: requestHashOf(payment, form),
    reason: form.reason,
  };
  // The marker first, so that the sweep finds every abandoned refund.
  await insertOnce(openPayments(), {
    ...newMarker(markerId(refundId), deps.now()),
    isAttempted: true,
    paymentId: payment._id,
    refundId,
  });
  await deps.checkpoint('refund-opened');
  const record = await addReversal(
    payment,
    requestKey(refundId),
    deps.now(),
    async (rest) => {
      const asked = requestedOf(form, rest);
      check?.(rest);
      const lines = await withWaivers(asked.lines, form.dues);
      return { ...asked, lines, request, recordedBy: author.email };
    },
    (made, session) => recordChanges(historyOf(payment, made, form.reason), author, deps.now(), session),
  );
  if (record.request?.requestHash !== request.requestHash)
    throw new AppError(422, 'idempotency_mismatch', 'This refund was already asked for with other details.');
  await deps.checkpoint('refund-recorded');
  const status = await settleRequested(record, payment, deps);
  return { refund_id: refundId, status, amount: record.amount };
}

/** The hash of what a request asks for. */
export const requestHashOf = (payment: PaymentRecord, form: RefundForm): string =>
  sha256(
    JSON.stringify([
      ...[payment._id, form.lines ?? null, form.includeFee ?? false, form.reason],
      ...(form.dues ? [form.dues] : []),
    ]),
  );

/** The parts of a request. Throws 422 with what is left when it asks for more, or nothing is left. */
export function requestedOf(
  { lines, includeFee = false }: RefundForm,
  rest: PaymentRest,
): Omit<NewReversal, 'request' | 'recordedBy'> {
  const wanted =
    lines?.map(({ donation_id: donationId, amount }) => ({ donationId, amount })) ??
    rest.lines.filter(({ amount }) => amount > 0);
  const leftOn = new Map(rest.lines.map(({ donationId, amount }) => [donationId, amount]));
  const fee = includeFee ? rest.fee : ZERO;
  const isLeft = wanted.every(({ donationId, amount }) => amount <= (leftOn.get(donationId) ?? ZERO));
  if (!isLeft || fee < 0 || refundTotal(wanted, fee) <= 0) throw moreThanIsLeft(rest);
  return { kind: 'refund', lines: wanted, fee, surplus: ZERO };
}

/** Lines that go back, with the part of each that is waived (`waivedOfRefund`). */
async function withWaivers(
  lines: NewReversal['lines'],
  dues: RefundForm['dues'],
): Promise<NewReversal['lines']> {
  const facts = await refundedDuesOf(lines.map(({ donationId }) => donationId));
  return lines.map(({ donationId, amount }) => {
    const known = facts.get(donationId);
    const waived = known ? waivedOfRefund(amount, dues, known) : ZERO;
    return { donationId, amount, ...(waived > 0 && { waived }) };
  });
}

function moreThanIsLeft(rest: PaymentRest): AppError {
  const amount = duesLeft(rest);
  const detail =
    amount > 0
      ? `Of this payment ${showMoney(amount)} is left to refund.`
      : 'Nothing is left of this payment to refund.';
  return new AppError(422, 'more_than_left', detail, {
    errors: [{ path: 'lines', message: detail }],
    figures: {
      donationAmount: amount,
      processingFee: rest.fee,
      total: sumCents([amount, rest.fee]),
      lines: rest.lines.map(({ donationId, amount: left }) => ({ donation_id: donationId, amount: left })),
    },
  });
}

/** An entry of the history for each organization whose dues are refunded, with its own part: a fee is nobody's part. */
function historyOf(payment: PaymentRecord, { lines, amount }: ReversalRecord, reason: string) {
  const numbers = [...new Set((lines.length ? lines : payment.lines).map((line) => line.organizationNumber))];
  const partOf = (number: string) =>
    numbers.length > 1 && lines.length
      ? sumCents(lines.filter((line) => line.organizationNumber === number).map((line) => line.amount))
      : amount;
  const waivedAt = (number: string) => {
    const amount = waivedBy({ lines: lines.filter((line) => line.organizationNumber === number) });
    return amount > 0 ? [{ field: 'waivedAmount', from: null, to: amount }] : [];
  };
  return numbers.map((organizationNumber) => ({
    organizationNumber,
    subject: {
      type: 'organization' as const,
      id: organizationNumber,
      label:
        payment.lines.find((line) => line.organizationNumber === organizationNumber)?.organizationName ?? '',
    },
    action: 'payment.refunded' as const,
    changes: [
      {
        field: 'refund',
        from: null,
        to: `${showMoney(partOf(organizationNumber), payment.currency)} of payment ${receiptNumber(payment._id)}`,
      },
      ...waivedAt(organizationNumber),
    ],
    memberIds: [payment.payeeMemberId],
    reason,
  }));
}

/** For the sweep: completes a refund, or removes the marker of one that was never recorded. */
export async function sweepRefund(
  { _id, paymentId, refundId }: OpenPayment,
  deps: PaymentDeps,
): Promise<boolean> {
  const payment = await findPayment(paymentId ?? '');
  const record = (await readReversals(paymentId ?? '')).find(({ key }) => key === requestKey(refundId ?? ''));
  if (!payment || !record) return false;
  const status = await settleRequested(record, payment, deps, { isAgain: true });
  if (status !== 'pending') await openPayments().deleteOne({ _id });
  return true;
}

/** Asks the provider for a recorded refund, unless it was, and books it. The register decides which refund it is. */
async function settleRequested(
  record: ReversalRecord,
  payment: PaymentRecord,
  deps: PaymentDeps,
  { isAgain = false } = {},
): Promise<RefundAnswer['status']> {
  const { refundId } = record.request ?? { refundId: '' };
  try {
    const registered = await refundRegisters().findOne({ _id: record._id });
    const made = registered ? undefined : await makeRefund(record, payment, deps, isAgain);
    await deps.checkpoint('refund-made');
    if (!registered)
      await insertOnce(refundRegisters(), { _id: record._id, providerId: made?.id ?? REFUSED });
    await deps.checkpoint('refund-registered');
    const { providerId } = registered ?? (await registerOf(record));
    // Registered as refused by a twin, and made nevertheless: a refund like one of the provider's dashboard.
    if (made && made.id !== providerId) await bookProviderRefund(made, payment, deps);
    if (providerId === REFUSED) {
      await openPayments().deleteOne({ _id: markerId(refundId) });
      return 'failed';
    }
    const current = made?.id === providerId ? made : await deps.provider.retrieveRefund(providerId);
    if (!current) return 'pending';
    return await finishRefund(record, current, payment, deps);
  } catch (error) {
    // Its outcome is unknown; the sweep asks again.
    if (error instanceof ProviderUnavailable) return 'pending';
    throw error;
  }
}

/** The provider's refund of a request, made or found; undefined when the provider refuses it. */
async function makeRefund(
  record: ReversalRecord,
  payment: PaymentRecord,
  { provider }: PaymentDeps,
  isAgain: boolean,
): Promise<ProviderMoney | undefined> {
  const { refundId } = record.request ?? { refundId: '' };
  const intentId = (await intents().findOne({ _id: payment._id }))?.intentId ?? '';
  // The provider forgets keys after a day: a refund that was made is looked for first.
  const found = isAgain ? await provider.findRefund(intentId, refundId) : undefined;
  if (found) return found;
  try {
    return await provider.createRefund({
      refundId,
      paymentId: payment._id,
      intentId,
      amount: record.amount,
    });
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    return undefined;
  }
}

async function registerOf({ _id }: ReversalRecord) {
  const register = await refundRegisters().findOne({ _id });
  if (!register) throw new Error(`the refund ${_id} is not registered`);
  return register;
}

/**
 * Books a refund of the provider, whoever made it: under the request that it answers, else as money of which nobody said
 * which dues it is for, which `allocate` divides.
 */
export async function bookProviderRefund(
  money: ProviderMoney,
  payment: PaymentRecord,
  deps: PaymentDeps,
): Promise<void> {
  const log = await readReversals(payment._id);
  const asked = money.refundId ? log.find(({ key }) => key === requestKey(money.refundId ?? '')) : undefined;
  if (asked) {
    await insertOnce(refundRegisters(), { _id: asked._id, providerId: money.id });
    if ((await registerOf(asked)).providerId === money.id) {
      await finishRefund(asked, money, payment, deps);
      return;
    }
  }
  const record = await addReversal(payment, `refund:${money.id}`, deps.now(), async (rest) => {
    const taken = unassigned('refund', money.amount ?? ZERO, rest);
    return { ...taken, lines: await withWaivers(taken.lines, undefined) };
  });
  await finishRefund(record, money, payment, deps);
}

/** Money that goes back without lines: see `allocateNewestFirst`. */
export function unassigned(kind: NewReversal['kind'], amount: Cents, rest: PaymentRest): NewReversal {
  return { kind, request: null, recordedBy: PROVIDER, ...allocateNewestFirst(rest, amount) };
}

/** Books a refund, and its failure; then projections, mail and marker. May be repeated. */
async function finishRefund(
  record: ReversalRecord,
  money: ProviderMoney,
  payment: PaymentRecord,
  deps: PaymentDeps,
): Promise<RefundAnswer['status']> {
  const _id = `refund:${money.id}`;
  await bookReversal(record, payment, { _id, at: money.at, providerRef: money.id });
  await deps.checkpoint('refund-booked');
  const hasFailed = money.status === 'failed' || money.status === 'canceled';
  if (hasFailed) {
    const failed = { _id: `${_id}:failed`, at: deps.now(), providerRef: money.id };
    const again = await bookComingAgain(payment, record, failed._id, failed, deps.now());
    // It may be seen first when it has failed already: what comes again is taken back before.
    if (!money.hasTakenBack) await moveDues(record, _id, payment, deps);
    await finishComingAgain(again, failed._id, payment, deps, money.hasTakenBack);
    await noteRefund('failed', record, money, payment, deps);
  } else {
    if (record.surplus > 0) await noteRefund('refund', record, money, payment, deps);
    await queueMail({ _id: `${_id}:mail`, ...refundMail(record, payment, deps) }, deps.now());
    await deps.checkpoint('refund-told');
    if (!money.hasTakenBack) await moveDues(record, _id, payment, deps);
  }
  await projectDonations(
    record.lines.map(({ donationId }) => donationId),
    deps.now(),
  );
  await deps.checkpoint('refund-projected');
  const status = hasFailed ? 'failed' : money.status === 'succeeded' ? 'succeeded' : 'pending';
  if (record.request && status !== 'pending')
    await openPayments().deleteOne({ _id: markerId(record.request.refundId) });
  return status;
}

/** Tells the payer what became credit of money that came again, and writes projections. May be repeated. */
export async function finishComingAgain(
  again: ReversalRecord,
  entryId: string,
  payment: PaymentRecord,
  deps: PaymentDeps,
  isMoved = false,
): Promise<void> {
  const credit = creditedBy(again);
  if (credit > 0)
    await queueMail({ _id: `${entryId}:mail`, ...creditMail(credit, payment, deps.config) }, deps.now());
  await projectDonations(
    again.lines.map(({ donationId }) => donationId),
    deps.now(),
  );
  if (!isMoved) await moveDues(again, entryId, payment, deps);
}

/** The mail about money that came again for dues that are settled already. */
function creditMail(credit: Cents, payment: PaymentRecord, config: PaymentDeps['config']) {
  const amount = showMoney(credit, payment.currency);
  const came = `${amount} of your payment ${receiptNumber(payment._id)} came again to ${organizationsText(payment.lines)}.`;
  // Without a member there are no dues of one's own.
  const isOwn = payment.memberId !== null;
  return mailOf(payment.email, {
    title: isOwn ? `${amount} is credit for you` : `${amount} of your payment came again`,
    paragraphs: [
      isOwn
        ? `${came} The dues that it was for are settled already, so it is credit: your next dues are paid from it.`
        : `${came} It is kept for those whose dues you paid.`,
    ],
    action: { label: 'See your overview', url: config.APP_URL },
    closing: ['Would you rather have it back? The office of your organization can pay it out.'],
  });
}

async function noteRefund(
  type: 'failed' | 'refund',
  { amount }: ReversalRecord,
  { id, status, at }: ProviderMoney,
  { _id: paymentId, currency }: PaymentRecord,
  { now }: PaymentDeps,
): Promise<void> {
  const noticed = {
    type,
    providerId: id,
    providerStatus: status,
    answerBy: null,
    amount,
    currency,
    paymentId,
    at,
  };
  await noteForReview({ key: `${id}:${status}`, ...noticed }, now());
}

/** A sentence for the payer about the dues; people who paid by the reference of others read nothing of these. */
const becomesOfDues = (lines: ReversalRecord['lines'], { byReference }: PaymentRecord): string => {
  if (byReference) return 'It no longer counts as your payment for this letter. You owe nothing for it.';
  const waived = waivedBy({ lines });
  if (waived === sumCents(lines.map(({ amount }) => amount)))
    return 'The dues are waived: they are not owed again.';
  const rest = 'What is refunded no longer counts as paid: your overview shows what you owe now.';
  return waived > 0 ? `${rest} A part is waived, and is not owed again.` : rest;
};

/** Tells the payer, in words, what goes back and what is owed again. */
function refundMail(
  { lines, fee, amount }: ReversalRecord,
  payment: PaymentRecord,
  { config, now }: PaymentDeps,
) {
  const money = (value: Cents) => showMoney(value, payment.currency);
  const { card } = payment;
  const to = card.last4 ? `your ${card.cardType ?? 'card'} ending ${card.last4}` : 'your card';
  const lineOf = new Map(payment.lines.map((line) => [line.donationId, line]));
  return {
    ...mailOf(payment.email, {
      title: `${money(amount)} goes back to your card`,
      paragraphs: [
        `${organizationsText(payment.lines)} refunded ${money(amount)} to ${to} on ${showDateInWords(now(), config.TIME_ZONE)}. Banks take 5 to 10 days to show it.`,
        ...(lines.length ? [becomesOfDues(lines, payment)] : []),
      ],
      rows: [
        { label: 'Receipt number of the payment', value: receiptNumber(payment._id) },
        ...lines.map(({ donationId, amount: part }) => {
          const line = lineOf.get(donationId);
          return { label: `${line?.description}, for ${line?.paidFor}`, value: money(part) };
        }),
        ...(fee === ZERO ? [] : [{ label: 'Processing fee', value: money(fee) }]),
        { label: 'Refunded', value: money(amount), isTotal: true },
      ],
      action: { label: 'See your overview', url: config.APP_URL },
      closing: ['Questions? The office of your organization can tell you why.'],
    }),
  };
}
