import { campaignRunStatus, newRunEnd } from '@kinfold/domain/campaign-run';
import { ZERO } from '@kinfold/domain/money';
import type { Page } from '@kinfold/domain/pagination';
import { withEarlier } from '../../../platform/as-of.ts';
import type { Author } from '../../../platform/author.ts';
import { refreshCopies } from '../../../work/copied-names.ts';
import { takeNumbers } from '../../../platform/counters.ts';
import { inTransaction, isObjectId, type Session } from '../../../platform/database.ts';
import { newId } from '../../../platform/documents.ts';
import { readPage, type ListPage } from '../../../platform/lists.ts';
import { notFound } from '../../../platform/problem.ts';
import { changedFields, recordChanges } from '../../operations/audit/audit.service.ts';
import {
  countRuns,
  eraseRun,
  insertRun,
  markRunTotalsStale,
  readCampaignsOfActiveRuns,
  readRun,
  readRunPage,
  readRunsSwitchedOn,
  setRun,
  type CampaignRunRecord,
  type Roster,
  type RunTotals,
} from './campaign-run.model.ts';

export {
  freezeRoster,
  leaveRoster,
  findBeforeRun,
  findEndingRuns,
  findGoingRunIds,
  findJoiningRun,
  findRuns,
  findRunsWithOpenDues,
  findStaleRunIds,
  markRunTotalsStale,
  readRunsOf as findRunsOf,
  runIds,
  setReported,
  setRosterRow,
  setRosterSet,
  writeTotals,
} from './campaign-run.model.ts';

export type { CampaignRunRecord, Roster, RunTotals };

/** The grant of policies for campaign runs. */
export type CampaignRunGrant = { run: CampaignRunRecord };

/** A run by its id; undefined when there is none. */
export async function findRun(runId: string, session?: Session): Promise<CampaignRunRecord | undefined> {
  return isObjectId(runId) ? readRun(runId, session) : undefined;
}

/** A run by its id. Throws 404 when there is none. */
export async function requireRun(runId = '', session?: Session): Promise<CampaignRunRecord> {
  const run = await findRun(runId, session);
  if (!run) throw notFound('There is no such campaign run.');
  return run;
}

/** The newest active run of a campaign. */
export async function findNewestActiveRun(
  campaignId: string,
  now: Date,
): Promise<CampaignRunRecord | undefined> {
  const runs = await readRunsSwitchedOn(campaignId);
  return runs.find((run) => campaignRunStatus(run, now) === 'active');
}

/** The fields of a new run; by default it is inactive and lasts 30 days from now. */
export type NewRun = Pick<CampaignRunRecord, 'campaignId' | 'organizationNumber' | 'name' | 'description'> &
  Partial<Pick<CampaignRunRecord, 'startDt' | 'endDt' | 'isActive' | 'source' | 'roster'>>;

/** Builds a run to be stored, with the next run number. */
export async function buildCampaignRun(input: NewRun, author: Author, now: Date): Promise<CampaignRunRecord> {
  const startDt = input.startDt ?? now;
  return {
    _id: newId(),
    campaignId: input.campaignId,
    runNbr: await takeNumbers('runNbr'),
    organizationNumber: input.organizationNumber,
    name: input.name,
    description: input.description,
    startDt,
    endDt: input.endDt ?? newRunEnd(startDt),
    isActive: input.isActive ?? false,
    ...(input.source && { source: input.source }),
    ...(input.roster && { roster: input.roster }),
    donationsAmount: ZERO,
    openAmount: ZERO,
    openPeople: 0,
    totalVersion: 0,
    countedVersion: 0,
    isTotalStale: false,
    version: 1,
    createdBy: author.email,
    createdDt: now,
    modifiedBy: author.email,
    modifiedDt: now,
  };
}

const HISTORY_FIELDS = ['name', 'description', 'startDt', 'endDt', 'isActive'] as const;

const auditSubject = ({ _id, name }: Pick<CampaignRunRecord, '_id' | 'name'>) =>
  ({ type: 'campaign_run', id: _id, label: name }) as const;

