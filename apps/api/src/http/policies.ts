/**
 * Who may: the policies of the URL map (decisions.md "Roles"). Each throws 401, 403 or 404 when one may not, and hands
 * what it loaded to the handler.
 */
import { AuditQuery, historyPermissions } from '@kinfold/domain/audit';
import { CampaignPost } from '@kinfold/domain/campaign-form';
import { CoverChangeFilters } from '@kinfold/domain/cover-change';
import { JOB_PERMISSIONS, jobPermission, JobsQuery } from '@kinfold/domain/job';
import { isPermittedAt, ROOT, ROOT_NAME, type Permission } from '@kinfold/domain/permission';
import type { Actor } from '../platform/auth.ts';
import { actorOf, type Context, type Policy } from './endpoint.ts';
import { findJob } from '../work/jobs.ts';
import { parse } from './parse.ts';
import { forbidden, invalid, notFound } from '../platform/problem.ts';
import type { HistoryGrant } from '../modules/operations/audit/audit.service.ts';
import { requireImport, type ImportGrant } from '../modules/moving/imports/import.service.ts';
import { requireDonationOf, type RunDonationGrant } from '../modules/telling/outreach/call.service.ts';
import { requireLettersOf, type LettersGrant } from '../modules/telling/outreach/letter.service.ts';
import {
  findIntakeRequest,
  type IntakeRequestGrant,
  type IntakeRequestsGrant,
} from '../modules/people/intake-requests/intake-review.service.ts';
import type { JobGrant, JobsGrant } from '../modules/operations/jobs/job.service.ts';
import {
  isActorPermitted,
  isPermittedOnPath,
  permissionScopes,
  permittedOrganizations,
  requireMayViewAs,
  type StaffGrant,
} from '../modules/identity/users/user.service.ts';
import { requireDonation, type DonationGrant } from '../modules/funds/donations/donation.service.ts';
import type { RunMoneyGrant } from '../modules/funds/donations/run-donations.service.ts';
import {
  capacityFor,
  ownMember,
  type MemberGrant,
  type MemberPostGrant,
  type Allowed,
} from '../modules/identity/access/member-access.service.ts';
import { readReviewItem, type ReviewItemGrant } from '../modules/money/review-items/review-item.service.ts';
import type { RolePlaceGrant } from '../modules/identity/roles/role.service.ts';
import { requireMember } from '../modules/people/members/member.service.ts';
import {
  capacityForMembership,
  type CampaignMembershipsGrant,
  type CoveredGrant,
  type MembershipGrant,
  type MembershipPostGrant,
  type AllowedForMembership,
} from '../modules/identity/access/membership-access.service.ts';
import { requireMembership } from '../modules/funds/memberships/membership.service.ts';
import type { CampaignRunPostGrant } from './routes/campaign-run.routes.ts';
import {
  requireRun,
  type CampaignRunGrant,
  type CampaignRunRecord,
} from '../modules/funds/campaign-runs/campaign-run.service.ts';
import {
  requireCampaign,
  type CampaignGrant,
  type CampaignPostGrant,
  type CampaignRecord,
} from '../modules/funds/campaigns/campaign.service.ts';
import type { CoverChangesGrant } from './routes/coverage.routes.ts';
import {
  findOrganization,
  numbersWithin,
  organizationPaths,
  type OrganizationGrant,
  type OrganizationPostGrant,
  type ScopeGrant,
} from '../modules/organizations/organizations/organization.service.ts';

const signedInPolicy = <G>(name: string, check: Policy<G>['check']): Policy<G> => ({
  name,
  isPublic: false,
  async check(context) {
    await requireMayViewAs(actorOf(context));
    return check(context);
  },
});

/** Anyone, signed in or not. */
export const anyone: Policy<undefined> = { name: 'anyone', isPublic: true, check: () => undefined };

/** Every signed-in user. */
export const signedIn = signedInPolicy('signed in', () => undefined);

const nameOf = ({ self, primary, linked, staff }: AllowedForMembership) =>
  [self && 'self', primary && 'primary member', linked && 'linked account', staff && `staff with ${staff}`]
    .filter(Boolean)
    .join(', ');

/**
 * For paths that name a member by `_id` (or printed number) in `parameter`: the member themself, someone whose
 * linked account it is, staff of its organization. Everybody else meets 404: a member's existence is private.
 */
