/**
 * Who shares the collection for a claim (rules.md "Collecting for a claim"): who was covered at the end of the day of the
 * death, is in the fund today and alive, and neither lives in the household that mourns, nor did when the
 * claim was opened, nor is paid for by it.
 */
import { chargedMembers } from '@kinfold/domain/campaign-membership';
import { coverageInput, coverageOf } from '@kinfold/domain/coverage';
import { endOfDay } from '@kinfold/domain/dates';
import { groupBy } from '@kinfold/domain/group-by';
import { asOf } from '../../../platform/as-of.ts';
import { coveredAs, findDeaths, findMembers, requireMember } from '../../people/members/member.service.ts';
import type { CampaignRunRecord } from '../campaign-runs/campaign-run.service.ts';
import { requireCampaign, type CampaignRecord } from '../campaigns/campaign.service.ts';
import { recordsAt } from '../coverage/coverage-on-day.service.ts';
import { ageLimitsOf, withinAgeLimits } from '../donations/age-limits.service.ts';
import { findDuesSince } from '../donations/donation.service.ts';
import type { Roster, RosterOf } from '../donations/roster-dues.service.ts';
import type { MembershipRecord } from '../memberships/membership.service.ts';
import { familyOf, livesWith } from './claim-family.service.ts';
import { readClaim } from './claim.model.ts';

/** The run of which somebody shares the dues, also one that is only planned. */
export type RosterRun = Pick<CampaignRunRecord, 'campaignId' | 'roster'>;

type Site = { now: Date; timeZone: string };

/** Who shares runs, for the job that makes their dues. */
export const rosterOf =
  (site: () => Site): RosterOf =>
  (run, memberships) =>
    readRoster(run, memberships, site());

/** Who of some active memberships shares a run. */
export async function readRoster(
  { campaignId, roster }: RosterRun,
  given: readonly MembershipRecord[],
  { now, timeZone }: Site,
): Promise<Roster> {
  const claim = roster && (await readClaim(roster.claimId));
  if (!claim) throw new Error('a run collects for a claim that does not exist');
  const campaign = await requireCampaign(campaignId);
  const families = [claim.family, await familyOf(await requireMember(claim.memberId))];
  const memberships = await withinAgeLimits(given, await ageLimitsOf(campaign, now, timeZone));
  const people = await peopleOf(memberships);
  const isBereaved = (memberId: string) =>
    livesWith({ _id: memberId, household_id: people.get(memberId)?.household_id ?? null }, families);
  const isCovered = await coveredAt(memberships, campaign, people, {
    at: new Date(Math.min(endOfDay(roster.rosterDt, timeZone).getTime(), now.getTime())),
    timeZone,
  });
  const total = claim.benefit.approvedAmount ?? roster.total;
  const found: Roster = { total, sharers: [], notCovered: 0, bereaved: 0 };
  for (const membership of memberships) {
    const charged = chargedMembers(membership.members)
      .filter(
        ({ member_id }) => people.get(member_id)?.deceasedDt === null && isCovered(membership, member_id),
      )
      .map(({ member_id, price }) => ({ member_id, price }));
    const sharing = isBereaved(membership.primaryMemberId)
      ? []
      : charged.filter(({ member_id }) => !isBereaved(member_id));
    if (sharing.length) found.sharers.push({ membership, people: sharing });
    else if (charged.length) found.bereaved += 1;
    else found.notCovered += 1;
  }
  return found;
}

type People = ReadonlyMap<string, Awaited<ReturnType<typeof findMembers>>[number]>;

async function peopleOf(memberships: readonly MembershipRecord[]): Promise<People> {
  const ids = memberships.flatMap(({ primaryMemberId, members }) => [
    primaryMemberId,
    ...members.map(({ member_id }) => member_id),
  ]);
  return new Map((await findMembers([...new Set(ids)])).map((person) => [person._id, person]));
}

/** Tells who was covered by some memberships of a fund at a time. */
async function coveredAt(
  memberships: readonly MembershipRecord[],
  campaign: CampaignRecord,
  people: People,
  { at, timeZone }: { at: Date; timeZone: string },
): Promise<(membership: MembershipRecord, memberId: string) => boolean> {
  const then = asOf(campaign, at);
  const dues = await findDuesSince(memberships, at, then.fundRules.lapseDays !== undefined);
  const campaigns = new Map([[campaign._id, campaign]]);
  const past = await recordsAt({ memberships: [...memberships], dues, campaigns }, at);
  const duesOf = groupBy(past.dues, ({ campaignMembershipId }) => campaignMembershipId);
  const pastOf = new Map(past.memberships.map((one) => [one._id, one]));
  const deathsOf = await findDeaths([...people.values()]);
  return ({ _id }, memberId) => {
    const membership = pastOf.get(_id);
    const part = membership?.members.find(({ member_id }) => member_id === memberId);
    const person = people.get(memberId);
    if (!membership || !part || !person) return false;
    const as = coveredAs(person, people.get(membership.primaryMemberId), deathsOf);
    const input = coverageInput(membership, then, part, as, duesOf.get(_id) ?? []);
    return coverageOf(input, at, timeZone).isCovered === true;
  };
}
