import type { Sharing } from '@kinfold/domain/campaign-run';
import type { CalendarDate } from '@kinfold/domain/dates';
import { ZERO } from '@kinfold/domain/money';
import { documentIds, type Session } from '../../../platform/database.ts';
import { toRecord, toRecordOrUndefined } from '../../../platform/documents.ts';
import { date, flag, id, int, list, money, object, optional, text } from '../../../platform/fields.ts';
import { changeVersioned, defineModel, insertRecords, type RecordIn } from '../../../platform/model.ts';
import { markStale } from '../../../work/projections.ts';

const CampaignRunModel = defineModel('campaign_runs', {
  campaignId: id(),
  /** Counts all runs; part of the names of its dues. */
  runNbr: int(),
  organizationNumber: text(),
  name: text(),
  description: text(),
  startDt: date(),
  endDt: date(),
  isActive: flag(),
  /** Earlier values, each with the time until which it held, oldest first: appended, never changed. */
  earlier: optional(list(object({ isActive: flag(), endDt: date(), until: date() }))),
  /**
   * Set on the run that holds dues from before, one in a campaign (docs/decisions/029), and on those that hold joining fees,
   * one for a month (joining-fee.ts).
   */
  source: optional(text<'import' | 'joining'>()),
  /**
   * Set on a run that collects for claims, of one death or of several in a week: it charges who was covered on their days, by
   * their prices or a part of each `total`.
   */
  roster: optional(
    object({
      claims: list(
        object({
          claimId: text(),
          rosterDt: text<CalendarDate>(),
          /** What it shares: read again at the activation, and when the roster is frozen. */
          total: money(),
        }),
      ),
      sharing: text<Sharing>(),
      /** What the run was called when a claim left it: these texts may name who died there. */
      left: optional(object({ name: text(), description: text() })),
      /** Since then nobody is added to those who share. */
      frozenDt: optional(date()),
      /** Whom it asked then for what, in all and for each claim; what is less today fell away since. */
      asked: optional(
        object({
          ...{ households: int(), people: int(), due: money() },
          all: list(object({ households: int(), people: int() })),
        }),
      ),
      /** Since then each due has its amount. */
      setDt: optional(date()),
    }),
  ),
  /** When the people who gave were told how much was collected. */
  reportedDt: optional(date()),
  /** The latest job that made its dues. */
  duesJobId: optional(text()),
  /** Paid in this run: recounted soon after each change of its donations. */
  donationsAmount: money(),
  /** Still due in this run, and the number of people these dues are for: counted with it. */
  openAmount: money(),
  openPeople: int(),
  /** The number of changes of its donations, and the change up to which they are counted. */
  totalVersion: int(),
  countedVersion: int(),
  /** Something changed since the last count. */
  isTotalStale: flag(),
  /** Raised by every edit; an edit sends the version that it was made from. */
  version: int(),
  createdBy: text(),
  createdDt: date(),
  modifiedBy: text(),
  modifiedDt: date(),
});
export type CampaignRunRecord = RecordIn<typeof CampaignRunModel>;
/** For which claims a run collects, and how. */
export type Roster = NonNullable<CampaignRunRecord['roster']>;

/** The counts of a run's donations; amounts in cents. */
export type RunTotals = Pick<CampaignRunRecord, 'donationsAmount' | 'openAmount' | 'openPeople'>;

/** A run by its id. */
export async function readRun(runId: string, session?: Session): Promise<CampaignRunRecord | undefined> {
  return toRecordOrUndefined(await CampaignRunModel.findById(runId, null, { session }).lean());
}

/** The run of a campaign that holds dues from before; undefined when there is none. */
export async function findBeforeRun(
  campaignId: string,
  session?: Session,
): Promise<CampaignRunRecord | undefined> {
  const found = CampaignRunModel.findOne({ campaignId, source: 'import' }, null, { session });
  return toRecordOrUndefined(await found.lean());
}

/** The run of a campaign that holds the joining fees of the month that begins at an instant. */
export async function findJoiningRun(
  campaignId: string,
  startDt: Date,
  session?: Session,
): Promise<CampaignRunRecord | undefined> {
  const found = CampaignRunModel.findOne({ campaignId, startDt, source: 'joining' }, null, { session });
  return toRecordOrUndefined(await found.lean());
}

