/** Payments as requested (payments.md "Records"). Amounts are integer cents. */
import { date, flag, list, money, object, optional, orNull, text } from '../../../platform/fields.ts';
import { collectionOf, defineModel, type DocumentOf } from '../../../platform/model.ts';
import { paymentCardField } from './ledger.model.ts';

/** A payment as requested; never changed. `_id` is the paymentId, a UUID. */
const PaymentModel = defineModel('payments', {
  _id: text(),
  requestHash: text(),
  userId: text(),
  email: text(),
  /** Null where somebody without a member paid for others by their reference. */
  memberId: orNull(text()),
  payeeMemberId: text(),
  /** The amount paid on each donation, with the names that the receipt shows. */
  lines: list(
    object({
      donationId: text(),
      campaignMembershipId: text(),
      /** Not a payment of the price of the membership. */
      isJoiningFee: optional(flag<true>()),
      campaignRunId: text(),
      /** The organization of the dues; the lines of a payment may have several. */
      organizationNumber: text(),
      organizationName: text(),
      description: text(),
      paidFor: text(),
      externalRef: orNull(text()),
      amount: money(),
    }),
  ),
  amount: money(),
  processingFee: money(),
  total: money(),
  currency: text(),
  /** The connected account that is paid; null for the deployment's own. */
  account: orNull(text()),
  customerId: orNull(text()),
  card: paymentCardField,
  /** The keys under which a decline is counted. */
  tryKeys: list(text()),
  /** The card has paid for the member before: its tries are not counted (docs/decisions/014). */
  isKnownCard: flag(),
  /** It was made by autopay: the cardholder was not there. */
  byAutopay: optional(flag<true>()),
  /** It pays for others, by the reference on their letter: the payer knows no more of them than what the lines say. */
  byReference: optional(flag<true>()),
  createdDt: date(),
});
export type PaymentRecord = DocumentOf<typeof PaymentModel>;

export const payments = () => collectionOf(PaymentModel);