export function memberPolicy(parameter: string, allowed: Allowed): Policy<MemberGrant> {
  return signedInPolicy(nameOf(allowed), (context) =>
    grantMember(context, context.params[parameter], allowed),
  );
}

/** The first of some fields of a body that has a text. Throws 422 when one of them is neither a text nor missing. */
function textOfBody({ request }: Context, fields: readonly string[]): string | undefined {
  const body: unknown = request.body;
  const given = new Map(Object.entries(typeof body === 'object' && body !== null ? body : {}));
  const wrong = fields.filter(
    (field) => !['string', 'undefined'].includes(typeof (given.get(field) ?? undefined)),
  );
  if (wrong.length) throw invalid(wrong.map((path) => ({ path, message: `${path} is a text` })));
  return fields.map((field) => given.get(field)).find((value) => typeof value === 'string');
}

/** For bodies that name a member in one of some fields, the first that is there; otherwise as for paths. */
export function memberOfBodyPolicy(fields: readonly string[], allowed: Allowed): Policy<MemberGrant> {
  return signedInPolicy(nameOf(allowed), (context) =>
    grantMember(context, textOfBody(context, fields), allowed),
  );
}

/**
 * For a body that is a member: with `_id` or `memberId` the member themself, who may change little, or staff who may
 * update them; without, staff who may make members at its `organizationNumber`.
 */
export const memberPostPolicy = signedInPolicy<MemberPostGrant>(
  'self, staff with members.update, staff with members.create',
  async (context) => {
    const actor = actorOf(context);
    const named = textOfBody(context, ['_id', 'memberId']);
    if (named === undefined)
      return { member: undefined, organization: await newAt(context, actor, 'members.create') };
    const grant = await grantMember(context, named, { self: true, staff: 'members.update' });
    const isStaff = await isActorPermitted(actor, 'members.update', grant.member.organizationNumber);
    return isStaff ? { ...grant, capacity: 'staff' } : grant;
  },
);

/** The organization that a body names as the place of something new. Throws 403 where the actor may not make it. */
async function newAt(
  context: Context,
  actor: Actor,
  permission: Permission,
): Promise<OrganizationGrant['organization']> {
  const organizationNumber = textOfBody(context, ['organizationNumber']);
  if (!(await permittedOrganizations(actor, permission)).length) throw forbidden();
  if (!organizationNumber)
    throw invalid([{ path: 'organizationNumber', message: 'Say of which organization' }]);
  const organization = await findOrganization(organizationNumber);
  if (!(await isPermittedOnPath(actor, permission, organization?.path ?? []))) throw forbidden();
  if (!organization)
    throw invalid([{ path: 'organizationNumber', message: 'There is no such organization' }]);
  return organization;
}

async function grantMember(
  context: Context,
  idOrMemberNumber: string | undefined,
  allowed: Allowed,
): Promise<MemberGrant> {
  const actor = actorOf(context);
  const member =
    idOrMemberNumber === actor.memberId ? await ownMember(actor) : await requireMember(idOrMemberNumber);
  const capacity = member && (await capacityFor(actor, member, allowed));
  if (!member || !capacity) throw notFound();
  return { member, capacity };
}

/** For paths that name a campaign membership: its primary or covered members, linked accounts, staff. */
export function membershipPolicy(parameter: string, allowed: AllowedForMembership): Policy<MembershipGrant> {
  return signedInPolicy(nameOf(allowed), (context) =>
    grantMembership(context, context.params[parameter], allowed),
  );
}

/**
 * For a body that is a membership: with `_id` staff who may change it; without, staff who may make one for its
 * `primaryMemberId`. Everybody else meets 404.
 */
export const membershipPostPolicy = signedInPolicy<MembershipPostGrant>(
  'staff with memberships.update',
  async (context) => {
    const allowed = { staff: 'memberships.update' } as const;
    const named = textOfBody(context, ['_id']);
    if (named !== undefined) return grantMembership(context, named, allowed);
    const primaryId = textOfBody(context, ['primaryMemberId']);
    if (!(await permittedOrganizations(actorOf(context), allowed.staff)).length) throw notFound();
    if (!primaryId) throw invalid([{ path: 'primaryMemberId', message: 'Say for whom' }]);
    const { member } = await grantMember(context, primaryId, allowed);
    return { membership: undefined, primary: member };
  },
);