/** Deletes a run; returns false when it is gone. */
export async function eraseRun(runId: string, session: Session): Promise<boolean> {
  return (await CampaignRunModel.deleteOne({ _id: runId }, { session })).deletedCount === 1;
}

/** Some runs by their ids, in any order. */
export async function findRuns(runIds: readonly string[], session?: Session): Promise<CampaignRunRecord[]> {
  if (!runIds.length) return [];
  return toRecord(await CampaignRunModel.find({ _id: { $in: runIds } }, null, { session }).lean());
}

/** A page of a campaign's runs, newest first. */
export async function readRunPage(
  campaignId: string,
  page: { skip: number; limit: number },
): Promise<CampaignRunRecord[]> {
  const found = await CampaignRunModel.find({ campaignId })
    .sort({ startDt: -1, _id: -1 })
    .skip(page.skip)
    .limit(page.limit)
    .lean();
  return toRecord(found);
}

/** All runs of a campaign, newest first; dozens. */
export async function readRunsOf(campaignId: string): Promise<CampaignRunRecord[]> {
  return toRecord(await CampaignRunModel.find({ campaignId }).sort({ startDt: -1, _id: -1 }).lean());
}

/** The number of runs of a campaign; dozens. */
export async function countRuns(campaignId: string): Promise<number> {
  return CampaignRunModel.countDocuments({ campaignId });
}

/** The active runs of a campaign, newest first, ended ones included. */
export async function readRunsSwitchedOn(campaignId: string): Promise<CampaignRunRecord[]> {
  const found = CampaignRunModel.find({ campaignId, isActive: true }).sort({ startDt: -1, _id: -1 });
  return toRecord(await found.lean());
}

/** The campaigns of all collections that are active at `now`, among some campaigns: one entry for each run; no joining fees. */
export async function readCampaignsOfActiveRuns(
  campaignIds: readonly string[],
  now: Date,
): Promise<string[]> {
  if (!campaignIds.length) return [];
  const active = {
    ...{ campaignId: { $in: campaignIds }, isActive: true, endDt: { $gt: now } },
    $and: [{ source: { $ne: 'joining' as const } }],
  };
  const found = await CampaignRunModel.find(active, { campaignId: 1 }).lean();
  return toRecord(found).map(({ campaignId }) => campaignId);
}

const within = (organizationNumbers: readonly string[] | undefined) =>
  organizationNumbers && { organizationNumber: { $in: organizationNumbers } };

/** The active runs of some organizations (undefined: of all) that end within a time, soonest first. */
export async function findEndingRuns(
  organizationNumbers: readonly string[] | undefined,
  { from, to }: { from: Date; to: Date },
  limit: number,
): Promise<CampaignRunRecord[]> {
  const filter = { isActive: true, endDt: { $gt: from, $lte: to }, ...within(organizationNumbers) };
  const found = CampaignRunModel.find(filter).sort({ endDt: 1, _id: 1 }).limit(limit);
  return toRecord(await found.lean());
}

/** The runs of some organizations (undefined: of all) with open dues. */
export async function findRunsWithOpenDues(
  organizationNumbers: readonly string[] | undefined,
): Promise<CampaignRunRecord[]> {
  const filter = { openAmount: { $gt: ZERO }, ...within(organizationNumbers) };
  return toRecord(await CampaignRunModel.find(filter).lean());
}

/** Inserts a run. */
export async function insertRun(run: CampaignRunRecord, session: Session): Promise<void> {
  await insertRecords(CampaignRunModel, [run], session);
}

/** Changes a run; returns the changed run, or undefined when there is none. */
export async function setRun(
  runId: string,
  change: Partial<
    Pick<
      CampaignRunRecord,
      'name' | 'description' | 'startDt' | 'endDt' | 'isActive' | 'duesJobId' | 'earlier'
    >
  > &
    Pick<CampaignRunRecord, 'modifiedBy' | 'modifiedDt'>,
  session: Session,
): Promise<CampaignRunRecord | undefined> {
  const run = await changeVersioned(CampaignRunModel, { _id: runId }, change, session);
  if (run && ('isActive' in change || change.endDt))
    await markStale({ campaign_cover: [run.campaignId] }, session);
  return run;
}

