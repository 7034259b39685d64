import type { Permission } from '@kinfold/domain/permission';
import {
  type CampaignRunGrant,
  requireRun,
  type CampaignRunRecord,
} from '../../modules/funds/campaign-runs/campaign-run.service.ts';
import { type CampaignGrant, requireCampaign } from '../../modules/funds/campaigns/campaign.service.ts';
import type { RunMoneyGrant } from '../../modules/funds/donations/run-donations.service.ts';
import { isActorPermitted, permittedOrganizations } from '../../modules/identity/users/user.service.ts';
import { numbersWithin } from '../../modules/organizations/organizations/organization.service.ts';
import { type RunDonationGrant, requireDonationOf } from '../../modules/telling/outreach/call.service.ts';
import { type LettersGrant, requireLettersOf } from '../../modules/telling/outreach/letter.service.ts';
import { forbidden, notFound } from '../../platform/problem.ts';
import { type Policy, actorOf, type Context } from '../endpoint.ts';
import type { CampaignRunPostGrant } from '../routes/campaign-run.routes.ts';
import { type ReadPermission, grantCampaign, reachesCampaign } from './campaigns.ts';
import { textOfBody } from './named.ts';
import { signedInPolicy } from './signed-in.ts';

/** For reads of a campaign run named in the path: a permission as for its campaign. */
export function campaignRunPolicy(permission: ReadPermission): Policy<CampaignRunGrant & CampaignGrant> {
  return signedInPolicy(`staff with ${permission}`, async (context) => {
    const run = await runOfPath(context);
    return { run, ...(await grantCampaign(context, run.campaignId, permission)) };
  });
}

/** The same, for the organization that manages the campaign only: participating ones read nothing of each other. */
export function managedRunPolicy(permission: Permission): Policy<CampaignRunGrant & CampaignGrant> {
  return signedInPolicy(`staff with ${permission}`, async (context) => {
    const run = await runOfPath(context);
    const campaign = await requireCampaign(run.campaignId);
    if (!(await isActorPermitted(actorOf(context), permission, campaign.organizationNumber)))
      throw forbidden();
    return { run, campaign };
  });
}

/** Returns the run that a path names. Throws 404 when there is none, or it is not of the campaign that the path also names. */
async function runOfPath({ params }: Context): Promise<CampaignRunRecord> {
  const run = await requireRun(params['campaignRunId']);
  if ((params['campaignId'] ?? run.campaignId) !== run.campaignId)
    throw notFound('There is no such campaign run.');
  return run;
}

/**
 * For the money of a campaign run: `organization.donations.get` at the organization that manages its campaign shows all
 * of it; staff of other participating organizations see their own. 403 for everybody else.
 */
export const runMoneyPolicy = signedInPolicy<RunMoneyGrant>(
  'staff with organization.donations.get',
  async (context) => {
    const permission = 'organization.donations.get';
    const actor = actorOf(context);
    const run = await runOfPath(context);
    const campaign = await requireCampaign(run.campaignId);
    if (await isActorPermitted(actor, permission, campaign.organizationNumber))
      return { run, campaign, organizationNumbers: undefined };
    const scope = await permittedOrganizations(actor, permission);
    if (!(await reachesCampaign(scope, campaign))) throw forbidden();
    return { run, campaign, organizationNumbers: await numbersWithin(scope) };
  },
);

/** For letters of a run named in the path: what the actor may see of its money; letters that contain more are not found. */
export const lettersPolicy = signedInPolicy<RunMoneyGrant & LettersGrant>(
  'staff with organization.donations.get',
  async (context) => {
    const grant = await runMoneyPolicy.check(context);
    return { ...grant, letters: await requireLettersOf(grant, context.params['lettersId'] ?? '') };
  },
);

/** For a donation of a run named in the path: what the actor may see of its money; other donations are not found. */
export const runDonationPolicy = signedInPolicy<RunMoneyGrant & RunDonationGrant>(
  'staff with organization.donations.get',
  async (context) => {
    const grant = await runMoneyPolicy.check(context);
    return { ...grant, donation: await requireDonationOf(grant, context.params['donationId'] ?? '') };
  },
);

/**
 * For a body that is a run: with `_id`, staff who may change runs of the organization that manages it; without, of its
 * `campaignId`.
 */
export const campaignRunPostPolicy = signedInPolicy<CampaignRunPostGrant>(
  'staff with campaign-runs.update',
  async (context) => {
    const runId = textOfBody(context, ['_id']);
    const run = runId === undefined ? undefined : await requireRun(runId);
    const campaign = await requireCampaign(run?.campaignId ?? textOfBody(context, ['campaignId']));
    if (!(await isActorPermitted(actorOf(context), 'campaign-runs.update', campaign.organizationNumber)))
      throw forbidden();
    return { campaign, run };
  },
);