/** For bodies that name a campaign membership in a field: as for paths. */
export function membershipOfBodyPolicy(
  field: string,
  allowed: AllowedForMembership,
): Policy<MembershipGrant> {
  return signedInPolicy(nameOf(allowed), (context) =>
    grantMembership(context, textOfBody(context, [field]), allowed),
  );
}

async function grantMembership(
  context: Context,
  membershipId: string | undefined,
  allowed: AllowedForMembership,
): Promise<MembershipGrant> {
  const membership = await requireMembership(membershipId);
  const capacity = await capacityForMembership(actorOf(context), membership, allowed);
  if (!capacity) throw notFound();
  return { membership, capacity };
}

/** For paths that name a member and a membership: staff who may change both; everybody else meets 404. */
export function coveredPolicy(
  memberParameter: string,
  membershipParameter: string,
  permission: Permission,
): Policy<CoveredGrant> {
  return signedInPolicy(`staff with ${permission}`, async (context) => {
    const allowed = { staff: permission };
    const { member } = await grantMember(context, context.params[memberParameter], allowed);
    const { membership } = await grantMembership(context, context.params[membershipParameter], allowed);
    return { member, membership };
  });
}

/**
 * For paths that name a campaign: a permission for memberships of it, where it reaches the campaign; 403 for everybody else.
 * The memberships are those of the organizations where the permission is held.
 */
export function campaignMembershipsPolicy(
  parameter: string,
  permission: Permission,
): Policy<CampaignMembershipsGrant> {
  return signedInPolicy(`staff with ${permission}`, async (context) => {
    const campaign = await requireCampaign(context.params[parameter]);
    const organizationNumbers = await permittedOrganizations(actorOf(context), permission);
    if (!(await reachesCampaign(organizationNumbers, campaign))) throw forbidden();
    return { campaign, organizationNumbers };
  });
}

/**
 * Whether a permission that is held at some organizations reaches a campaign: it is held at one to which the campaign is
 * offered, above or below one. What it then shows is of these organizations, unless it is held where the campaign is managed.
 */
async function reachesCampaign(held: readonly string[], { offeredTo }: CampaignRecord): Promise<boolean> {
  const [offered, own] = await Promise.all([organizationPaths(offeredTo), organizationPaths(held)]);
  const isAbove = offered.some((path) => isPermittedAt(held, path));
  const isBelow = own.some((path) => path.some((number) => offeredTo.includes(number)));
  return isAbove || isBelow;
}

/** For paths that name a donation: as for the membership that owes it. */
export function donationPolicy(
  parameter: string,
  allowed: Omit<AllowedForMembership, 'self'>,
): Policy<DonationGrant> {
  return signedInPolicy(nameOf(allowed), async (context) => {
    const donation = await requireDonation(context.params[parameter]);
    const { organizationNumber, primaryMember } = donation;
    const owed = { organizationNumber, primaryMemberId: primaryMember._id };
    const capacity = await capacityForMembership(actorOf(context), owed, allowed);
    if (!capacity) throw notFound();
    return { donation, capacity };
  });
}

/** For paths that name an organization by its number: a permission there; 403 for everybody else. */
export function organizationPolicy(parameter: string, permission: Permission): Policy<OrganizationGrant> {
  return signedInPolicy(`staff with ${permission}`, (context) =>
    grantOrganization(context, context.params[parameter], permission),
  );
}

async function grantOrganization(
  context: Context,
  organizationNumber: string | undefined,
  permission: Permission,
): Promise<OrganizationGrant> {
  const organization = await findOrganization(organizationNumber ?? '');
  if (!(await isPermittedOnPath(actorOf(context), permission, organization?.path ?? []))) throw forbidden();
  if (!organization) throw notFound('There is no such organization.');
  return { organization };
}

/** For paths that name an import of an organization: `members.import` there; an import of another one is not found. */
export const importPolicy = signedInPolicy<OrganizationGrant & ImportGrant>(
  'staff with members.import',
  async (context) => {
    const grant = await grantOrganization(context, context.params['organizationNumber'], 'members.import');
    const given = await requireImport(context.params['importId'] ?? '');
    if (given.organizationNumber !== grant.organization.organizationNumber)
      throw notFound('There is no such import.');
    return { ...grant, given };
  },
);

