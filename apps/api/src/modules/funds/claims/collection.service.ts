/** Collecting for a claim: a run like any other, whose dues are shared by the people who were covered on the day of the death. */
import { campaignRunStatus, hasRunBegun } from '@kinfold/domain/campaign-run';
import { CLAIM_STATE_CODE, isAllowedIn } from '@kinfold/domain/claim';
import type { CollectionForm } from '@kinfold/domain/collection';
import { ZERO } from '@kinfold/domain/money';
import { listOf } from '@kinfold/domain/text';
import type { Session } from '../../../platform/database.ts';
import { conflict, invalid } from '../../../platform/problem.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import { finishByClaim } from '../../people/mourning/death-task.service.ts';
import {
  buildCampaignRun,
  findRuns,
  leaveRoster,
  markRunTotalsStale,
  setRosterRow,
  storeCampaignRun,
  type CampaignRunRecord,
  type Roster,
} from '../campaign-runs/campaign-run.service.ts';
import { newRunOf } from '../campaign-runs/run-changes.service.ts';
import { requireCampaign } from '../campaigns/campaign.service.ts';
import {
  changeClaim,
  claimEntry,
  readClaim,
  type ClaimAsked,
  type ClaimRecord,
} from './claim-change.service.ts';
import { refuseFamily } from './claim-family.service.ts';
import { isApproved, writeClaim } from './claim.model.ts';
import { sharedFor, type RosterRun } from './roster.service.ts';

/** The claims for which a form collects: that of the address, and others of the same fund. Throws 422 at `togetherWith`. */
async function claimsFor(
  claim: ClaimRecord,
  { togetherWith = [] }: CollectionForm,
  session?: Session,
): Promise<ClaimRecord[]> {
  const others = await Promise.all(
    togetherWith.map(async (id, index) => {
      const other = await readClaim(id, session);
      const is =
        other?.campaignId === claim.campaignId && id !== claim._id && isAllowedIn('collect', other.state);
      if (is && togetherWith.indexOf(id) === index) return other;
      throw invalid([
        { path: 'togetherWith', message: 'Choose approved claims of the same fund, each once' },
      ]);
    }),
  );
  return [claim, ...others];
}

/** The rows that a form makes of some claims. Throws 422 where nothing is left that could be shared. */
async function rosterFor(claims: readonly ClaimRecord[], { sharing }: CollectionForm): Promise<Roster> {
  const shared = await Promise.all(
    claims.map(async (claim) => ({
      ...{ claimId: claim._id, rosterDt: claim.deceasedDt },
      total: await sharedFor(claim),
    })),
  );
  for (const [index, { campaignRunId, earlierRuns = [] }] of claims.entries()) {
    if ((shared[index]?.total ?? ZERO) > 0) continue;
    if (campaignRunId !== null || earlierRuns.length)
      throw invalid([{ path: 'sharing', message: 'Nothing is missing any more' }]);
    if (sharing !== 'dues')
      throw invalid([{ path: 'sharing', message: 'Nothing was approved that could be shared' }]);
  }
  return { claims: shared, sharing };
}

/**
 * Makes the run that collects for a claim and those that it is made together with, not active: another person activates
 * it. Throws 409 `claim_state` before one is approved, 409 `collection_exists` while there is one that has not ended, 403
 * `second_person` to the family of one of them.
 */
export async function makeCollection(asked: ClaimAsked, form: CollectionForm): Promise<CampaignRunRecord> {
  const { claim, author, now, timeZone } = asked;
  const campaign = await requireCampaign(claim.campaignId);
  const planned = await rosterFor(await claimsFor(claim, form), form);
  const run = await buildCampaignRun(
    { ...newRunOf(campaign, form, timeZone, now), roster: planned },
    author,
    now,
  );
  await changeClaim(asked, { action: 'collect' }, async (current, session) => {
    const [, ...others] = await claimsFor(current, form, session);
    const roster = await rosterFor([current, ...others], form);
    const collected = async (one: ClaimRecord) => ({
      set: { campaignRunId: run._id, earlierRuns: await endedRunsOf(one, now, session) },
      entry: {
        action: 'claim.collected' as const,
        changes: [{ field: 'run', from: null, to: run.name }],
      },
    });
    const own = await collected(current);
    await storeCampaignRun({ ...run, roster }, author, now, session);
    for (const other of others) {
      await refuseFamily(asked.actor, other, 'collect');
      const { set, entry } = await collected(other);
      if (!(await writeClaim(other, set, session))) throw new Error(`claim ${other._id} was changed`);
      await recordChanges([await claimEntry(other, entry, session)], author, now, session);
    }
    for (const one of [current, ...others]) await finishByClaim(one, 'make_collection', asked, session);
    return own;
  });
  return run;
}

/** The runs that have collected for a claim before. Throws 409 `collection_exists` while the last one has not ended. */
async function endedRunsOf(
  { campaignRunId, earlierRuns = [], claimNbr }: ClaimRecord,
  now: Date,
  session: Session,
): Promise<string[]> {
  if (campaignRunId === null) return earlierRuns;
  const [last] = await findRuns([campaignRunId], session);
  if (last && campaignRunStatus(last, now) !== 'ended')
    throw conflict('collection_exists', `There is a collection for ${claimNbr} already.`);
  return [...earlierRuns, campaignRunId];
}

/** The run that a form would make of a claim, for its preview. Throws 422 as making it does. */
export async function plannedCollection(
  { claim, now, timeZone }: ClaimAsked,
  form: CollectionForm,
): Promise<RosterRun> {
  const campaign = await requireCampaign(claim.campaignId);
  newRunOf(campaign, form, timeZone, now);
  const { _id: campaignId, organizationNumber } = campaign;
  return { campaignId, organizationNumber, roster: await rosterFor(await claimsFor(claim, form), form) };
}

/**
 * Takes a claim that is opened again out of a run for several that has not begun, which goes on for the others; returns
 * what of the claim that changes.
 */
export async function leaveCollection(
  { _id, campaignRunId }: ClaimRecord,
  session: Session,
): Promise<Partial<ClaimRecord>> {
  if (campaignRunId === null) return {};
  // Its activation commits before or after.
  await markRunTotalsStale([campaignRunId], session);
  const [run] = await findRuns([campaignRunId], session);
  if (!run?.roster || run.roster.claims.length === 1 || hasRunBegun(run)) return {};
  await leaveRoster(run, _id, session);
  return { campaignRunId: null };
}

/**
 * Throws 409 `claim_state` where a claim for which a run collects is neither approved nor closed as approved: it was
 * opened again, or its death taken back. A claim whose death was entered again has a collection made since. What each
 * claim shares is kept with the run that is activated. Throws 409 `collection_name` while the run is called as before one left it.
 */
export async function requireApproved(
  { _id, name, description, roster }: CampaignRunRecord,
  session: Session,
): Promise<void> {
  for (const { claimId } of roster?.claims ?? []) {
    const claim = await readClaim(claimId, session);
    if (claim?.campaignRunId !== _id || !isApproved(claim))
      throw conflict(
        CLAIM_STATE_CODE,
        `${claim?.claimNbr ?? 'The claim'}, for which this run collects, is not approved any more.`,
      );
    await setRosterRow(_id, claimId, { total: await sharedFor(claim, _id) }, session);
  }
  const stale = [
    ...(name === roster?.left?.name ? ['name'] : []),
    ...(description === roster?.left?.description ? ['description'] : []),
  ];
  if (stale.length)
    throw conflict(
      'collection_name',
      `This run does not collect any more for everybody for whom it was made. Change its ${listOf(stale)} first, so that nobody is named who does not belong there.`,
    );
}
