/** Reports of deaths: who says that somebody has died, and what the office decides. */
import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { calendarDateOf } from '@kinfold/domain/dates';
import type {
  DeathReport,
  DeathReportForm,
  DeathReportsQuery,
  OpenDeathReports,
} from '@kinfold/domain/death-report';
import { lastDayOfDeath } from '@kinfold/domain/death-day';
import { WRONG_DEATH_DATE } from '@kinfold/domain/life-event';
import type { Author } from '../../../platform/author.ts';
import { inTransaction, type Session } from '../../../platform/database.ts';
import { conflict, invalid } from '../../../platform/problem.ts';
import { readScopes } from '../../../platform/scopes.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import {
  findMembers,
  fullName,
  tryLockMembers,
  memberChange,
  requireMember,
  type MemberRecord,
} from '../members/member.service.ts';
import {
  firstReportOf,
  insertReport,
  readOpenReportIds,
  readOpenReports,
  readReport,
  readReports,
  reopenReports,
  setReportDecision,
  type DeathReportRecord,
} from './death-report.model.ts';
import { presentReport } from './mourning.presenter.ts';

export { firstReportOf, readReport, reopenReports };

/** What a policy for one report hands over. */
export type DeathReportGrant = { deathReport: DeathReportRecord };

type Clock = { now: Date; timeZone: string };

/** Keeps that somebody is said to have died. Throws 422 for a day that cannot be, 409 `deceased` where the office knows. */
export async function reportDeath(
  { _id }: MemberRecord,
  { deceasedDt = null, isDayUnknown, toldBy, phone, note }: DeathReportForm,
  author: Author,
  { now, timeZone }: Clock,
): Promise<z.input<typeof DeathReport>> {
  return inTransaction(async (session) => {
    await tryLockMembers([_id], session);
    const member = await requireMember(_id, session);
    if (member.deceasedDt) throw conflict('deceased', `${fullName(member)} is known to have died.`);
    const today = calendarDateOf(now, timeZone);
    const death =
      deceasedDt && isDayUnknown && deceasedDt.slice(0, 7) <= today.slice(0, 7)
        ? lastDayOfDeath(deceasedDt, today)
        : { deceasedDt };
    const isWrong =
      death.deceasedDt &&
      (death.deceasedDt > today || death.deceasedDt < (member.birthDt ?? death.deceasedDt));
    if (isWrong) throw invalid([WRONG_DEATH_DATE]);
    const told = { _id: randomUUID(), ...death, toldBy, phone: phone || null, note: note || null };
    return presentReport(await keepReport(member, told, author, now, session), fullName(member), timeZone);
  });
}

type Told = Pick<
  DeathReportRecord,
  '_id' | 'deceasedDt' | 'deathDay' | 'toldBy' | 'phone' | 'note' | 'whoDied'
>;

/** Stores the report by the holder of a letter of cover about a member, or a person of their household; once for each id. */
export async function reportByLetter(
  { _id }: MemberRecord,
  told: Told,
  author: Author,
  now: Date,
): Promise<void> {
  await inTransaction(async (session) => {
    await tryLockMembers([_id], session);
    const member = await requireMember(_id, session);
    if (!(await readReport(told._id, session))) await keepReport(member, told, author, now, session);
  });
}

/** Stores a report, open, with its entry in the history. */
async function keepReport(
  member: MemberRecord,
  told: Told,
  author: Author,
  now: Date,
  session: Session,
): Promise<DeathReportRecord> {
  const { _id: memberId, organizationNumber, household_id: householdId } = member;
  const report: DeathReportRecord = {
    ...{ ...told, memberId, householdId, organizationNumber },
    scope: (await readScopes([organizationNumber], session))(organizationNumber),
    ...{ status: 'open', reportedBy: author.name, createdDt: now, decision: null },
  };
  await insertReport(report, session);
  await recordChanges([memberChange(member, 'member.death_reported')], author, now, session);
  return report;
}

/** The reports of an organization and all below it: the oldest open ones, or those decided latest. */
export async function listReports(
  organizationNumber: string,
  { status, member_id }: z.output<typeof DeathReportsQuery>,
  timeZone: string,
): Promise<z.input<typeof DeathReport>[]> {
  const found = await readReports(organizationNumber, status || 'open', member_id);
  const members = await findMembers([...new Set(found.map(({ memberId }) => memberId))]);
  const names = new Map(members.map((member) => [member._id, fullName(member)]));
  return found.map((report) => presentReport(report, names.get(report.memberId) ?? '', timeZone));
}

/** That somebody has reported the death of a member and the office has not decided; nothing of who told it. */
export async function listOpenReportsOf(
  member: MemberRecord,
  timeZone: string,
): Promise<z.input<typeof OpenDeathReports>> {
  const found = await readOpenReports(member._id);
  return found.map((report) => {
    const { _id, reportedBy, reportedDt, quietUntil } = presentReport(report, fullName(member), timeZone);
    return { _id, reportedBy, reportedDt, quietUntil };
  });
}

/** Dismisses an open report. Throws 409 `report_decided` when somebody decided before. */
export async function dismissReport(
  { _id, memberId }: DeathReportRecord,
  reason: string,
  author: Author,
  { now, timeZone }: Clock,
): Promise<z.input<typeof DeathReport>> {
  const member = await requireMember(memberId);
  const present = async () => {
    const report = await readReport(_id);
    if (!report) throw new Error(`there is no report ${_id}`);
    return presentReport(report, fullName(member), timeZone);
  };
  await inTransaction(async (session) => {
    if (!(await setReportDecision(_id, 'dismissed', { by: author.name, at: now, reason }, session)))
      throw conflict('report_decided', 'Somebody decided about this report before.', {
        current: await present(),
      });
    await recordChanges(
      [memberChange(member, 'member.death_report_dismissed', { reason })],
      author,
      now,
      session,
    );
  });
  return present();
}

/** Confirms the open reports of somebody whose death is entered, in the transaction of the caller; gives their ids. */
export async function confirmReportsOf(
  memberId: string,
  author: Author,
  now: Date,
  session: Session,
): Promise<string[]> {
  const ids = await readOpenReportIds(memberId, session);
  for (const id of ids)
    await setReportDecision(id, 'confirmed', { by: author.name, at: now, reason: null }, session);
  return ids;
}
