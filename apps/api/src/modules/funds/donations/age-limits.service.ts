/** Applies the ages of a fund when dues are made: nobody outside of them is charged (rules.md "Death, payers and who is charged"). */
import { withAgeLimits, withPriceOrigins } from '@kinfold/domain/membership-change';
import { calendarDateOf } from '@kinfold/domain/dates';
import type { Author } from '../../../platform/author.ts';
import { findCampaign, type CampaignRecord } from '../campaigns/campaign.service.ts';
import { findPricedPeople } from '../../people/members/member.service.ts';
import { writePrices } from '../memberships/membership-list.service.ts';
import type { MembershipRecord } from '../memberships/membership.service.ts';
import { isPriceDifferent } from '@kinfold/domain/membership-change';

/** The age limits of a fund and the day for which ages are computed; undefined where the fund has none. */
export type AgeLimits = Parameters<typeof withAgeLimits>[1] extends infer C
  ? Omit<C & object, 'people'>
  : never;

/** The age limits of a campaign, given or by id, for a day; undefined where it covers every age, and no age need be read. */
export async function ageLimitsOf(
  of: Pick<CampaignRecord, 'fundRules' | 'priceRules' | 'defaultPrice'> | string,
  now: Date,
  timeZone: string,
): Promise<AgeLimits | undefined> {
  const campaign = typeof of === 'string' ? await findCampaign(of) : of;
  if (!campaign) return undefined;
  const { fundRules, priceRules, defaultPrice } = campaign;
  const isByRulesAlone = priceRules.length > 0 && defaultPrice === 0;
  if (!fundRules?.ageLimits?.length && !isByRulesAlone) return undefined;
  return { fundRules, priceRules, defaultPrice, today: calendarDateOf(now, timeZone) };
}

/** Returns memberships of a fund with price 0 for everybody whom it cannot cover at their age; one query, none without limits. Writes nothing. */
export async function withinAgeLimits(
  memberships: readonly MembershipRecord[],
  limits: AgeLimits | undefined,
): Promise<readonly MembershipRecord[]> {
  if (!limits || !memberships.length) return memberships;
  const asked = memberships.flatMap(({ members }) =>
    members.filter(({ price, priceOverride }) => price > 0 && priceOverride === null),
  );
  const ids = new Set(asked.map(({ member_id }) => member_id));
  const people = new Map((await findPricedPeople([...ids])).map((person) => [person._id, person]));
  const context = { ...limits, people };
  return memberships.map((membership) =>
    withPriceOrigins(membership, withAgeLimits(membership, context), context),
  );
}

/** The same, stored: who cannot be covered costs nothing from now on. `by` marks the writer. */
export async function freeOverAge(
  memberships: readonly MembershipRecord[],
  limits: AgeLimits | undefined,
  { author, by, now }: { author: Pick<Author, 'email'>; by: string; now: Date },
): Promise<readonly MembershipRecord[]> {
  const freed = await withinAgeLimits(memberships, limits);
  const changed = freed.filter((membership, index) => membership !== memberships[index]);
  await writePrices(
    changed.map((membership) => ({
      _id: membership._id,
      version: membership.version,
      members: membership.members,
      totalPrice: membership.totalPrice,
      isPriceDifferent: isPriceDifferent(membership),
      repricedBy: by,
      modifiedBy: author.email,
      modifiedDt: now,
    })),
  );
  return freed;
}
