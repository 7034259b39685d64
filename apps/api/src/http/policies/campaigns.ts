import { CampaignPost } from '@kinfold/domain/campaign-form';
import { CoverChangeFilters } from '@kinfold/domain/cover-change';
import { type Permission, isPermittedAt } from '@kinfold/domain/permission';
import {
  requireCampaign,
  type CampaignGrant,
  type CampaignPostGrant,
  type CampaignRecord,
} from '../../modules/funds/campaigns/campaign.service.ts';
import type { CampaignMembershipsGrant } from '../../modules/identity/access/membership-access.service.ts';
import {
  permittedOrganizations,
  isPermittedOnPath,
  isActorPermitted,
} from '../../modules/identity/users/user.service.ts';
import { organizationPaths } from '../../modules/organizations/organizations/organization.service.ts';
import type { Actor } from '../../platform/auth.ts';
import { forbidden, invalid } from '../../platform/problem.ts';
import { type Policy, actorOf, type Context } from '../endpoint.ts';
import { parse } from '../parse.ts';
import type { CoverChangesGrant } from '../routes/coverage.routes.ts';
import { textOfBody, newAt } from './named.ts';
import { signedInPolicy } from './signed-in.ts';

/**
 * For memberships of a campaign named in the path: a permission that reaches the campaign; 403 for everybody else. The
 * memberships are those of the organizations where the actor has the permission.
 */
export function campaignMembershipsPolicy(permission: Permission): Policy<CampaignMembershipsGrant> {
  return signedInPolicy(`staff with ${permission}`, async (context) => {
    const campaign = await requireCampaign(context.params['campaignId']);
    const organizationNumbers = await permittedOrganizations(actorOf(context), permission);
    if (!(await reachesCampaign(organizationNumbers, campaign))) throw forbidden();
    return { campaign, organizationNumbers };
  });
}

/**
 * Returns whether a permission at some organizations reaches a campaign: one of them is offered the campaign, or is above
 * or below one that is. It then shows these organizations only, unless one of them manages the campaign.
 */
export async function reachesCampaign(
  permittedAt: readonly string[],
  { offeredTo }: CampaignRecord,
): Promise<boolean> {
  const [offered, own] = await Promise.all([organizationPaths(offeredTo), organizationPaths(permittedAt)]);
  const isAbove = offered.some((path) => isPermittedAt(permittedAt, path));
  const isBelow = own.some((path) => path.some((number) => offeredTo.includes(number)));
  return isAbove || isBelow;
}

/** A permission to read. */
export type ReadPermission = Extract<Permission, `${string}.get`>;

/**
 * For reads of a campaign named in the path: a permission that reaches it; 403 for everybody else. Without the permission
 * at the managing organization, the actor reads nothing of the other organizations (docs/decisions/020).
 */
export function campaignPolicy(permission: ReadPermission): Policy<CampaignGrant> {
  return signedInPolicy(`staff with ${permission}`, (context) =>
    grantCampaign(context, context.params['campaignId'], permission),
  );
}

/**
 * For a body that is a campaign: with `_id`, staff of the managing organization who may change campaigns; without, staff
 * who may make campaigns at its `organizationNumber`. Participating organizations must be ones that the actor may look
 * at; others are treated as if they did not exist.
 */
export const campaignPostPolicy = signedInPolicy<CampaignPostGrant>(
  'staff with campaigns.update, staff with campaigns.create',
  async (context) => {
    const actor = actorOf(context);
    const grant = await grantCampaignPost(context, actor);
    const { participatingOrganizations } = parse(CampaignPost, context.request.body);
    const known = grant.campaign?.participatingOrganizations ?? [];
    const added = (participatingOrganizations ?? []).filter((number) => !known.includes(number));
    const paths = await organizationPaths(added);
    for (const path of paths)
      if (!(await isPermittedOnPath(actor, 'organization.details.get', path)) || !path.length)
        throw invalid([{ path: 'participatingOrganizations', message: 'There is no such organization' }]);
    return grant;
  },
);

async function grantCampaignPost(context: Context, actor: Actor): Promise<CampaignPostGrant> {
  const campaignId = textOfBody(context, ['_id']);
  if (campaignId !== undefined) {
    const campaign = await requireCampaign(campaignId);
    if (!(await isActorPermitted(actor, 'campaigns.update', campaign.organizationNumber))) throw forbidden();
    return { campaign };
  }
  const organization = await newAt(context, actor, 'campaigns.create');
  return { campaign: undefined, organization };
}

/**
 * For lists of people who lose or reach cover: `organization.donations.get` anywhere; with a campaign in the query, at
 * the organization that manages it. 403 for everybody else.
 */
export const coverChangesPolicy = signedInPolicy<CoverChangesGrant>(
  'staff with organization.donations.get',
  async (context) => {
    const actor = actorOf(context);
    const { campaign_id } = parse(CoverChangeFilters, context.request.query);
    const organizationNumbers = await permittedOrganizations(actor, 'organization.donations.get');
    if (!organizationNumbers.length) throw forbidden();
    const campaign = campaign_id ? await requireCampaign(campaign_id) : undefined;
    if (
      campaign &&
      !(await isActorPermitted(actor, 'organization.donations.get', campaign.organizationNumber))
    )
      throw forbidden();
    return { organizationNumbers, campaign };
  },
);

/** A campaign whose money is read, and the organizations whose part of it; undefined for all. */
export type FundGrant = CampaignGrant & { organizationNumbers: readonly string[] | undefined };

/**
 * For the money of a campaign named in the path: `reports.get` that reaches it; 403 for everybody else. Without it at the
 * managing organization, the actor reads their own organizations' part.
 */
export const fundPolicy = signedInPolicy<FundGrant>('staff with reports.get', async (context) => {
  const actor = actorOf(context);
  const { campaign } = await grantCampaign(context, context.params['campaignId'], 'reports.get');
  const seesAll = await isActorPermitted(actor, 'reports.get', campaign.organizationNumber);
  return {
    campaign,
    organizationNumbers: seesAll ? undefined : await permittedOrganizations(actor, 'reports.get'),
  };
});

/** For the money of a campaign named in the path: `payments.record` at the managing organization; 403 for everybody else. */
export const fundRecordPolicy = signedInPolicy<FundGrant>('staff with payments.record', async (context) => {
  const campaign = await requireCampaign(context.params['campaignId']);
  if (!(await isActorPermitted(actorOf(context), 'payments.record', campaign.organizationNumber)))
    throw forbidden();
  return { campaign, organizationNumbers: undefined };
});

export async function grantCampaign(
  context: Context,
  campaignId: string | undefined,
  permission: ReadPermission,
): Promise<CampaignGrant> {
  const campaign = await requireCampaign(campaignId);
  const permittedAt = await permittedOrganizations(actorOf(context), permission);
  if (!(await reachesCampaign(permittedAt, campaign))) throw forbidden();
  return { campaign };
}