/** Stores a run; the first one in the transaction that creates the campaign. */
export async function storeCampaignRun(
  run: CampaignRunRecord,
  author: Author,
  now: Date,
  session: Session,
): Promise<void> {
  const { organizationNumber } = run;
  const changes = changedFields<CampaignRunRecord>({}, run, HISTORY_FIELDS);
  await insertRun(run, session);
  const created = {
    organizationNumber,
    action: 'campaign_run.created',
    subject: auditSubject(run),
    changes,
  } as const;
  await recordChanges([created], author, now, session);
}

/** Removes an empty run. */
export async function removeRun(
  run: CampaignRunRecord,
  author: Author,
  now: Date,
  session: Session,
): Promise<void> {
  if (!(await eraseRun(run._id, session))) return;
  const { organizationNumber } = run;
  const changes = changedFields<CampaignRunRecord>(run, {}, HISTORY_FIELDS);
  const removed = {
    organizationNumber,
    action: 'campaign_run.removed',
    subject: auditSubject(run),
    changes,
  } as const;
  await recordChanges([removed], author, now, session);
}

/** Creates a run of a campaign. */
export async function createCampaignRun(
  input: NewRun,
  author: Author,
  now: Date,
): Promise<CampaignRunRecord> {
  const run = await buildCampaignRun(input, author, now);
  await inTransaction((session) => storeCampaignRun(run, author, now, session));
  return run;
}

/** The fields of a run that may be changed. */
export type RunChange = Partial<
  Pick<CampaignRunRecord, 'name' | 'description' | 'startDt' | 'endDt' | 'isActive'>
>;

/** Changes a run; pausing and activating are changes of `isActive`. Throws 404 when there is none. */
export async function updateRun(
  runId: string,
  change: RunChange,
  author: Author,
  now: Date,
): Promise<CampaignRunRecord> {
  return inTransaction(async (session) => {
    const before = await requireRun(runId, session);
    return changeRun(before, change, author, now, session);
  });
}

/** Changes a run as it was read in the same transaction. Throws 404 when it is gone. */
export async function changeRun(
  before: CampaignRunRecord,
  change: RunChange & { duesJobId?: string },
  author: Author,
  now: Date,
  session: Session,
): Promise<CampaignRunRecord> {
  const runId = before._id;
  const earlier = withEarlier(before, change, ['isActive', 'endDt'], now);
  const written = { ...change, ...earlier, modifiedBy: author.email, modifiedDt: now };
  const run = await setRun(runId, written, session);
  if (!run) throw notFound('There is no such campaign run.');
  const { organizationNumber } = run;
  const changes = changedFields<CampaignRunRecord>(before, run, HISTORY_FIELDS);
  const updated = {
    organizationNumber,
    action: 'campaign_run.updated',
    subject: auditSubject(run),
    changes,
  } as const;
  // When two users activate it at once, only one of them changes it.
  if (changes.length) await recordChanges([updated], author, now, session);
  if (run.name !== before.name)
    await refreshCopies({ kind: 'campaign_run', id: runId }, organizationNumber, author, session);
  return run;
}

/** Locks a run in a transaction that changes its donations, and marks its totals as stale. Throws 404 when it is gone. */
export async function lockRun(runId: string, session: Session): Promise<void> {
  if (!(await markRunTotalsStale([runId], session))) throw notFound('There is no such campaign run.');
}

/** The number of runs of each of some campaigns that are active at `now`; campaigns without any are left out. */
export async function countActiveRuns(
  campaignIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const campaignId of await readCampaignsOfActiveRuns(campaignIds, now))
    counts.set(campaignId, (counts.get(campaignId) ?? 0) + 1);
  return counts;
}

/** A page of a campaign's runs, newest first. */
export async function findRunPage(campaignId: string, page: Page): Promise<ListPage<CampaignRunRecord>> {
  return readPage(
    page,
    () => countRuns(campaignId),
    (range) => readRunPage(campaignId, range),
  );
}

/** The runs of a campaign by status: dozens at most. */
export async function findRunsByStatus(
  campaignId: string,
  now: Date,
): Promise<Record<'active' | 'paused' | 'ended', CampaignRunRecord[]>> {
  const runs = await readRunPage(campaignId, { skip: 0, limit: 1_000 });
  const of = (status: 'active' | 'paused' | 'ended') =>
    runs.filter((run) => campaignRunStatus(run, now) === status);
  return { active: of('active'), paused: of('paused'), ended: of('ended') };
}