/** For roles at an organization of a path, or at the root (`*`): `roles.assign` there; 403 for everybody else. */
export function rolePlacePolicy(parameter: string): Policy<RolePlaceGrant> {
  return signedInPolicy('staff with roles.assign', async (context) => {
    const organizationNumber = context.params[parameter] ?? '';
    const place =
      organizationNumber === ROOT
        ? { organizationNumber, organizationName: ROOT_NAME, path: [] }
        : await findOrganization(organizationNumber);
    if (!(await isPermittedOnPath(actorOf(context), 'roles.assign', place?.path ?? []))) throw forbidden();
    if (!place) throw notFound('There is no such organization.');
    return { place };
  });
}

/**
 * Those of some permissions that the actor holds at an organization, and so below it; `*` for all organizations. Throws
 * 403 where they hold none of them.
 */
async function heldAt(
  actor: Actor,
  organizationNumber: string,
  permissions: readonly Permission[],
): Promise<Permission[]> {
  const isRoot = organizationNumber === ROOT;
  const organization = isRoot ? undefined : await findOrganization(organizationNumber);
  const held: Permission[] = [];
  for (const permission of permissions)
    if (await isPermittedOnPath(actor, permission, organization?.path ?? [])) held.push(permission);
  if (!held.length) throw forbidden();
  if (!organization && !isRoot) throw notFound('There is no such organization.');
  return held;
}

/** Where an actor holds one of some permissions, and so below it; `*` for everywhere. */
async function scopeFor(actor: Actor, permissions: readonly Permission[]): Promise<string[]> {
  const numbers = permissions.map((permission) => permittedOrganizations(actor, permission));
  return [...new Set((await Promise.all(numbers)).flat())];
}

/**
 * For the history: `audit.get`, or of one subject also the permission to change it. An organization that is not one's own
 * is answered 403; of a subject there are the entries of one's own organizations only.
 */
export const historyPolicy = signedInPolicy<HistoryGrant>(
  'staff with audit.get, or with the permission to change the subject',
  async (context) => {
    const actor = actorOf(context);
    const { organization_number, subject_type } = parse(AuditQuery, context.request.query);
    const permissions = historyPermissions(subject_type);
    if (organization_number) await heldAt(actor, organization_number, permissions);
    const organizationNumbers = organization_number
      ? [organization_number]
      : await scopeFor(actor, permissions);
    if (!organizationNumbers.length) throw forbidden();
    return { organizationNumbers, membersAt: await scopeFor(actor, ['organization.members.get']) };
  },
);

/** For lists of jobs: of the types that one may start at the organization; 403 for who may start none there. */
export const jobsPolicy = signedInPolicy<JobsGrant>('staff who may start jobs', async (context) => {
  const { organization_number: organizationNumber } = parse(JobsQuery, context.request.query);
  const types = Object.keys(JOB_PERMISSIONS);
  const permissions = Object.values(JOB_PERMISSIONS);
  const held = await heldAt(actorOf(context), organizationNumber, permissions);
  return {
    organizationNumber,
    types: types.filter((type) => held.some((permission) => permission === jobPermission(type))),
  };
});

/** For paths that name a job: the permission to start it; everybody else meets 404. */
export function jobPolicy(parameter: string): Policy<JobGrant> {
  return signedInPolicy('staff who may start the job', async (context) => {
    const job = await findJob(context.params[parameter] ?? '');
    const permission = job && jobPermission(job.type);
    if (!permission || !(await isPermittedOnPath(actorOf(context), permission, job.scope)))
      throw notFound('There is no such job.');
    return { job };
  });
}

/**
 * For a body that is an organization: with `organizationNumber` staff who may change it; to make one, or to put it below
 * another `parentOrganization` than it has, staff who may make organizations there (null: anywhere).
 */
