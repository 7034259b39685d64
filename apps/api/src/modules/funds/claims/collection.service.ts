/** Collecting for a claim: a run like any other, whose dues are shared by the people who were covered on the day of the death. */
import type * as z from 'zod/mini';
import type { RunPreview } from '@kinfold/domain/campaign-run';
import { CLAIM_STATE_CODE } from '@kinfold/domain/claim';
import { collectionAmounts, type CollectionForm } from '@kinfold/domain/collection';
import { dollarsFromCents, sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import type { Session } from '../../../platform/database.ts';
import { conflict, invalid } from '../../../platform/problem.ts';
import { fullName } from '../../people/members/member.service.ts';
import {
  buildCampaignRun,
  storeCampaignRun,
  type CampaignRunRecord,
} from '../campaign-runs/campaign-run.service.ts';
import { newRunOf } from '../campaign-runs/run-changes.service.ts';
import { requireCampaign } from '../campaigns/campaign.service.ts';
import { chargedSharers, countWaitingShares } from '../donations/roster-dues.service.ts';
import { previewRun } from '../donations/run-preview.service.ts';
import { countLeftOut, eachActive } from '../memberships/membership.service.ts';
import { changeClaim, readClaim, type ClaimAsked, type ClaimRecord } from './claim-change.service.ts';
import { readRoster, type RosterRun } from './roster.service.ts';

type Preview = z.input<typeof RunPreview>;
type Roster = NonNullable<CampaignRunRecord['roster']>;
type Site = { now: Date; timeZone: string };

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
    const changes = [{ field: 'run', from: null, to: run.name }];
    return { set: { campaignRunId: run._id }, entry: { action: 'claim.collected', changes } };
  });
  return run;
}

/** What a collection for a claim would charge whom. */
export async function previewCollection(asked: ClaimAsked, form: CollectionForm): Promise<Preview> {
  const { claim, now, timeZone } = asked;
  const campaign = await requireCampaign(claim.campaignId);
  newRunOf(campaign, form, timeZone, now);
  return previewRoster({ campaignId: claim.campaignId, roster: rosterFor(claim, form) }, asked);
}

/**
 * Throws 409 `claim_state` where the claim for which a run collects is neither approved nor closed as approved: it was
 * opened again, or its death taken back. A claim whose death was entered again has a collection made since.
 */
export async function requireApproved({ _id, roster }: CampaignRunRecord, session: Session): Promise<void> {
  if (!roster) return;
  const claim = await readClaim(roster.claimId, session);
  if (claim?.campaignRunId === _id && isCollected(claim)) return;
  throw conflict(CLAIM_STATE_CODE, 'The claim for which this run collects is not approved any more.');
}

const isCollected = ({ state, benefit, endedWithDeath }: ClaimRecord): boolean =>
  state === 'approved' || (state === 'closed' && benefit.approvedAmount !== null && !endedWithDeath);

/** What activating a run would do now, whoever its dues are for. */
export async function previewAnyRun(
  run: CampaignRunRecord,
  { now, timeZone }: Site,
  campaign?: Parameters<typeof previewRun>[3],
): Promise<Preview> {
  if (!run.roster) return previewRun(run, now, timeZone, campaign);
  if (!run.roster.frozenDt) return previewRoster(run, { now, timeZone });
  return { count: await countWaitingShares(run._id), sum: 0, leftOut: [], samples: [] };
}

const SAMPLES = 3;
const BATCH = 500;

type Row = { number: number; name: string; people: { price: Cents }[] };

async function previewRoster(run: RosterRun, site: Site): Promise<Preview> {
  const { sharing, rosterDt } = run.roster as Roster;
  let { total } = run.roster as Roster;
  const rows: Row[] = [];
  let [notCovered, bereaved, noPrice] = [0, 0, 0];
  for await (const memberships of eachActive(run.campaignId, BATCH)) {
    const found = await readRoster(run, memberships, site);
    total = found.total;
    const charged = chargedSharers(sharing, found.sharers);
    for (const { membership, people } of charged)
      rows.push({
        number: membership.membershipNbr,
        name: fullName(membership.primaryMember),
        people: people.map(({ price }) => ({ price })),
      });
    notCovered += found.notCovered;
    bereaved += found.bereaved;
    noPrice += found.sharers.length - charged.length;
  }
  rows.sort((a, b) => a.number - b.number);
  const amounts = collectionAmounts(sharing, rows, total);
  const { inactive, died, unconfirmed } = await countLeftOut(run.campaignId);
  const leftOut = [
    { reason: 'no_price', count: noPrice },
    { reason: 'not_covered', count: notCovered },
    { reason: 'bereaved', count: bereaved },
    { reason: 'has_died', count: died },
    { reason: 'not_active', count: inactive },
    { reason: 'not_confirmed', count: unconfirmed },
  ] as const;
  const inOrder = amounts.toSorted((a, b) => a - b);
  return {
    count: amounts.filter((amount) => amount > 0).length,
    sum: dollarsFromCents(sumCents(amounts)),
    leftOut: leftOut.filter(({ count }) => count > 0),
    samples: rows.slice(0, SAMPLES).map(({ name }, index) => ({
      primaryMemberName: name,
      totalPrice: dollarsFromCents(amounts[index] ?? ZERO),
    })),
    shared: {
      rosterDt,
      sharing,
      households: rows.length,
      people: rows.reduce((sum, { people }) => sum + people.length, 0),
      total: dollarsFromCents(total),
      least: dollarsFromCents(inOrder[0] ?? ZERO),
      most: dollarsFromCents(inOrder.at(-1) ?? ZERO),
    },
  };
}
