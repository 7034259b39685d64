import { fullName } from '@kinfold/domain/person-name';
import type * as z from 'zod/mini';
import { dollarsFromCents } from '@kinfold/domain/money';
import { receiptNumber } from '@kinfold/domain/payment';
import { reviewDetail, type ReviewItem } from '@kinfold/domain/review-item';
import type { ReviewItemRecord } from './review-item.model.ts';

/** An item on the wire; `member` is the person the payment was for. */
export function presentReviewItem(
  item: ReviewItemRecord,
  member: { _id: string; firstNm: string; lastNm: string } | undefined,
): z.input<typeof ReviewItem> {
  const { _id, type, status, at, amount, paymentId, organizationNumber, providerId, done } = item;
  return {
    _id,
    type,
    status,
    at: at.toISOString(),
    amount: amount === null ? null : dollarsFromCents(amount),
    paymentId,
    receiptNumber: paymentId === null ? null : receiptNumber(paymentId),
    member: member ? { member_id: member._id, name: fullName(member) } : null,
    organizationNumber,
    providerId,
    detail: reviewDetail(item),
    done: done && { ...done, at: done.at.toISOString() },
  };
}
