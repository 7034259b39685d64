import type { CalendarDate } from '@kinfold/domain/dates';
import type { DeathDay } from '@kinfold/domain/death-day';
import { DEATH_ITEMS_MAX, type ReportState } from '@kinfold/domain/death-report';
import type { Session } from '../../../platform/database.ts';
import { date, list, object, optional, orNull, text } from '../../../platform/fields.ts';
import { collectionOf, defineModel, type DocumentOf } from '../../../platform/model.ts';

/** That somebody is said to have died: the office enters the death, or dismisses the report. */
const DeathReportModel = defineModel('death_reports', {
  _id: text(),
  memberId: text(),
  /** Where they lived then: nothing is sent there while the report is open. */
  householdId: orNull(text()),
  organizationNumber: text(),
  /** The organizations whose roles see it: see `readScopes`. */
  scope: list(text()),
  status: text<ReportState>(),
  deceasedDt: orNull(text<CalendarDate>()),
  /** Where the month alone is known, whose last day, or that of the report, is kept. */
  deathDay: optional(text<DeathDay>()),
  toldBy: text(),
  phone: orNull(text()),
  note: orNull(text()),
  reportedBy: text(),
  /** As the holder of a letter of cover wrote the name of the deceased, who need not be the member. */
  whoDied: optional(text()),
  createdDt: date(),
  decision: orNull(object({ by: text(), at: date(), reason: orNull(text()) })),
});
export type DeathReportRecord = DocumentOf<typeof DeathReportModel>;

const reports = () => collectionOf(DeathReportModel);

/** Stores a report. */
export async function insertReport(report: DeathReportRecord, session: Session): Promise<void> {
  await reports().insertOne(report, { session });
}

/** A report by its id. */
export async function readReport(_id: string, session?: Session): Promise<DeathReportRecord | undefined> {
  return (await reports().findOne({ _id }, session && { session })) ?? undefined;
}

/** The reports that an organization's roles see, of one member or of all: the oldest open ones, or those decided latest. */
export async function readReports(
  organizationNumber: string,
  status: ReportState,
  memberId: string | undefined,
): Promise<DeathReportRecord[]> {
  const order = status === 'open' ? 1 : -1;
  return reports()
    .find({ scope: organizationNumber, status, ...(memberId && { memberId }) })
    .sort({ createdDt: order, _id: order })
    .limit(DEATH_ITEMS_MAX)
    .toArray();
}

/** The open reports of some households that were made after an instant. */
export async function readReportsOfHouseholds(
  householdIds: readonly string[],
  after: Date,
): Promise<Pick<DeathReportRecord, 'householdId' | 'createdDt'>[]> {
  if (!householdIds.length) return [];
  const filter = {
    householdId: { $in: [...householdIds] },
    status: 'open' as const,
    createdDt: { $gt: after },
  };
  return reports().find(filter).project<DeathReportRecord>({ householdId: 1, createdDt: 1 }).toArray();
}

/** Decides about an open report; false when it is no longer open. */
export async function setReportDecision(
  _id: string,
  status: ReportState,
  decision: NonNullable<DeathReportRecord['decision']>,
  session: Session,
): Promise<boolean> {
  const decided = await reports().updateOne(
    { _id, status: 'open' },
    { $set: { status, decision } },
    { session },
  );
  return decided.modifiedCount === 1;
}

/** The open reports of a member, the earliest first. */
export async function readOpenReports(memberId: string): Promise<DeathReportRecord[]> {
  return reports()
    .find({ memberId, status: 'open' })
    .sort({ createdDt: 1, _id: 1 })
    .limit(DEATH_ITEMS_MAX)
    .toArray();
}

/** The first report of a death that was entered; undefined where nobody had reported it. */
export async function firstReportOf(memberId: string): Promise<DeathReportRecord | undefined> {
  const [first] = await reports()
    .find({ memberId, status: 'confirmed' })
    .sort({ createdDt: 1, _id: 1 })
    .limit(1)
    .toArray();
  return first;
}

/** The ids of the open reports of a member. */
export async function readOpenReportIds(memberId: string, session: Session): Promise<string[]> {
  const found = await reports()
    .find({ memberId, status: 'open' }, { session, projection: { _id: 1 } })
    .toArray();
  return found.map(({ _id }) => _id);
}

/** Opens the reports of a member again that a death confirmed which is taken back. */
export async function reopenReports(ids: readonly string[], session: Session): Promise<void> {
  if (!ids.length) return;
  const again = { $set: { status: 'open' as const, decision: null } };
  await reports().updateMany({ _id: { $in: [...ids] }, status: 'confirmed' }, again, { session });
}

/** Deletes the reports of a member. */
export async function eraseReportsOf(memberId: string, session: Session): Promise<void> {
  await reports().deleteMany({ memberId }, { session });
}