/** Ends adding people to those who share a run, and keeps what each claim shares and whom it asks. */
export async function freezeRoster(
  runId: string,
  { claims, sharing }: Roster,
  asked: NonNullable<Roster['asked']>,
  now: Date,
): Promise<void> {
  await CampaignRunModel.updateOne(
    { _id: runId, 'roster.frozenDt': { $exists: false } },
    { $set: { roster: { claims, sharing, asked, frozenDt: now } } },
  );
}

/** Keeps that each due of a run has its amount. */
export async function setRosterSet(runId: string, now: Date): Promise<void> {
  await CampaignRunModel.updateOne(
    { _id: runId, 'roster.setDt': { $exists: false } },
    { $set: { 'roster.setDt': now } },
  );
}

/** Changes the row of a claim for which a run collects, unless it is active or its roster is frozen. */
export async function setRosterRow(
  runId: string,
  claimId: string,
  change: Partial<Pick<Roster['claims'][number], 'rosterDt' | 'total'>>,
  session: Session,
): Promise<void> {
  const { roster } = (await readRun(runId, session)) ?? {};
  if (!roster || roster.frozenDt) return;
  const claims = roster.claims.map((one) => (one.claimId === claimId ? { ...one, ...change } : one));
  await CampaignRunModel.updateOne(
    { _id: runId, isActive: false, 'roster.frozenDt': { $exists: false } },
    { $set: { 'roster.claims': claims } },
    { session },
  );
}

/** Takes a claim out of a run that has not begun and collects for others too, and keeps what the run was called then. */
export async function leaveRoster(
  { _id, name, description, roster }: CampaignRunRecord,
  claimId: string,
  session: Session,
): Promise<void> {
  const claims = (roster?.claims ?? []).filter((one) => one.claimId !== claimId);
  await CampaignRunModel.updateOne(
    { _id },
    { $set: { 'roster.claims': claims, 'roster.left': { name, description } } },
    { session },
  );
}

/** Keeps when those who gave in a run were told what it came to. */
export async function setReported(runId: string, reportedDt: Date, session: Session): Promise<void> {
  await CampaignRunModel.updateOne({ _id: runId }, { $set: { reportedDt } }, { session });
}

/** Marks the totals of some runs as stale: they are recounted. Returns how many of these runs exist. */
export async function markRunTotalsStale(runIds: readonly string[], session?: Session): Promise<number> {
  if (!runIds.length) return 0;
  const { matchedCount } = await CampaignRunModel.updateMany(
    { _id: { $in: [...new Set(runIds)] } },
    { $inc: { totalVersion: 1 }, $set: { isTotalStale: true } },
    { session },
  );
  return matchedCount;
}

/** The ids of the runs of a campaign that have not ended. */
export async function findGoingRunIds(campaignId: string, now: Date, session?: Session): Promise<string[]> {
  const found = CampaignRunModel.find({ campaignId, endDt: { $gt: now } }, { _id: 1 }, { session });
  return (await found.lean()).map(({ _id }) => _id.toHexString());
}

/** Some of the runs with stale totals. */
export async function findStaleRunIds(limit: number): Promise<string[]> {
  const found = CampaignRunModel.find({ isTotalStale: true }, { _id: 1 }).sort({ _id: 1 }).limit(limit);
  return (await found.lean()).map(({ _id }) => _id.toHexString());
}

/** Writes totals that count all changes up to a version; an older count never overwrites a newer. */
export async function writeTotals(runId: string, totals: RunTotals, version: number): Promise<void> {
  await CampaignRunModel.updateOne(
    { _id: runId, countedVersion: { $lt: version } },
    { $set: { ...totals, countedVersion: version } },
  );
  await CampaignRunModel.updateOne({ _id: runId, totalVersion: version }, { $set: { isTotalStale: false } });
}

/** The ids of all runs, for the verifier. */
export const runIds = () => documentIds('campaign_runs');
