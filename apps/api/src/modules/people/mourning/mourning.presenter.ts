import type * as z from 'zod/mini';
import { addDays, calendarDateOf } from '@kinfold/domain/dates';
import { REPORT_QUIET_DAYS, type DeathReport, type DeathTask } from '@kinfold/domain/death-report';
import type { DeathReportRecord } from './death-report.model.ts';
import type { DeathTaskRecord } from './death-task.model.ts';

/** A report on the wire; `name` is that of the member. */
export function presentReport(
  {
    _id,
    memberId,
    organizationNumber,
    status,
    deceasedDt,
    deathDay,
    toldBy,
    phone,
    note,
    ...report
  }: DeathReportRecord,
  name: string,
  timeZone: string,
): z.input<typeof DeathReport> {
  const { reportedBy, whoDied, createdDt, decision } = report;
  return {
    ...{ _id, member: { member_id: memberId, name }, organizationNumber, status },
    ...{ deceasedDt, ...(deathDay && { deathDay }), toldBy, phone, note, reportedBy, whoDied },
    reportedDt: createdDt.toISOString(),
    quietUntil: addDays(calendarDateOf(createdDt, timeZone), REPORT_QUIET_DAYS),
    decision: decision && { ...decision, at: decision.at.toISOString() },
  };
}

/** A task on the wire; `name` is that of the member who died. */
export function presentTask(
  { _id, memberId, organizationNumber, code, text, href, status, createdDt, done }: DeathTaskRecord,
  name: string,
): z.input<typeof DeathTask> {
  return {
    ...{ _id, member: { member_id: memberId, name }, organizationNumber, code, text, href, status },
    createdDt: createdDt.toISOString(),
    done: done && { ...done, at: done.at.toISOString() },
  };
}
