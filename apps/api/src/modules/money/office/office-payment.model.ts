/** Payments without a card as they were entered; the ledger has what was booked (`cash:{_id}`). */
import type { OfficeMethod } from '@kinfold/domain/office-payment';
import { insertOnce } from '../../../platform/database.ts';
import { date, list, money, object, orNull, text } from '../../../platform/fields.ts';
import { collectionOf, defineModel, type DocumentOf } from '../../../platform/model.ts';

/** `_id` is the `entryId` that the client made, a UUID. Never changed. */
const OfficePaymentModel = defineModel('office_payments', {
  _id: text(),
  /** Tells another request with the same `_id` from this one. */
  requestHash: text(),
  /** Who paid. */
  memberId: text(),
  organizationNumber: text(),
  amount: money(),
  method: text<OfficeMethod>(),
  checkNumber: orNull(text()),
  note: orNull(text()),
  /** The dues that were asked for; null for the oldest first. */
  lines: orNull(list(object({ donationId: text(), amount: money() }))),
  paidDt: date(),
  recordedBy: text(),
  createdDt: date(),
});
export type OfficePaymentRecord = DocumentOf<typeof OfficePaymentModel>;

const officePayments = () => collectionOf(OfficePaymentModel);

/** Stores a payment as it was entered; returns false when its id exists. */
export const insertOfficePayment = (payment: OfficePaymentRecord): Promise<boolean> =>
  insertOnce(officePayments(), payment);

/** A payment by its id. */
export async function readOfficePayment(_id: string): Promise<OfficePaymentRecord | undefined> {
  return (await officePayments().findOne({ _id })) ?? undefined;
}

/** The number of payments without a card from a member. */
export const countOfficePaymentsOf = (memberId: string) => officePayments().countDocuments({ memberId });
