/** Refunds above the limit of an organization: the amount is typed again, and a second person approves. */
import { cents, showMoney, ZERO } from '@kinfold/domain/money';
import { receiptNumber } from '@kinfold/domain/payment';
import {
  duesLeft,
  refundTotal,
  RefundForm,
  type PaymentRest,
  type RefundAnswer,
} from '@kinfold/domain/refund';
import { isOverLimit } from '@kinfold/domain/second-person';
import { conflict, invalid } from '../../../platform/problem.ts';
import { twoPersonRulesOf } from '../../organizations/organizations/second-person.service.ts';
import { askApproval, type ApprovalRecord } from '../approvals/approval.service.ts';
import { asPaid, findPayment, type PaymentRecord } from '../ledger/payment.service.ts';
import { refund, requestedOf, requestHashOf, requestKey, type RefundRequest } from './refund.service.ts';
import { readReversals, restOf } from './reversal.service.ts';
import type { PaymentDeps } from './settle.service.ts';

/** What the organizations of a payment ask a second person for. */
export const rulesOfPayment = ({ lines }: PaymentRecord) =>
  twoPersonRulesOf([...new Set(lines.map(({ organizationNumber }) => organizationNumber))]);

/**
 * Refunds a payment (`refund`), or asks a second person first where it is above the limit or waives dues. Throws 422 at
 * `amountAgain` until an amount above the limit is typed again, 409 when another refund came between and both are above it.
 */
export async function askRefund(request: RefundRequest, deps: PaymentDeps): Promise<RefundAnswer> {
  const { refundId, payment, form, author } = request;
  const rules = await rulesOfPayment(payment);
  const isWaiver = rules.waiver && form.dues === 'waived';
  if (rules.refundOverCents === null && !isWaiver) return refund(request, deps);
  if (!(await asPaid(payment))) throw conflict('not_paid', 'This payment is not paid.');
  const log = await readReversals(payment._id);
  const rest = await restOf(payment, log);
  if (log.some(({ key }) => key === requestKey(refundId))) return refund(request, deps);
  const { lines, fee } = requestedOf(form, rest);
  const amount = refundTotal(lines, fee);
  const isOver = (left: PaymentRest) =>
    isOverLimit(rules, amount, cents(payment.total - duesLeft(left) - left.fee));
  if (!isOver(rest) && !isWaiver)
    return refund(request, deps, (left) => {
      if (isOver(left))
        throw conflict('refund_limit', 'Another refund of this payment came first. Please try again.');
    });
  if (isOver(rest) && form.amountAgain !== amount)
    throw invalid([
      { path: 'amountAgain', message: `Type the whole amount again: ${showMoney(amount, payment.currency)}` },
    ]);
  const kept: RefundForm = {
    ...form,
    ...(lines.length && {
      lines: lines.map(({ donationId, amount: part }) => ({ donation_id: donationId, amount: part })),
    }),
  };
  const [line] = payment.lines;
  await askApproval(
    {
      _id: `refund:${refundId}`,
      type: 'refund',
      organizationNumber: line?.organizationNumber ?? '',
      what: `Refund of ${showMoney(amount, payment.currency)}, payment ${receiptNumber(payment._id)}`,
      amount,
      reason: form.reason,
      subjectId: payment._id,
      memberId: payment.payeeMemberId,
      request: { id: refundId, hash: requestHashOf(payment, form), form: kept },
      author,
      requestedDt: deps.now(),
    },
    deps.now(),
  );
  return { refund_id: refundId, status: 'pending', amount, waitsForApproval: true };
}

/** Does what was approved. Throws 422 when less is left meanwhile. */
export async function refundApproved(
  { subjectId, request, author }: ApprovalRecord,
  deps: PaymentDeps,
): Promise<RefundAnswer> {
  const payment = await findPayment(subjectId);
  if (!payment) return { refund_id: request.id, status: 'failed', amount: ZERO };
  const form = RefundForm.parse(request.form);
  return refund({ refundId: request.id, payment, form, author }, deps);
}
