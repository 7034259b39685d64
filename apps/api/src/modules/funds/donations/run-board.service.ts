/** The board of a run: who is charged, and what was due, came in and is open, by organization. Amounts are integer cents. */
import type * as z from 'zod/mini';
import { sumCents, type Cents } from '@kinfold/domain/money';
import { addBoard, fellAway, type RunBoard } from '@kinfold/domain/run-board';
import type { Actor } from '../../../platform/auth.ts';
import { isActorPermitted, permittedOrganizations } from '../../identity/users/user.service.ts';
import {
  findOrganizationNames,
  numbersWithin,
} from '../../organizations/organizations/organization.service.ts';
import type { CampaignRunRecord } from '../campaign-runs/campaign-run.service.ts';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import { boardFigures } from './run-figures.service.ts';

/**
 * The board as a user may see it: users who read campaigns at the managing organization see every organization, others
 * their own; amounts are of those whose donations they may read.
 */
export async function boardOfRun(
  actor: Actor,
  run: CampaignRunRecord,
  campaign: CampaignRecord,
): Promise<z.input<typeof RunBoard>> {
  const [seen, readable] = await Promise.all([
    within(actor, 'organization.campaigns.get', campaign),
    within(actor, 'organization.donations.get', campaign),
  ]);
  const figures = await boardFigures(run, seen);
  const names = await findOrganizationNames(figures.map(({ organizationNumber }) => organizationNumber));
  const byOrganization = figures
    .filter(({ dues }) => dues > 0)
    .toSorted((a, b) => b.openAmount - a.openAmount || (a.organizationNumber < b.organizationNumber ? -1 : 1))
    .map(({ organizationNumber, people, dues, open, expected, collected, openAmount }) => {
      const isReadable = !readable || readable.includes(organizationNumber);
      return {
        organizationNumber,
        organizationName: names.get(organizationNumber) ?? organizationNumber,
        covered: people,
        households: dues,
        openHouseholds: open,
        due: isReadable ? expected : null,
        collected: isReadable ? collected : null,
        open: isReadable ? openAmount : null,
      };
    });
  const { _id: campaignRunId, name } = run;
  const together = addBoard(byOrganization);
  const less =
    seen === undefined &&
    fellAwayOf(run, {
      ...together,
      people: together.covered,
      due: sumCents(figures.map((one) => one.expected)),
    });
  return {
    campaignRunId,
    name,
    campaignName: campaign.campaignName,
    ...together,
    ...(less && { fellAway: { ...less, amount: together.due === null ? null : less.amount } }),
    byOrganization,
  };
}

/** What fell away of a collection since its roster was frozen, once each due has its amount. */
export const fellAwayOf = (
  { roster }: Pick<CampaignRunRecord, 'roster'>,
  now: { households: number; people: number; due: Cents },
) => (roster?.asked && roster.setDt ? fellAway(roster.asked, now) : undefined);

/** The organizations of a campaign where somebody has a permission; undefined for all, from the one that manages it. */
async function within(
  actor: Actor,
  permission: 'organization.campaigns.get' | 'organization.donations.get',
  { organizationNumber }: CampaignRecord,
): Promise<readonly string[] | undefined> {
  if (await isActorPermitted(actor, permission, organizationNumber)) return undefined;
  return numbersWithin(await permittedOrganizations(actor, permission));
}
