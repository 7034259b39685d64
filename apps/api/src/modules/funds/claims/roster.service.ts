/**
 * Who shares the collection for a claim (rules.md "Collecting for a claim"): who was covered at the end of the day of the
 * death, by any membership of the fund, is in the fund today and alive, and neither lives in the household that mourns, nor
 * did when the claim was opened, nor is paid for by it. Whoever is in several memberships today is charged in the first of
 * them, by number.
 */
import { chargedMembers } from '@kinfold/domain/campaign-membership';
import { coverageInput, coverageOf } from '@kinfold/domain/coverage';
import { endOfDay } from '@kinfold/domain/dates';
import { groupBy } from '@kinfold/domain/group-by';
import { asOf } from '../../../platform/as-of.ts';
import type { Deps } from '../../../platform/deps.ts';
import {
  coveredAs,
  findDeaths,
  findPricedPeople,
  requireMember,
} from '../../people/members/member.service.ts';
import type { CampaignRunRecord } from '../campaign-runs/campaign-run.service.ts';
import { requireCampaign, type CampaignRecord } from '../campaigns/campaign.service.ts';
import { recordsAt } from '../coverage/coverage-on-day.service.ts';
import { ageLimitsOf, withinAgeLimits } from '../donations/age-limits.service.ts';
import { findDuesSince } from '../donations/donation.service.ts';
import type { Roster, RosterOf, RosterReader } from '../donations/roster-dues.service.ts';
import { findMembershipsCoveringAny, type MembershipRecord } from '../memberships/membership.service.ts';
import { familyOf, livesWith } from './claim-family.service.ts';
import { readClaim } from './claim.model.ts';

/** The run of which somebody shares the dues, also one that is only planned. */
export type RosterRun = Pick<CampaignRunRecord, 'campaignId' | 'organizationNumber' | 'roster'>;

type Site = { now: Date; timeZone: string };

/** Who shares runs, for the job that makes their dues. */
export const rosterOf =
  ({ now, config }: Pick<Deps, 'now' | 'config'>): RosterOf =>
  (run) =>
    rosterReader(run, { now: now(), timeZone: config.TIME_ZONE });

/** Reads what concerns a whole run once; what it gives tells who of some active memberships shares the run. */
export async function rosterReader(
  { campaignId, roster }: Pick<RosterRun, 'campaignId' | 'roster'>,
  site: Site,
): Promise<RosterReader> {
  const claim = roster && (await readClaim(roster.claimId));
  if (!claim) throw new Error('a run collects for a claim that does not exist');
  const [campaign, dead] = await Promise.all([requireCampaign(campaignId), requireMember(claim.memberId)]);
  const limits = await ageLimitsOf(campaign, site.now, site.timeZone);
  const at = new Date(Math.min(endOfDay(roster.rosterDt, site.timeZone).getTime(), site.now.getTime()));
  const families = [claim.family, await familyOf(dead)];
  const asked = { campaign, families, limits, at, timeZone: site.timeZone };
  return {
    total: claim.benefit.approvedAmount ?? roster.total,
    read: (memberships) => readRoster(memberships, asked),
  };
}

type Asked = {
  campaign: CampaignRecord;
  /** Who mourns: as of the day when the claim was opened, and today. */
  families: Parameters<typeof livesWith>[1];
  limits: Awaited<ReturnType<typeof ageLimitsOf>>;
  /** When they were covered. */
  at: Date;
  timeZone: string;
};

