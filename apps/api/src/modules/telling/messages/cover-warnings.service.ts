/**
 * Warnings before cover is lost (rules.md "Fund rules", `graceDays`): people with open dues in a run of a fund with days
 * of grace are warned 30 and 7 days before the cover ends, once each, like reminders.
 */
import { DAY_MS } from '@kinfold/domain/dates';
import { lateFrom } from '@kinfold/domain/fund-rules';
import { WARNING_DAYS, warningText } from '@kinfold/domain/reminder';
import { commandAuthor } from '../../../platform/author.ts';
import { inTransaction } from '../../../platform/database.ts';
import { isAnyJobOpen, startJob } from '../../../work/jobs.ts';
import { findEndingRuns, type CampaignRunRecord } from '../../funds/campaign-runs/campaign-run.service.ts';
import { findCampaigns, type CampaignRecord } from '../../funds/campaigns/campaign.service.ts';
import {
  insertReminder,
  readReminders,
  readWarned,
  setReminder,
  type ReminderRecord,
} from './message.model.ts';
import { jobOf, newReminder, RUN_REMINDERS_JOB } from './reminder.service.ts';

const AUTHOR = commandAuthor('kinfold', 'Kinfold');
/** The maximum days of grace of a fund, and a year. */
const ENDED_WITHIN_MS = 731 * DAY_MS;
const RUNS_MAX = 10_000;
const [FIRST_DAYS, LAST_DAYS] = WARNING_DAYS;

/** The warning that is due at this time before the end of a cover; undefined when none is. */
function daysDue(lateDt: Date, now: Date): number | undefined {
  const days = (lateDt.getTime() - now.getTime()) / DAY_MS;
  if (days <= 0 || days > FIRST_DAYS) return undefined;
  return days <= LAST_DAYS ? LAST_DAYS : FIRST_DAYS;
}

/** Starts the warnings that are due, and resumes those for people who could not be warned before. Can be repeated at any time. */
export async function startCoverWarnings(now: Date, timeZone: string): Promise<void> {
  const time = { from: new Date(now.getTime() - ENDED_WITHIN_MS), to: new Date(now.getTime() + 31 * DAY_MS) };
  const runs = await findEndingRuns(undefined, time, RUNS_MAX);
  const campaigns = await findCampaigns([...new Set(runs.map(({ campaignId }) => campaignId))]);
  const funds = new Map(campaigns.map((campaign) => [campaign._id, campaign]));
  const due = runs.flatMap((run) => {
    const fund = funds.get(run.campaignId);
    if (!fund?.requiresMembership || !fund.fundRules.graceDays || !run.isActive) return [];
    // Dues from before: entering them must not send mails.
    if (run.source === 'import') return [];
    const lateDt = lateFrom(run.endDt, fund.fundRules, timeZone);
    const days = daysDue(lateDt, now);
    return days === undefined ? [] : { _id: `warning:${days}:${run._id}`, days, lateDt, run, fund };
  });
  const begun = new Map(
    (await readReminders(due.map(({ _id }) => _id))).map((reminder) => [reminder._id, reminder]),
  );
  for (const { _id, run, ...warning } of due) {
    const there = begun.get(_id);
    if (there && (there.againDt === null || there.againDt > now)) continue;
    // Another reminder of the run is being sent: next time.
    if (await isAnyJobOpen(RUN_REMINDERS_JOB, [run._id])) continue;
    await (there ? goOn(there) : begin({ _id, run, ...warning }, now));
  }
}

async function begin(
  {
    _id,
    run,
    fund,
    days,
    lateDt,
  }: { _id: string; run: CampaignRunRecord; fund: CampaignRecord; days: number; lateDt: Date },
  now: Date,
): Promise<void> {
  const given = { ...warningText(fund.campaignName), author: AUTHOR, createdDt: now };
  // The last instant of the last day with cover.
  const until = new Date(lateDt.getTime() - 1);
  const planned = newReminder(run, { _id, kind: 'warning', days, lateDt: until, ...given });
  await inTransaction(async (session) => {
    const job = await startJob(jobOf(planned), AUTHOR, { session });
    await insertReminder({ ...planned, jobId: job._id }, session);
  });
}

async function goOn(warning: ReminderRecord): Promise<void> {
  await inTransaction(async (session) => {
    const job = await startJob(jobOf(warning), AUTHOR, { session });
    await setReminder(warning._id, { againDt: null, jobId: job._id }, session);
  });
}

/** When some members were last warned that their cover by some campaigns ends: by campaign and member. */
export async function findWarned(
  runIds: readonly string[],
  memberIds: readonly string[],
): Promise<(campaignId: string, memberId: string) => Date | null> {
  const last = new Map<string, Date>();
  for (const { campaignId, memberId, sentDt } of await readWarned(runIds, memberIds)) {
    const key = `${campaignId} ${memberId}`;
    if (sentDt && sentDt > (last.get(key) ?? new Date(0))) last.set(key, sentDt);
  }
  return (campaignId, memberId) => last.get(`${campaignId} ${memberId}`) ?? null;
}