export const organizationPostPolicy = signedInPolicy<OrganizationPostGrant>(
  'staff with organization.details.update, staff with organizations.create',
  async (context) => {
    const actor = actorOf(context);
    const number = textOfBody(context, ['organizationNumber']);
    const organization = number ? await findOrganization(number) : undefined;
    if (number && !(await isPermittedOnPath(actor, 'organization.details.update', organization?.path ?? [])))
      throw forbidden();
    if (number && !organization) throw notFound('There is no such organization.');
    const named = textOfBody(context, ['parentOrganization']) || parentOfBody(context);
    const parentOrganization = organization || named !== undefined ? named : null;
    if (parentOrganization === undefined || parentOrganization === organization?.parentOrganization)
      return { organization, parentOrganization: undefined };
    const parent = parentOrganization === null ? undefined : await findOrganization(parentOrganization);
    if (!(await isPermittedOnPath(actor, 'organizations.create', parent?.path ?? []))) throw forbidden();
    if (parentOrganization !== null && !parent)
      throw invalid([{ path: 'parentOrganization', message: 'There is no such organization' }]);
    return { organization, parentOrganization };
  },
);

/** Null where a body says that there is no parent. */
function parentOfBody({ request }: Context): null | undefined {
  const body: unknown = request.body;
  const isObject = typeof body === 'object' && body !== null;
  return isObject && 'parentOrganization' in body && body.parentOrganization === null ? null : undefined;
}

/** For the way up from an organization: a permission there, and where else one holds it. */
export function organizationAbovePolicy(
  parameter: string,
  permission: Permission,
): Policy<OrganizationGrant & ScopeGrant> {
  return signedInPolicy(`staff with ${permission}`, async (context) => ({
    ...(await grantOrganization(context, context.params[parameter], permission)),
    organizationNumbers: await permittedOrganizations(actorOf(context), permission),
  }));
}

/** For everybody who holds a role anywhere; what they see of the answer is for their permissions. */
export const staffPolicy = signedInPolicy<StaffGrant>('staff', async (context) => {
  const scopes = await permissionScopes(actorOf(context));
  if (!scopes) throw forbidden();
  return { scopes };
});

/** For lists of requests to become a member, `*` for those of all organizations; 403 for who may not review them there. */
export const intakeRequestsPolicy = signedInPolicy<IntakeRequestsGrant>(
  'staff with intake.review',
  async (context) => {
    const organizationNumber = context.params['organizationNumber'] ?? '';
    await heldAt(actorOf(context), organizationNumber, ['intake.review']);
    return { organizationNumber, scopes: (await permissionScopes(actorOf(context))) ?? (() => []) };
  },
);

/** For paths that name a request to become a member; who may not review it meets 404. */
export const intakeRequestPolicy = signedInPolicy<IntakeRequestGrant>(
  'staff with intake.review',
  async (context) => {
    const intakeRequest = await findIntakeRequest(context.params['requestId'] ?? '');
    const scopes = await permissionScopes(actorOf(context));
    if (!intakeRequest || !scopes || !isPermittedAt(scopes('intake.review'), intakeRequest.scope))
      throw notFound('There is no such request.');
    return { intakeRequest, scopes };
  },
);

/** For the list of what the card provider says and needs somebody: `payments.refund` there, or everywhere for `*`. */
export const reviewItemsPolicy = signedInPolicy<{ organizationNumber: string }>(
  'staff with payments.refund',
  async (context) => {
    const organizationNumber = context.params['organizationNumber'] ?? '';
    await heldAt(actorOf(context), organizationNumber, ['payments.refund']);
    return { organizationNumber };
  },
);

/** For paths that name such an item; who may not refund its payment meets 404. */
export const reviewItemPolicy = signedInPolicy<ReviewItemGrant>(
  'staff with payments.refund',
  async (context) => {
    const reviewItem = await readReviewItem(context.params['reviewItemId'] ?? '');
    const held = await permittedOrganizations(actorOf(context), 'payments.refund');
    if (!reviewItem || !isPermittedAt(held, reviewItem.scope)) throw notFound('There is no such item.');
    return { reviewItem };
  },
);

/** For lists over organizations: a permission at any of them; 403 for everybody else. */
export function anyOrganizationPolicy(permission: Permission): Policy<ScopeGrant> {
  return signedInPolicy(`staff with ${permission}`, async (context) => {
    const organizationNumbers = await permittedOrganizations(actorOf(context), permission);
    if (!organizationNumbers.length) throw forbidden();
    return { organizationNumbers };
  });
}

/** A permission that reads. */
type ReadPermission = Extract<Permission, `${string}.get`>;

