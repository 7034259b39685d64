/** The list of disputes, for the office. */
import type * as z from 'zod/mini';
import { dollarsFromCents } from '@kinfold/domain/money';
import { receiptNumber } from '@kinfold/domain/payment';
import { fullName } from '@kinfold/domain/person-name';
import { DISPUTE_OVER, DISPUTES_MAX, type Dispute } from '@kinfold/domain/refund';
import { reviewDetail } from '@kinfold/domain/review-item';
import { findMembers } from '../../people/members/member.service.ts';
import { findPayments } from '../ledger/payment.service.ts';
import { disputes } from './reversal.model.ts';

/** The disputes that an organization's roles see, at most 200: the open ones first, by the day to answer by. */
export async function listDisputes(organizationNumber: string): Promise<z.input<typeof Dispute>[]> {
  const found = await disputes()
    .find({ scope: organizationNumber })
    .sort({ step: 1, answerBy: 1, _id: 1 })
    .limit(DISPUTES_MAX)
    .toArray();
  const paid = await findPayments(found.map(({ paymentId }) => paymentId));
  const payeeOf = new Map(paid.map(({ _id, payeeMemberId }) => [_id, payeeMemberId]));
  const members = new Map((await findMembers([...payeeOf.values()])).map((member) => [member._id, member]));
  return found.map((dispute) => {
    const { _id, status, step, reason, answerBy, amount, at, paymentId } = dispute;
    const member = members.get(payeeOf.get(paymentId) ?? '');
    return {
      _id,
      status,
      isOpen: step < DISPUTE_OVER,
      reason,
      amount: dollarsFromCents(amount),
      at: at.toISOString(),
      answerBy: step === 0 ? answerBy : null,
      paymentId,
      receiptNumber: receiptNumber(paymentId),
      member: member ? { member_id: member._id, name: fullName(member) } : null,
      detail: reviewDetail({ type: 'dispute', providerStatus: status, answerBy }),
    };
  });
}
