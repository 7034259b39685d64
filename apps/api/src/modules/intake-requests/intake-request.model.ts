import type { CalendarDate } from '@kinfold/domain/dates';
import { insertOnce } from '../../platform/database.ts';
import { date, orNull, text } from '../../platform/fields.ts';
import { collectionOf, defineModel, type DocumentOf } from '../../platform/model.ts';

/** Somebody who asked to become a member; staff turns them into one or dismisses the request. */
const IntakeRequestModel = defineModel('intake_requests', {
  _id: text(),
  firstNm: text(),
  lastNm: text(),
  middleInit: orNull(text()),
  birthDt: text<CalendarDate>(),
  /** How to be reached: one of them at least; null in requests from before that was asked. */
  phone: orNull(text()),
  email: orNull(text()),
  /** Whose staff reads it: that of an organization, or of the root for one named in the person's own words. */
  organizationNumber: text(),
  organizationName: orNull(text()),
  status: text<'new'>(),
  createdDt: date(),
});
export type IntakeRequestRecord = DocumentOf<typeof IntakeRequestModel>;

/** Stores a request; false when its id was there already. */
export async function insertIntakeRequest(record: IntakeRequestRecord): Promise<boolean> {
  return insertOnce(collectionOf(IntakeRequestModel), record);
}
