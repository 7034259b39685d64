import type { CalendarDate } from '@kinfold/domain/dates';
import { collection, insertOnce } from '../../platform/database.ts';

/** Somebody who asked to become a member; staff turns them into one or dismisses the request. */
export type IntakeRequestRecord = {
  _id: string;
  firstNm: string;
  lastNm: string;
  middleInit: string | null;
  birthDt: CalendarDate;
  status: 'new';
  createdDt: Date;
};

/** Stores a request; false when its id was there already. */
export async function insertIntakeRequest(record: IntakeRequestRecord): Promise<boolean> {
  return insertOnce(collection<IntakeRequestRecord>('intake_requests'), record);
}