/**
 * For paths that name a campaign of which one reads: a permission that reaches it; 403 for everybody else. Who does not hold
 * it where the campaign is managed reads of the others nothing (docs/decisions/020).
 */
export function campaignPolicy(parameter: string, permission: ReadPermission): Policy<CampaignGrant> {
  return signedInPolicy(`staff with ${permission}`, (context) =>
    grantCampaign(context, context.params[parameter], permission),
  );
}

/**
 * For a body that is a campaign: with `_id` staff of the organization that manages it who may change campaigns; without,
 * staff who may make campaigns at its `organizationNumber`. Organizations that are to participate are those that one may
 * look at: others are as if they were not there.
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
 * For lists of who loses or reaches cover: `organization.donations.get` anywhere; with a campaign of the query where it is
 * managed. 403 for everybody else.
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

/** For paths that name a campaign run of which one reads: a permission as for its campaign. */
export function campaignRunPolicy(
  parameter: string,
  permission: ReadPermission,
): Policy<CampaignRunGrant & CampaignGrant> {
  return signedInPolicy(`staff with ${permission}`, async (context) => {
    const run = await runOfPath(context, parameter);
    return { run, ...(await grantCampaign(context, run.campaignId, permission)) };
  });
}

/** The same where the campaign is managed only: others take part in it, and read nothing of each other. */
export function managedRunPolicy(
  parameter: string,
  permission: Permission,
): Policy<CampaignRunGrant & CampaignGrant> {
  return signedInPolicy(`staff with ${permission}`, async (context) => {
    const run = await runOfPath(context, parameter);
    const campaign = await requireCampaign(run.campaignId);
    if (!(await isActorPermitted(actorOf(context), permission, campaign.organizationNumber)))
      throw forbidden();
    return { run, campaign };
  });
}

/** The run that a path names. Throws 404 when there is none, or it is not of the campaign that the path names too. */
async function runOfPath({ params }: Context, parameter: string): Promise<CampaignRunRecord> {
  const run = await requireRun(params[parameter]);
  if ((params['campaignId'] ?? run.campaignId) !== run.campaignId)
    throw notFound('There is no such campaign run.');
  return run;
}

/**
 * For the money of a campaign run: `organization.donations.get` at the organization that manages its campaign shows all of
 * it; who else it reaches is shown their own organizations. 403 for everybody else.
 */
export function runMoneyPolicy(parameter: string): Policy<RunMoneyGrant> {
  const permission = 'organization.donations.get';
  return signedInPolicy(`staff with ${permission}`, async (context) => {
    const actor = actorOf(context);
    const run = await runOfPath(context, parameter);
    const campaign = await requireCampaign(run.campaignId);
    if (await isActorPermitted(actor, permission, campaign.organizationNumber))
      return { run, campaign, organizationNumbers: undefined };
    const scope = await permittedOrganizations(actor, permission);
    if (!(await reachesCampaign(scope, campaign))) throw forbidden();
    return { run, campaign, organizationNumbers: await numbersWithin(scope) };
  });
}

/** For paths that name letters of a run: what may be seen of its money; letters of more than that are not found. */
export const lettersPolicy = signedInPolicy<RunMoneyGrant & LettersGrant>(
  'staff with organization.donations.get',
  async (context) => {
    const grant = await runMoneyPolicy('campaignRunId').check(context);
    return { ...grant, letters: await requireLettersOf(grant, context.params['lettersId'] ?? '') };
  },
);

/** For paths that name a donation of a run: what may be seen of its money; other donations are not found. */
export const runDonationPolicy = signedInPolicy<RunMoneyGrant & RunDonationGrant>(
  'staff with organization.donations.get',
  async (context) => {
    const grant = await runMoneyPolicy('campaignRunId').check(context);
    return { ...grant, donation: await requireDonationOf(grant, context.params['donationId'] ?? '') };
  },
);

/**
 * For a body that is a run: with `_id` staff who may change runs of the organization that manages it; without, of its
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

async function grantCampaign(
  context: Context,
  campaignId: string | undefined,
  permission: ReadPermission,
): Promise<CampaignGrant> {
  const campaign = await requireCampaign(campaignId);
  const held = await permittedOrganizations(actorOf(context), permission);
  if (!(await reachesCampaign(held, campaign))) throw forbidden();
  return { campaign };
}
