/** Collecting for a claim: a run like any other, whose dues are shared by the people who were covered on the day of the death. */
import { CLAIM_STATE_CODE } from '@kinfold/domain/claim';
import type { CollectionForm } from '@kinfold/domain/collection';
import { ZERO } from '@kinfold/domain/money';
import type { Session } from '../../../platform/database.ts';
import { conflict, invalid } from '../../../platform/problem.ts';
import { finishByClaim } from '../../people/mourning/death-task.service.ts';
import {
  buildCampaignRun,
  storeCampaignRun,
  type CampaignRunRecord,
} from '../campaign-runs/campaign-run.service.ts';
import { newRunOf } from '../campaign-runs/run-changes.service.ts';
import { requireCampaign } from '../campaigns/campaign.service.ts';
import { changeClaim, readClaim, type ClaimAsked, type ClaimRecord } from './claim-change.service.ts';
import { isApproved } from './claim.model.ts';
import type { RosterRun } from './roster.service.ts';

type Roster = NonNullable<CampaignRunRecord['roster']>;

/** The rows that a form makes of a claim. Throws 422 where nothing was approved that could be shared. */
function rosterFor({ _id: claimId, deceasedDt, benefit }: ClaimRecord, { sharing }: CollectionForm): Roster {
  const total = benefit.approvedAmount ?? ZERO;
  if (sharing !== 'dues' && total <= 0)
    throw invalid([{ path: 'sharing', message: 'Nothing was approved that could be shared' }]);
  return { claimId, rosterDt: deceasedDt, sharing, total };
}

/**
 * Makes the run that collects for a claim, not active: another person activates it. Throws 409 `claim_state` before the
 * claim is approved, 409 `collection_exists` for a second one.
 */
export async function makeCollection(asked: ClaimAsked, form: CollectionForm): Promise<CampaignRunRecord> {
  const { claim, author, now, timeZone } = asked;
  const campaign = await requireCampaign(claim.campaignId);
  const run = await buildCampaignRun(
    { ...newRunOf(campaign, form, timeZone, now), roster: rosterFor(claim, form) },
    author,
    now,
  );
  await changeClaim(asked, { action: 'collect' }, async (current, session) => {
    if (current.campaignRunId !== null)
      throw conflict('collection_exists', 'There is a collection for this claim already.');
    const roster = rosterFor(current, form);
    await storeCampaignRun({ ...run, roster }, author, now, session);
    await finishByClaim(current, 'make_collection', asked, session);
    const changes = [{ field: 'run', from: null, to: run.name }];
    return { set: { campaignRunId: run._id }, entry: { action: 'claim.collected', changes } };
  });
  return run;
}

/** The run that a form would make of a claim, for its preview. Throws 422 as making it does. */
export async function plannedCollection(
  { claim, now, timeZone }: ClaimAsked,
  form: CollectionForm,
): Promise<RosterRun> {
  const campaign = await requireCampaign(claim.campaignId);
  newRunOf(campaign, form, timeZone, now);
  const { _id: campaignId, organizationNumber } = campaign;
  return { campaignId, organizationNumber, roster: rosterFor(claim, form) };
}

/**
 * Throws 409 `claim_state` where the claim for which a run collects is neither approved nor closed as approved: it was
 * opened again, or its death taken back. A claim whose death was entered again has a collection made since.
 */
export async function requireApproved({ _id, roster }: CampaignRunRecord, session: Session): Promise<void> {
  if (!roster) return;
  const claim = await readClaim(roster.claimId, session);
  if (claim?.campaignRunId === _id && isApproved(claim)) return;
  throw conflict(CLAIM_STATE_CODE, 'The claim for which this run collects is not approved any more.');
}
