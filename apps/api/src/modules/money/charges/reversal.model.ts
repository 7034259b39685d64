/** Money that goes back to a card, refunds and disputes (docs/decisions/049). The `_id` decides. */
import { date, int, list, money, object, optional, orNull, text } from '../../../platform/fields.ts';
import type { CalendarDate } from '@kinfold/domain/dates';
import { collectionOf, defineModel, type DocumentOf } from '../../../platform/model.ts';

/**
 * What goes back of a payment, a record for each refund and each movement of a dispute, in the order in which their parts
 * were decided. `_id` is `back:paymentId:number`: a record is decided by those before it, and only one of several at once gets
 * the next number. Negative amounts are money that came again: of a failed refund or a dispute that was won.
 */
const ReversalModel = defineModel('payment_reversals', {
  _id: text(),
  paymentId: text(),
  number: int(),
  /** `request:refundId` of a refund that was requested here, else the `_id` of the ledger entry. */
  key: text(),
  kind: text<'refund' | 'dispute'>(),
  /** `waived`: the part that is not owed again; `credit`: what came again and the dues no longer need, negative. */
  lines: list(
    object({
      donationId: text(),
      organizationNumber: text(),
      amount: money(),
      waived: optional(money()),
      credit: optional(money()),
    }),
  ),
  fee: money(),
  /** More than was left of the payment: an item for the office. */
  surplus: money(),
  amount: money(),
  request: orNull(object({ refundId: text(), requestHash: text(), reason: text() })),
  recordedBy: text(),
  createdDt: date(),
});
export type ReversalRecord = DocumentOf<typeof ReversalModel>;

/** The register of requested refunds: the provider's refund, or `none` where it was refused. Written once. */
const RefundRegisterModel = defineModel('refund_registers', { _id: text(), providerId: text() });

/** A dispute as last seen at the provider, once for each organization whose dues the payment contains. */
const DisputeModel = defineModel('payment_disputes', {
  _id: text(),
  disputeId: text(),
  paymentId: text(),
  organizationNumber: text(),
  /** The organizations whose roles see it: see `readScopes`. */
  scope: list(text()),
  status: text(),
  step: int(),
  reason: text(),
  answerBy: orNull(text<CalendarDate>()),
  amount: money(),
  at: date(),
});

export type DisputeRecord = DocumentOf<typeof DisputeModel>;

export const reversals = () => collectionOf(ReversalModel);
export const refundRegisters = () => collectionOf(RefundRegisterModel);
export const disputes = () => collectionOf(DisputeModel);