async function readRoster(given: readonly MembershipRecord[], asked: Asked): Promise<Roster> {
  const memberships = await withinAgeLimits(await withOthersOf(given, asked.campaign), asked.limits);
  const people = await peopleOf(memberships);
  const isBereaved = (memberId: string) =>
    livesWith({ _id: memberId, household_id: people.get(memberId)?.household_id ?? null }, asked.families);
  const isCovered = await coveredAt(memberships, people, asked);
  const livingOf = ({ members }: MembershipRecord) =>
    chargedMembers(members).filter(({ member_id }) => people.get(member_id)?.deceasedDt === null);
  const sharingOf = (membership: MembershipRecord) =>
    isBereaved(membership.primaryMemberId)
      ? []
      : livingOf(membership).filter(({ member_id }) => !isBereaved(member_id));
  const firstOf = new Map<string, string>();
  const active = memberships.filter(({ isActive }) => isActive);
  for (const membership of active.toSorted((a, b) => a.membershipNbr - b.membershipNbr))
    for (const { member_id } of sharingOf(membership))
      if (!firstOf.has(member_id)) firstOf.set(member_id, membership._id);
  const found: Roster = { sharers: [], notCovered: 0, bereaved: 0 };
  for (const membership of memberships.slice(0, given.length)) {
    const covered = livingOf(membership).filter(isCovered);
    const sharing = sharingOf(membership).filter(isCovered);
    const own = sharing
      .filter(({ member_id }) => firstOf.get(member_id) === membership._id)
      .map(({ member_id, price }) => ({ member_id, price }));
    if (own.length) found.sharers.push({ membership, people: own });
    else if (!covered.length) found.notCovered += 1;
    // Otherwise all of them are charged in other memberships.
    else if (!sharing.length) found.bereaved += 1;
  }
  return found;
}

/** Some memberships of a fund, and after them all others of it that have or had their people. */
async function withOthersOf(
  given: readonly MembershipRecord[],
  campaign: CampaignRecord,
): Promise<MembershipRecord[]> {
  const ids = new Set(given.map(({ _id }) => _id));
  const charged = given.flatMap(({ members }) => chargedMembers(members).map(({ member_id }) => member_id));
  const others = await findMembershipsCoveringAny([...new Set(charged)]);
  return [...given, ...others.filter(({ _id, campaignId }) => campaignId === campaign._id && !ids.has(_id))];
}

type People = ReadonlyMap<string, Awaited<ReturnType<typeof findPricedPeople>>[number]>;

/** Who is read of a membership: former people too, since one of them may have paid on that day. */
const idsOf = ({ primaryMemberId, members }: MembershipRecord) => [
  primaryMemberId,
  ...members.map(({ member_id }) => member_id),
];

async function peopleOf(memberships: readonly MembershipRecord[]): Promise<People> {
  const ids = memberships.flatMap(idsOf);
  return new Map((await findPricedPeople([...new Set(ids)])).map((person) => [person._id, person]));
}

/** Tells who was covered by any of some memberships of a fund at a time. */
async function coveredAt(
  memberships: readonly MembershipRecord[],
  people: People,
  { campaign, at, timeZone }: Pick<Asked, 'campaign' | 'at' | 'timeZone'>,
): Promise<(one: { member_id: string }) => boolean> {
  const then = asOf(campaign, at);
  const dues = await findDuesSince(memberships, at, then.fundRules.lapseDays !== undefined);
  const campaigns = new Map([[campaign._id, campaign]]);
  const past = await recordsAt({ memberships: [...memberships], dues, campaigns }, at);
  const duesOf = groupBy(past.dues, ({ campaignMembershipId }) => campaignMembershipId);
  // Days of quiet after a death put off dues: without dues they change nothing.
  const owing = memberships.filter(({ _id }) => duesOf.has(_id)).flatMap(idsOf);
  const deathsOf = await findDeaths(owing.flatMap((id) => people.get(id) ?? []));
  const covered = new Set<string>();
  for (const membership of past.memberships)
    for (const part of membership.members) {
      const person = people.get(part.member_id);
      if (!person || covered.has(person._id)) continue;
      const as = coveredAs(person, people.get(membership.primaryMemberId), deathsOf);
      const input = coverageInput(membership, then, part, as, duesOf.get(membership._id) ?? []);
      if (coverageOf(input, at, timeZone).isCovered === true) covered.add(person._id);
    }
  return ({ member_id }) => covered.has(member_id);
}
