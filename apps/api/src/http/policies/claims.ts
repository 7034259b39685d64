import { permissionsFor, type ClaimAction } from '@kinfold/domain/claim';
import { isPermittedAt, type Permission } from '@kinfold/domain/permission';
import { requireCampaign } from '../../modules/funds/campaigns/campaign.service.ts';
import {
  readClaim,
  type ClaimGrant,
  type ClaimRecord,
} from '../../modules/funds/claims/claim-change.service.ts';
import { isActorPermitted, permittedOrganizations } from '../../modules/identity/users/user.service.ts';
import type { Actor } from '../../platform/auth.ts';
import { forbidden, notFound } from '../../platform/problem.ts';
import { actorOf, type Context, type Policy } from '../endpoint.ts';
import { permissionsAt } from './named.ts';
import { signedInPolicy } from './signed-in.ts';

/** What decides about a claim's details, where the person belonged. */
const WHOLE: readonly Permission[] = ['claims.propose', 'claims.approve', 'payouts.record'];
/** What moves the fund's money counts only where the fund is managed. */
const AT_FUND: readonly Permission[] = ['claims.approve', 'payouts.record', 'campaign-runs.update'];

/** For lists of claims: `claims.report` there, or everywhere for `*`. */
export const claimsPolicy = signedInPolicy<{ organizationNumber: string }>(
  'staff with claims.report',
  async (context) => {
    const organizationNumber = context.params['organizationNumber'] ?? '';
    await permissionsAt(actorOf(context), organizationNumber, ['claims.report']);
    return { organizationNumber };
  },
);

/** For a claim named in the path; who may not know of it meets 404. */
export const claimPolicy = signedInPolicy<ClaimGrant>('staff with claims.report', (context) =>
  grantClaim(context),
);

/** For an action on a claim named in the path: 403 for users who may read the claim and not do this. */
export const claimActionPolicy = (action: ClaimAction): Policy<ClaimGrant> => {
  const any = permissionsFor(action);
  return signedInPolicy(`staff with ${any.join(' or ')}`, async (context) => {
    const grant = await grantClaim(context);
    if (!any.some((permission) => grant.held.includes(permission))) throw forbidden();
    return grant;
  });
};

async function grantClaim(context: Context): Promise<ClaimGrant> {
  const claim = await readClaim(context.params['claimId'] ?? '');
  const grant = claim && (await claimGrantOf(actorOf(context), claim));
  if (!grant?.held.length) throw notFound('There is no such claim.');
  return grant;
}

/** What an actor may do with a claim, and whether all of it is shown to them; nothing for users who may not know of it. */
export const claimGrantOf = (actor: Actor, claim: ClaimRecord): Promise<ClaimGrant> =>
  claimGrantsOf(actor)(claim);

/** The grants of an actor for several claims: the permissions at each fund are read once. */
export function claimGrantsOf(actor: Actor): (claim: ClaimRecord) => Promise<ClaimGrant> {
  const atFunds = new Map<string, Permission[]>();
  return async (claim) => {
    const isAt = async (permission: Permission) =>
      isPermittedAt(await permittedOrganizations(actor, permission), claim.scope);
    if (!(await isAt('claims.report'))) return { claim, held: [], isWhole: false };
    const held: Permission[] = ['claims.report'];
    if (await isAt('claims.propose')) held.push('claims.propose');
    const atFund = atFunds.get(claim.campaignId) ?? (await heldAtFund(actor, claim.campaignId));
    atFunds.set(claim.campaignId, atFund);
    held.push(...atFund);
    const isWhole = (await Promise.all(WHOLE.map(isAt))).includes(true);
    return { claim, held, isWhole };
  };
}

async function heldAtFund(actor: Actor, campaignId: string): Promise<Permission[]> {
  const { organizationNumber } = await requireCampaign(campaignId);
  const found: Permission[] = [];
  for (const permission of AT_FUND)
    if (await isActorPermitted(actor, permission, organizationNumber)) found.push(permission);
  return found;
}
