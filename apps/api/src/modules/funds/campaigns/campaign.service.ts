import { firstRunOf } from '@kinfold/domain/campaign-run';
import { ZERO } from '@kinfold/domain/money';
import { searchWords, SEARCH_LIMIT } from '@kinfold/domain/search';
import type { Author } from '../../../platform/author.ts';
import { inTransaction, isObjectId, type Session } from '../../../platform/database.ts';
import { newId } from '../../../platform/documents.ts';
import { notFound } from '../../../platform/problem.ts';
import { searchKeysOf } from '../../../platform/search-keys.ts';
import { changedFields, recordChanges } from '../../operations/audit/audit.service.ts';
import {
  buildCampaignRun,
  storeCampaignRun,
  type CampaignRunRecord,
} from '../campaign-runs/campaign-run.service.ts';
import {
  countInOrganization,
  organizationPath,
  requireOrganization,
  type OrganizationRecord,
} from '../../organizations/organizations/organization.service.ts';
import {
  insertCampaign,
  readBySearch,
  readCampaign,
  findCampaignsOf,
  type CampaignRecord,
} from './campaign.model.ts';

export {
  campaignIds,
  countCampaigns,
  findCampaigns,
  findCampaignsOf,
  findParticipations,
} from './campaign.model.ts';

export type { CampaignRecord };

/** The grant of policies for campaigns. */
export type CampaignGrant = { campaign: CampaignRecord };

/** The grant for a posted campaign: the campaign to change, or the organization of a new one. */
export type CampaignPostGrant = CampaignGrant | { campaign: undefined; organization: OrganizationRecord };

/** A campaign by its id; undefined when there is none. */
export async function findCampaign(
  campaignId: string,
  session?: Session,
): Promise<CampaignRecord | undefined> {
  return isObjectId(campaignId) ? readCampaign(campaignId, session) : undefined;
}

/** A campaign by its id. Throws 404 when there is none. */
export async function requireCampaign(campaignId = '', session?: Session): Promise<CampaignRecord> {
  const campaign = await findCampaign(campaignId, session);
  if (!campaign) throw notFound('There is no such campaign.');
  return campaign;
}

/**
 * The campaigns that members of an organization may join, by name: its own, those of the organizations above
 * it, and those in which one of these participates.
 */
export async function findOfferedCampaigns(organizationNumber: string): Promise<CampaignRecord[]> {
  const path = await organizationPath(organizationNumber);
  const offered = (await Promise.all(path.map(findCampaignsOf))).flat();
  const unique = [...new Map(offered.map((campaign) => [campaign._id, campaign])).values()];
  return unique.sort((a, b) => a.campaignName.localeCompare(b.campaignName, 'en'));
}

/** The organizations whose campaigns the members of some organizations may join: these and all above them. */
export const onPaths = (organizations: readonly Pick<OrganizationRecord, 'path'>[]): string[] => [
  ...new Set(organizations.flatMap(({ path }) => path)),
];

/** The fields of a new campaign; prices in cents. */
export type NewCampaign = Pick<
  CampaignRecord,
  'campaignName' | 'shortDescription' | 'requiresMembership' | 'organizationNumber'
> &
  Partial<
    Pick<
      CampaignRecord,
      'participatingOrganizations' | 'priceRules' | 'defaultPrice' | 'fundRules' | 'taxNote'
    >
  >;

/** The fields that the history records. */
export const HISTORY_FIELDS = [
  'campaignName',
  'shortDescription',
  'requiresMembership',
  'participatingOrganizations',
  'priceRules',
  'defaultPrice',
  'fundRules',
  'taxNote',
] as const;

/** A campaign as the subject of its history. */
export const auditSubject = ({ _id, campaignName }: Pick<CampaignRecord, '_id' | 'campaignName'>) =>
  ({ type: 'campaign', id: _id, label: campaignName }) as const;

/** The organizations whose members may join, as they are stored. */
export const offeredTo = (organizationNumber: string, participating: readonly string[]) => [
  ...new Set([organizationNumber, ...participating]),
];

/**
 * Creates a campaign and its first run: inactive, from now, for 30 days (spec section 4). Throws 404 for an unknown
 * organization.
 */
export async function createCampaign(
  input: NewCampaign,
  author: Author,
  now: Date,
): Promise<{ campaign: CampaignRecord; run: CampaignRunRecord }> {
  const { campaignName, shortDescription, requiresMembership, organizationNumber } = input;
  const organization = await requireOrganization(organizationNumber);
  const participatingOrganizations = input.participatingOrganizations ?? [];
  const campaign: CampaignRecord = {
    _id: newId(),
    campaignName,
    ...searchKeysOf(campaignName),
    shortDescription,
    requiresMembership,
    organizationNumber,
    participatingOrganizations,
    offeredTo: offeredTo(organizationNumber, participatingOrganizations),
    managedBy: organization.organizationName,
    priceRules: input.priceRules ?? [],
    defaultPrice: input.defaultPrice ?? ZERO,
    fundRules: input.fundRules ?? {},
    taxNote: input.taxNote ?? '',
    version: 1,
    createdBy: author.email,
    createdDt: now,
    modifiedBy: author.email,
    modifiedDt: now,
  };
  const first = { campaignId: campaign._id, organizationNumber, ...firstRunOf(campaign) };
  const run = await buildCampaignRun(first, author, now);
  const created = {
    organizationNumber,
    action: 'campaign.created',
    subject: auditSubject(campaign),
    changes: changedFields<CampaignRecord>({}, campaign, HISTORY_FIELDS),
  } as const;
  await inTransaction(async (session) => {
    await insertCampaign(campaign, session);
    await countInOrganization(organizationNumber, 'campaignsCnt', 1, session);
    await recordChanges([created], author, now, session);
    await storeCampaignRun(run, author, now, session);
  });
  return { campaign, run };
}

/** The campaigns offered to some organizations (undefined: to any) where each search word begins a word of the name. */
export async function searchCampaigns(organizationNumbers: readonly string[] | undefined, term: string) {
  const words = searchWords(term);
  return words.length ? readBySearch(organizationNumbers, words, SEARCH_LIMIT) : [];
}
