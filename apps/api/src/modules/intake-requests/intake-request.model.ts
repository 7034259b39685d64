import type { CalendarDate } from '@kinfold/domain/dates';
import { collection, insertOnce } from '../../platform/database.ts';

/** Somebody who asked to become a member; staff turns them into one or dismisses the request. */
export type IntakeRequestRecord = {
  _id: string;
  firstNm: string;
  lastNm: string;
  middleInit: string | null;
  birthDt: CalendarDate;
  /** How to be reached: one of them at least; null in requests from before that was asked. */
  phone: string | null;
  email: string | null;
  /** Whose staff reads it: that of an organization, or of the root for one named in the person's own words. */
  organizationNumber: string;
  organizationName: string | null;
  status: 'new';
  createdDt: Date;
};

/** Stores a request; false when its id was there already. */
export async function insertIntakeRequest(record: IntakeRequestRecord): Promise<boolean> {
  return insertOnce(collection<IntakeRequestRecord>('intake_requests'), record);
}
