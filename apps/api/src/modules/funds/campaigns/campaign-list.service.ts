/** Lists of campaigns in the user's organizations, and the participants of a campaign that the user sees. */
import type { CampaignListQuery } from '@kinfold/domain/campaign-list';
import { isPermittedAt } from '@kinfold/domain/permission';
import { searchWords } from '@kinfold/domain/search';
import { pageOfAll, readPage, type ListPage } from '../../../platform/lists.ts';
import { countActiveRuns } from '../campaign-runs/campaign-run.service.ts';
import {
  findOrganizations,
  findWithin,
  lookWithin,
  numbersOfList,
  organizationPaths,
  type OrganizationRecord,
} from '../../organizations/organizations/organization.service.ts';
import { countCampaignsBy, readCampaignPage, type CampaignRecord } from './campaign.model.ts';
import { onPaths } from './campaign.service.ts';

/** A campaign with the number of its active runs. */
export type ListedCampaign = { campaign: CampaignRecord; activeRuns: number };

/**
 * A page of the campaigns that members of a scope's organizations may join, by name; with an organization, those that it
 * or one below it manages or participates in. Throws 403 for one that is not in the scope.
 */
export async function listCampaigns(
  scope: readonly string[],
  asked: CampaignListQuery,
  now: Date,
): Promise<ListPage<ListedCampaign>> {
  const organizationNumbers = asked.organization_number
    ? await numbersOfList(scope, asked.organization_number)
    : await offeringTo(scope);
  const prefixes = searchWords(asked.searchTerm ?? '');
  // A term without letters or digits finds nothing.
  if (asked.searchTerm && !prefixes.length) return pageOfAll([], asked);
  const filter = { organizationNumbers, prefixes };
  const page = await readPage(
    asked,
    () => countCampaignsBy(filter),
    (range) => readCampaignPage(filter, range),
  );
  const active = await countActiveRuns(
    page.rows.map(({ _id }) => _id),
    now,
  );
  return {
    ...page,
    rows: page.rows.map((campaign) => ({ campaign, activeRuns: active.get(campaign._id) ?? 0 })),
  };
}

/** The organizations whose campaigns members of a scope may join; undefined for all. */
async function offeringTo(scope: readonly string[]): Promise<string[] | undefined> {
  const within = lookWithin(scope);
  return within && onPaths(await findWithin(within));
}

/**
 * Returns campaigns with the participating organizations that a scope shows: all of them for a campaign that the scope
 * manages, else only those in the scope.
 */
export async function withVisibleParticipants(
  campaigns: readonly CampaignRecord[],
  scope: readonly string[],
): Promise<CampaignRecord[]> {
  const numbers = [
    ...new Set(
      campaigns.flatMap(({ organizationNumber, participatingOrganizations: others }) =>
        others.length ? [organizationNumber, ...others] : [],
      ),
    ),
  ];
  const paths = await organizationPaths(numbers);
  const visible = new Set(numbers.filter((_number, index) => isPermittedAt(scope, paths[index] ?? [])));
  return campaigns.map((campaign) => {
    const { organizationNumber, participatingOrganizations } = campaign;
    if (visible.has(organizationNumber)) return campaign;
    return {
      ...campaign,
      participatingOrganizations: participatingOrganizations.filter((number) => visible.has(number)),
    };
  });
}

/** The organizations that participate in a campaign and that a scope shows, by name. */
export async function findParticipants(
  campaign: CampaignRecord,
  scope: readonly string[],
): Promise<OrganizationRecord[]> {
  const [seen] = await withVisibleParticipants([campaign], scope);
  const found = await findOrganizations(seen?.participatingOrganizations ?? []);
  return found.toSorted((a, b) => a.organizationName.localeCompare(b.organizationName, 'en'));
}
