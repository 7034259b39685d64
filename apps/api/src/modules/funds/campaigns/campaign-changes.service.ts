/** Staff create and edit campaigns. */
import type { CampaignEdit, FundRulesForm, NewCampaignForm } from '@kinfold/domain/campaign-form';
import { withEarlier } from '../../../platform/as-of.ts';
import type { Author } from '../../../platform/author.ts';
import { refreshCopies } from '../../../work/copied-names.ts';
import { inTransaction, type Session } from '../../../platform/database.ts';
import { conflict, invalid, notFound } from '../../../platform/problem.ts';
import { changedFields, recordChanges } from '../../operations/audit/audit.service.ts';
import { DECIDES_COVER, setCampaign } from './campaign.model.ts';
import {
  auditSubject,
  createCampaign,
  HISTORY_FIELDS,
  offeredTo,
  requireCampaign,
  type CampaignRecord,
} from './campaign.service.ts';

/** Converts the rules of a form to stored rules: empty ones are left out. */
function fundRulesOf(form: FundRulesForm): CampaignRecord['fundRules'] {
  const given = Object.entries(form).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(given);
}

/** Creates a campaign as staff enter it, and its first run. Throws 404 for an unknown organization. */
export async function enterCampaign(
  form: NewCampaignForm & { organizationNumber: string },
  author: Author,
  now: Date,
): Promise<CampaignRecord> {
  const { campaignName, shortDescription, requiresMembership, organizationNumber } = form;
  const { participatingOrganizations, priceRules, defaultPrice, fundRules, taxNote } = form;
  const { campaign } = await createCampaign(
    {
      campaignName,
      shortDescription,
      requiresMembership,
      organizationNumber,
      ...(participatingOrganizations && { participatingOrganizations }),
      ...(priceRules && { priceRules }),
      ...(defaultPrice !== undefined && defaultPrice !== null && { defaultPrice }),
      ...(fundRules && { fundRules: fundRulesOf(fundRules) }),
      ...(taxNote && { taxNote }),
    },
    author,
    now,
  );
  return campaign;
}

/** Returns whether a campaign has memberships, at some organizations or at all. */
export type HasMemberships = (
  campaignId: string,
  organizationNumbers: readonly string[] | undefined,
  session: Session,
) => Promise<boolean>;

/**
 * Changes a campaign; fields that are null or missing stay. Returns the changed campaign, or the unchanged one when its
 * version differs from the one the change was made from. Prices apply to new memberships, and to others when they are
 * refreshed. Throws 404 when it is gone, 422 when it has memberships and `requiresMembership` would change, 409 when an
 * organization would stop participating whose members have memberships.
 */
export async function updateCampaign(
  campaignId: string,
  { version, fundRules, ...edit }: CampaignEdit,
  hasMemberships: HasMemberships,
  author: Author,
  now: Date,
): Promise<{ campaign: CampaignRecord; isChanged: boolean }> {
  return inTransaction(async (session) => {
    const before = await requireCampaign(campaignId, session);
    if (version !== undefined && version !== before.version) return { campaign: before, isChanged: false };
    const given = Object.fromEntries(
      Object.entries(edit).filter(
        ([field, value]) =>
          HISTORY_FIELDS.some((one) => one === field) && value !== null && value !== undefined,
      ),
    ) as Partial<CampaignRecord>;
    const change = { ...given, ...(fundRules && { fundRules: fundRulesOf(fundRules) }) };
    await requirePossible(before, change, hasMemberships, session);
    const written = {
      ...change,
      ...(change.participatingOrganizations && {
        offeredTo: offeredTo(before.organizationNumber, change.participatingOrganizations),
      }),
      ...withEarlier(before, change, DECIDES_COVER, now),
      modifiedBy: author.email,
      modifiedDt: now,
    };
    const campaign = await setCampaign(campaignId, written, session);
    if (!campaign) throw notFound('There is no such campaign.');
    const { organizationNumber } = campaign;
    const updated = {
      organizationNumber,
      action: 'campaign.updated',
      subject: auditSubject(campaign),
      changes: changedFields<CampaignRecord>(before, campaign, HISTORY_FIELDS),
    } as const;
    await recordChanges([updated], author, now, session);
    if (campaign.campaignName !== before.campaignName)
      await refreshCopies({ kind: 'campaign', id: campaignId }, organizationNumber, author, session);
    return { campaign, isChanged: true };
  });
}

async function requirePossible(
  before: CampaignRecord,
  { requiresMembership = before.requiresMembership, participatingOrganizations }: Partial<CampaignRecord>,
  hasMemberships: HasMemberships,
  session: Session,
): Promise<void> {
  if (
    requiresMembership !== before.requiresMembership &&
    (await hasMemberships(before._id, undefined, session))
  )
    throw invalid([
      { path: 'requiresMembership', message: 'People have joined already: this cannot be changed any more' },
    ]);
  const left = before.participatingOrganizations.filter(
    (number) => participatingOrganizations && !participatingOrganizations.includes(number),
  );
  if (left.length && (await hasMemberships(before._id, left, session)))
    throw conflict('has_memberships', 'Members of this organization have memberships in the campaign.');
}
